import type { Services } from '#functions/kit/services.ts'
import { forgottenAt, REMOVED_KEPT_DAYS } from '#shared/retention.ts'
import type { Command } from './command.ts'

const usage = 'removed'
const about = `Companies that were removed, and the day on which their people, leads, lists and files are erased: ${REMOVED_KEPT_DAYS} days after that. Until
then \`tenant restore --removed\` brings one back. Changes nothing.`

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

async function run({ db }: Pick<Services, 'db'>, args: string[]): Promise<string> {
  if (args.length > 0) throw new Error(`Usage: npm run operator -- ${usage}`)
  const lines: string[] = []
  for (const { companyId, removedAt } of await db.removedCompany.listWaiting()) {
    const { name = '', kind = 'company' } = (await db.company.find(companyId)) ?? {}
    lines.push(
      `${name} (${companyId}), ${kind}: removed on ${dayOf(removedAt)}, erased on ${dayOf(forgottenAt(removedAt))}`,
    )
  }
  return lines.length > 0 ? lines.join('\n') : 'No company waits for its end.'
}

/** Which companies were removed, and until when they can be brought back. */
export const removed: Command = { usage, about, run }
