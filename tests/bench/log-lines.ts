// Calls of all kinds of readers in a process whose log is on, the last of which fails: what they leave in the log is measured by `polls.ts`.
import { contracts } from '#shared/contracts/index.ts'
import { exclusionPath, openCaller, setupPath } from './caller.ts'
import { openBench } from './platform.ts'

const bench = await openBench()
const { ask, readers } = await openCaller(bench)
const { cast, services } = bench
for (const reader of Object.values(readers)) {
  await ask(reader, contracts.account.jobs.path)
  await ask(reader, contracts.account.home.path)
}
await ask(readers.client, setupPath(cast.users.cleo.id))
await ask(readers.client, ...exclusionPath(cast.brightSmiles.id))
await ask(readers.agency, contracts.campaigns.overview.path.replace('{companyId}', cast.brightSmiles.id))
services.table.client.middlewareStack.add(
  () => () => {
    throw new Error('The table is away.', { cause: new TypeError('The line is dead.') })
  },
  { step: 'initialize', name: 'away' },
)
await ask(readers.client, contracts.account.jobs.path, {}, 500)
process.exit(0)
