// CDK entry: the environment's name in, its stacks out. `cdk deploy --all -c env=staging`.
import { App } from 'aws-cdk-lib'
import { environment } from '#infra/environments.ts'
import { makePlatform } from '#infra/platform.ts'

// The command-line tool hands its `-c` values over in the process's environment; an App reads them.
const given = new App().node.tryGetContext('env')
makePlatform(environment(given), { code: 'bundles' }).app.synth()
