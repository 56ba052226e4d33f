import { parseArgs } from 'node:util'
import { isConditionFailure } from '#functions/data/lib/errors.ts'
import { type Finding, listBelow, recountAgency } from '#functions/data/tenancy/recount/index.ts'
import { recountTable } from '#functions/data/tenancy/recount/whole-table.ts'
import { recountReports, recountRoot } from '#functions/domain/reports/recount.ts'
import type { Services } from '#functions/kit/services.ts'
import { AppError } from '#shared/errors.ts'
import type { Said } from './command.ts'

const usage = 'recount [--apply]'
const CLEAN = 'Every address, host, list, counter and sum belongs to what is there.'
/** What the process ends with while something is wrong. */
const WRONG = 2

type Needed = Pick<Services, 'table' | 'env' | 'db' | 'now'>

async function look(services: Needed): Promise<Finding[]> {
  const { table, env, db, now } = services
  const found = await recountTable(table, env.PLATFORM_DOMAIN)
  for (const root of await db.company.listRoots()) {
    for (const agency of await listBelow(table, root.id, 'agency')) {
      const { clients, campaigns, findings } = await recountAgency(table, agency, now)
      found.push(...findings, ...(await recountReports(services, { agency, root, clients, campaigns })))
    }
    found.push(...(await recountRoot(services, root.id)))
  }
  return found
}

/** What the lists of companies throw where somebody else was quicker. */
const isOvertaken = (error: unknown) => error instanceof AppError

const nameOf = ({ kind, said }: Finding) => `${kind}: ${said}`

async function run(services: Needed, args: string[]): Promise<Said> {
  const { values } = parseArgs({ args, options: { apply: { type: 'boolean', default: false } } })
  let found = await look(services)
  if (values.apply && found.length > 0) {
    // People register while the table is looked over: only what is found twice is wrong, and not half of what just happened.
    const before = new Set(found.map(nameOf))
    found = (await look(services)).filter((each) => before.has(nameOf(each)))
  }
  if (found.length === 0) return { said: CLEAN, code: 0 }
  const ends: { kind: string; said: string; end: string }[] = []
  for (const { kind, said, mend } of found) {
    const end = !mend
      ? 'A person has to decide.'
      : !values.apply
        ? '--apply mends it.'
        : await mend().then(
            () => 'Mended.',
            (error: unknown) =>
              isConditionFailure(error) || isOvertaken(error)
                ? 'Left, because it changed meanwhile.'
                : `Left: ${error instanceof Error ? error.message : String(error)}`,
          )
    ends.push({ kind, said, end })
  }
  const width = Math.max(...ends.map(({ kind }) => kind.length))
  const lines = ends.map(({ kind, said, end }) => `${kind.padEnd(width)}  ${said} ${end}`)
  return { said: lines.join('\n'), code: ends.every(({ end }) => end === 'Mended.') ? 0 : WRONG }
}

/** Finds what is kept for nobody, people who cannot sign in, and rows that repeat others and do not say what they say. */
export const recount = { usage, run }
