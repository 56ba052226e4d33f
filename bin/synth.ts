// `npm run synth`: bundles the functions and writes the templates of every environment to cdk.out/<name>. Asks nobody:
// no account, no network. Stops at a rule of AwsSolutions that is neither kept nor acknowledged with a reason.
import { Template } from 'aws-cdk-lib/assertions'
import { environment, refusalForStage, stages } from '#infra/environments.ts'
import { makePlatform } from '#infra/platform.ts'
import { buildFunctions } from './build.ts'

const asked = process.argv.slice(2)
const refusal = asked.map(refusalForStage).find((sentence) => sentence !== undefined)
if (refusal) {
  console.error(refusal)
  process.exit(1)
}
const { built } = await buildFunctions()
console.log(`${built.length} functions bundled.`)
for (const stage of asked.length > 0 ? asked : stages) {
  const started = performance.now()
  const { app, stacks } = makePlatform(environment(stage), { code: 'bundles', app: { outdir: `cdk.out/${stage}` } })
  app.synth()
  const counts = Object.entries(stacks).map(
    ([name, stack]) => `${name} ${Object.keys(Template.fromStack(stack).toJSON().Resources).length}`,
  )
  console.log(
    `${stage}: ${counts.join(', ')} resources; no open findings; ${((performance.now() - started) / 1000).toFixed(1)} s`,
  )
}
