// CDK entry: the environment's name in, its stacks out. `cdk deploy --all -c env=staging`.
import { App } from 'aws-cdk-lib'
import { environment } from '#infra/environments.ts'
import { makePlatform } from '#infra/platform.ts'

// The command-line tool hands its `-c` values over in the process's environment, where an App finds them. This one is
// only asked: written out, it would lay an empty assembly over the platform's.
const given = new App({ autoSynth: false }).node.tryGetContext('env')
makePlatform(environment(given), { code: 'bundles' }).app.synth()
