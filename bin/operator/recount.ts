import { parseArgs } from 'node:util'
import { isConditionFailure } from '#functions/data/lib/errors.ts'
import { type Finding, listBelow, recountAgency } from '#functions/data/tenancy/recount/index.ts'
import { recountTable } from '#functions/data/tenancy/recount/whole-table.ts'
import { recountTerms } from '#functions/domain/pricing/recount.ts'
import { recountReports, recountRoot } from '#functions/domain/reports/recount.ts'
import type { Services } from '#functions/kit/services.ts'
import { AppError } from '#shared/errors.ts'
import { maskEmails } from '#shared/log-facts.ts'
import type { Company } from '#shared/model/company.ts'
import type { Said } from './command.ts'
import { writeOperatorLine } from './told.ts'

const usage = 'recount [--apply]'
const about = `Looks for what is kept for nobody, people who cannot sign in, and counters, lists and sums that do not say what the rows they
repeat say. Changes nothing; --apply mends what is found twice, each row only if it still is as it was read. It reads every
lead, so take a quiet hour for it. Ends with 2 where something is wrong and was not mended.`
const CLEAN = 'Every address, host, list, counter and sum belongs to what is there.'
/** What the process ends with while something is wrong. */
const WRONG = 2
const MENDED = 'Mended.'

type Needed = Pick<Services, 'table' | 'env' | 'db' | 'now' | 'queues' | 'newId' | 'report'>

/** Without `rootId` it is of the whole platform. */
type Found = Finding & { rootId?: string }

/** Companies that are older than the months of their leads: once all of these are there, reports read them. */
const trustMonths = ({ db }: Needed, owners: readonly Company[]): Finding[] =>
  owners
    .filter(({ hasLeadMonths }) => !hasLeadMonths)
    .map(({ id }) => ({
      kind: 'lead month',
      said: `${id}: its reports look at each of its campaigns.`,
      mend: () => db.company.update(id, { hasLeadMonths: true }),
    }))

async function look(services: Needed, roots: readonly Company[]): Promise<Found[]> {
  const { table, env, now } = services
  const found: Found[] = await recountTable(table, env.PLATFORM_DOMAIN)
  for (const root of roots) {
    const below: Finding[] = []
    for (const agency of await listBelow(table, root.id, 'agency')) {
      const { clients, campaigns, findings } = await recountAgency(table, agency, now)
      const ofReports = await recountReports(services, { agency, root, clients, campaigns })
      below.push(...findings, ...(await recountTerms(services, clients, campaigns)), ...ofReports)
      const isKept = ![...findings, ...ofReports].some(({ kind }) => kind === 'lead month' || kind === 'report')
      if (isKept) below.push(...trustMonths(services, [agency, ...clients]))
    }
    below.push(...(await recountRoot(services, root.id)))
    found.push(...below.map((finding) => ({ ...finding, rootId: root.id })))
  }
  return found
}

/** What was mended stands in the log of each root: a line for each kind, with how many there were and the first of them. */
async function tell(services: Needed, roots: readonly Company[], mended: readonly Found[]): Promise<void> {
  for (const root of roots) {
    const own = mended.filter(({ rootId }) => rootId === undefined || rootId === root.id)
    for (const [kind, all] of Map.groupBy(own, (each) => each.kind))
      await writeOperatorLine(
        services,
        root,
        `Mended by a recount: ${kind}, ${all.length}. ${maskEmails(all.map(({ said }) => said).join(' '))}`,
        { after: { kind, rows: all.length }, requestId: 'recount' },
      )
  }
}

/** What the lists of companies throw where somebody else was quicker. */
const isOvertaken = (error: unknown) => error instanceof AppError

const nameOf = ({ kind, said }: Finding) => `${kind}: ${said}`

async function run(services: Needed, args: string[]): Promise<Said> {
  const { values } = parseArgs({ args, options: { apply: { type: 'boolean', default: false } } })
  const roots = await services.db.company.listRoots()
  let found = await look(services, roots)
  if (values.apply && found.length > 0) {
    // People register while the table is looked over: only what is found twice is wrong, and not half of what just happened.
    const before = new Set(found.map(nameOf))
    found = (await look(services, roots)).filter((each) => before.has(nameOf(each)))
  }
  if (found.length === 0) return { said: CLEAN, code: 0 }
  const ends: { kind: string; said: string; end: string }[] = []
  const mended: Found[] = []
  for (const each of found) {
    const { kind, said, mend } = each
    const end = !mend
      ? 'A person has to decide.'
      : !values.apply
        ? '--apply mends it.'
        : await mend().then(
            () => MENDED,
            (error: unknown) =>
              isConditionFailure(error) || isOvertaken(error)
                ? 'Left, because it changed meanwhile.'
                : `Left: ${error instanceof Error ? error.message : String(error)}`,
          )
    ends.push({ kind, said, end })
    if (end === MENDED) mended.push(each)
  }
  await tell(services, roots, mended)
  const width = Math.max(...ends.map(({ kind }) => kind.length))
  const lines = ends.map(({ kind, said, end }) => `${kind.padEnd(width)}  ${said} ${end}`)
  return { said: lines.join('\n'), code: ends.every(({ end }) => end === MENDED) ? 0 : WRONG }
}

/** Finds what is kept for nobody, people who cannot sign in, and rows that repeat others and do not say what they say. */
export const recount = { usage, about, run }
