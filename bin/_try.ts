import { environment } from '#infra/environments.ts'
import { makePlatform } from '#infra/platform.ts'

const t = performance.now()
const p = makePlatform(environment(process.argv[2] ?? 'dev'), {
  code: 'stubs',
  app: { outdir: '/tmp/cdk/out-' + (process.argv[2] ?? 'dev') },
})
p.app.synth()
console.log(performance.now() - t)
