import { parseArgs } from 'node:util'
import type { Services } from '#functions/kit/services.ts'
import { askLogs } from '#infra/log-queries.ts'
import { maskEmails } from '#shared/log-facts.ts'
import type { Company } from '#shared/model/company.ts'
import type { Command } from './command.ts'
import { allCompanies } from './companies.ts'
import { fileStories, leadStory, mailStory, paymentStory, type Story } from './stories.ts'

const usage =
  'explain <upload, import, enrichment, file, lead, visit, delivery, mail, payment, request or run> [--company <id>]'

const about = `Tells the story of one thing from the table: who asked when, each try, how it stands, and whose it is. Prints no address and
no name of a person. It ends with the question for the logs. Without --company it looks at every company. Changes nothing.

  npm run operator -- explain upl_8kq2 --company com_4fx7
  npm run operator -- explain billCampaigns@2026-11-23T18:00Z`

type Tables = Pick<Services, 'db' | 'now' | 'table'>
type Find = { isEverywhere?: boolean; find: (companyId: string) => Promise<Story | undefined> }

/** How a thing with such an id is found in a company; nothing for what only the logs know. A key without a prefix is a payment's. */
function finderOf(tables: Tables, id: string): Find | undefined {
  const [prefix = ''] = id.split('_')
  const file = fileStories[prefix]
  if (file) return { find: (companyId) => file(tables, companyId, id) }
  if (prefix === 'led' || prefix === 'vis') return { find: (companyId) => leadStory(tables, companyId, id) }
  if (prefix === 'req' || id.includes('@')) return undefined
  return { isEverywhere: true, find: (companyId) => paymentStory(tables, companyId, id) }
}

/** Everybody, from the roots down. Whose it is may be said, which spares the way. */
async function* companiesOf({ db, table }: Tables, companyId: string | undefined): AsyncGenerator<Company> {
  if (companyId) return yield await db.company.get(companyId)
  yield* allCompanies({ db, table })
}

const timeText = (at: number) => new Date(at).toISOString().slice(0, 19).replace(/t/i, ' ')

async function whose({ db }: Tables, companyId: string): Promise<string> {
  const company = await db.company.get(companyId)
  const parent = company.parentId ? await db.company.find(company.parentId) : undefined
  return `Of ${company.name} (${company.id}, ${company.kind}${company.cancelledAt !== null ? ', cancelled' : ''})${parent ? ` below ${parent.name} (${parent.id})` : ''}.`
}

const logsOf = (subjects: readonly string[], name: 'story' | 'request') =>
  subjects.map(
    (subject) => `Logs Insights (saved as ${name}), all groups of calls and work:\n${askLogs(name, subject)}`,
  )

async function tell(tables: Tables, { title, companyId, beats, subjects }: Story): Promise<string> {
  const lines = beats.toSorted((a, b) => a.at - b.at).map(({ at, said }) => `  ${timeText(at)}  ${said}`)
  return [
    title,
    ...(companyId ? [await whose(tables, companyId)] : []),
    ...lines,
    ...logsOf(subjects.slice(0, 1), 'story'),
  ].join('\n')
}

/** Changes nothing, and says no address of anybody. */
async function run(services: Tables, args: string[]): Promise<string> {
  const { values, positionals } = parseArgs({ args, options: { company: { type: 'string' } }, allowPositionals: true })
  const [id] = positionals
  if (!id) throw new Error(`Usage: npm run operator -- ${usage}`)
  const mail = await mailStory(services, id)
  if (mail) return tell(services, mail)
  const finder = finderOf(services, id)
  if (!finder) return logsOf([id], 'request').join('\n')
  const stories: string[] = []
  for await (const { id: companyId } of companiesOf(services, values.company)) {
    const story = await finder.find(companyId)
    if (!story) continue
    stories.push(await tell(services, story))
    // An id stands in one company; the key of a payment is its company's alone, and may stand in others.
    if (!finder.isEverywhere) break
  }
  if (stories.length === 0)
    return [
      `The table does not know ${id}: it is another's, over, or was never stored.`,
      ...logsOf([id], 'story'),
    ].join('\n')
  return maskEmails(stories.join('\n\n'))
}

/** The story of one thing: from the table, with the question that the logs are asked for the rest. */
export const explain: Command = { usage, about, run }
