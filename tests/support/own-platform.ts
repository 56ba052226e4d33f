// A platform of a story's own, in the story's process: for what no screen and no call can bring about, such as rows that
// were written by somebody who got past every check.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Services } from '#functions/kit/services.ts'
import { forgetTenants } from '#functions/kit/tenant.ts'
import { startPlatform } from '#infra/local/platform.ts'
import { type Cast, plantCast } from './cast.ts'
import { endWithFile } from './file-end.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

export async function startOwnPlatform(env: Record<string, string> = {}) {
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT'
  const held: { services?: Services; cast?: Cast } = {}
  const platform = await startPlatform({
    root,
    dataDir: null,
    port: 0,
    env,
    async seed(services, domain) {
      held.services = services
      held.cast = await plantCast(services, { domain, tag: '' })
      return true
    },
    describe: () => ({ password: '', logins: [], pages: [] }),
  })
  endWithFile(() => platform.stop())
  const { services, cast } = held
  if (!services || !cast) throw new Error('The platform did not ask for its tenants.')
  return { port: platform.port, services, cast, db: services.db, forgetTenants }
}
