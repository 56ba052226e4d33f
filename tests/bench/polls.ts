// B16, B17: what is asked every two seconds, by every page or by every visitor, and what a request leaves in the log. Units as the
// engine counts them; lines of the log as a process of its own writes them.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { findTenant, forgetTenants } from '#functions/kit/tenant.ts'
import { contracts } from '#shared/contracts/index.ts'
import { COMPANY_SCOPE } from '#shared/model/exclusion.ts'
import type { Upload } from '#shared/model/upload.ts'
import { exclusionPath, openCaller, setupPath } from './caller.ts'
import type { Bench } from './platform.ts'
import type { Figure } from './ratio.ts'

/** Read with every call: session, person and company as they stand, and the companies above them. */
const WHO_ASKS = 4
const MOST_BYTES = 1024
const MOST_LINE = 400
const MOST_FAILED = 2048

const UPLOADS = 40
const uploadOf = ({ services, cast }: Bench, more: Partial<Upload>): Upload => ({
  id: services.newId('upload'),
  companyId: cast.brightSmiles.id,
  campaignType: COMPANY_SCOPE,
  fileName: 'people-who-bought-already.csv',
  status: 'done',
  epoch: 0,
  totalRows: 10_000,
  currentRow: 10_000,
  accepted: 9000,
  duplicates: 900,
  rejected: 100,
  plan: null,
  resends: 0,
  reason: null,
  requestedBy: cast.users.cleo.id,
  createdAt: services.now(),
  updatedAt: services.now(),
  ...more,
})

type Lines = { done: number; failed: number; lines: number }

/** The longest lines of calls that succeeded and that failed. */
function logged(): Lines {
  const script = fileURLToPath(new URL('./log-lines.ts', import.meta.url))
  const env = { ...process.env, LOG_LEVEL: 'INFO', POWERTOOLS_LOG_LEVEL: 'INFO', POWERTOOLS_DEV: 'false' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8', env })
  if (status !== 0) throw new Error(`The calls whose log is measured failed: ${stderr}`)
  const text = `${stdout}${stderr}`
  const lines = text.split('\n').filter((line) => line.startsWith('{'))
  const longest = (message: string) =>
    Math.max(0, ...lines.filter((line) => JSON.parse(line).message === message).map((line) => Buffer.byteLength(line)))
  return { done: longest('done'), failed: longest('failed'), lines: lines.length }
}

export async function benchPolls(bench: Bench): Promise<Figure[]> {
  const { services, cast, units } = bench
  const { ask, readers } = await openCaller(bench)
  // What a process reads once.
  await ask(readers.client, contracts.account.jobs.path)
  for (let at = 0; at <= UPLOADS; at++)
    await services.db.upload.create(uploadOf(bench, at === UPLOADS ? { status: 'running', currentRow: 4000 } : {}))
  const poll = await units.of(() => ask(readers.client, ...exclusionPath(cast.brightSmiles.id)))
  const setup = await units.of(() => ask(readers.client, setupPath(cast.users.cleo.id)))
  const ofAgency = await units.of(() => ask(readers.agency, setupPath(cast.users.ada.id)))
  const brand = () => findTenant(services, cast.hosts.northlight)
  forgetTenants()
  const first = (await units.of(brand)).units
  const again = (await units.of(brand)).units
  const { done, failed, lines } = logged()
  const own = (reads: number) => reads - WHO_ASKS
  const setups = [setup, ofAgency]
  return [
    {
      id: 'B16',
      what: `Progress of an exclusion file beside ${UPLOADS} earlier ones, asked every two seconds: read units beside who asks (4); bytes`,
      figure: `${own(poll.units.reads)}; ${poll.result}`,
      goal: `0.5; <= ${MOST_BYTES}`,
      peer: 'one row 0.5',
      met: own(poll.units.reads) <= 0.5 && poll.result <= MOST_BYTES,
    },
    {
      id: 'B16',
      what: 'Setup check of a client / an agency: read units beside who asks (4); bytes',
      figure: `${setups.map((each) => own(each.units.reads)).join(' / ')}; ${setups.map((each) => each.result).join(' / ')}`,
      goal: `<= 2; <= ${MOST_BYTES}`,
      peer: 'one row 0.5',
      met: setups.every((each) => own(each.units.reads) <= 2 && each.result <= MOST_BYTES),
    },
    {
      id: 'B16',
      what: 'Whose host it is, first and again within a minute: read units',
      figure: `${first.reads}; ${again.reads}`,
      goal: '0.5; 0',
      peer: 'one row 0.5',
      met: first.reads <= 0.5 && again.reads === 0,
    },
    {
      id: 'B17',
      what: `The longest line of the log of a call that succeeds, of one that fails (${lines} lines): bytes`,
      figure: `${done}; ${failed}`,
      goal: `<= ${MOST_LINE}; <= ${MOST_FAILED}`,
      peer: '1.5 KB a request',
      met: done > 0 && done <= MOST_LINE && failed > 0 && failed <= MOST_FAILED,
    },
  ]
}
