// The engines and the handlers of a bench run, with a counter of what the table charges.

import { services as openServices } from '#functions/kit/services.ts'
import { startEngines } from '#infra/local/engines.ts'
import { functionEnvironment } from '#infra/local/environment.ts'
import { loadKeys } from '#infra/local/keys.ts'
import { openRunner } from '#infra/local/runner.ts'
import { plantCast } from '#tests/support/cast.ts'
import { countUnits } from './units.ts'

export async function openBench() {
  const engines = await startEngines({ dataDir: null, env: {} })
  const keys = await loadKeys(null)
  Object.assign(
    process.env,
    functionEnvironment(engines, keys, { platformDomain: 'localhost:8787', filesOrigin: 'http://s3.localhost:8787' }),
    {
      LOG_LEVEL: 'SILENT',
      POWERTOOLS_LOG_LEVEL: 'SILENT',
    },
  )
  const services = await openServices()
  const cast = await plantCast(services, { domain: 'localhost', tag: '' })
  const runner = openRunner({ endpoint: engines.endpoints.sqs, queueUrl: engines.queueUrl })
  return {
    engines,
    keys,
    services,
    cast,
    runner,
    units: countUnits(services.table),
    async close() {
      runner.close()
      await engines.stop()
    },
  }
}
export type Bench = Awaited<ReturnType<typeof openBench>>
