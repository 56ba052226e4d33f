import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import type { Services } from '#functions/kit/services.ts'
import { findBreak, type Head, type Link } from '#shared/log-chain.ts'

const usage = 'verify-log <company id of an agency or root> [--export <file>] | verify-log --file <file>'

const about = `Follows the audit log of an agency or root from end to end, and names the first entry that does not hold: one that was changed,
taken out or put in. --export writes the book into a file, --file verifies such a file anywhere. Changes nothing; ends with 1
where it does not hold.`

const Book = z.object({
  tenantId: z.string(),
  head: z.object({ seq: z.number(), hash: z.string(), at: z.number() }).optional(),
  links: z.array(
    z.object({
      seq: z.number(),
      previousHash: z.string(),
      previousAt: z.number(),
      hash: z.string(),
      entry: z.looseObject({ id: z.string(), at: z.number() }),
    }),
  ),
})
type Book = { tenantId: string; head?: Head | undefined; links: Link[] }

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

function judge({ tenantId, links, head }: Book, now: number): string {
  const broken = findBreak(links, head, hashOf, now)
  if (broken) throw new Error(`The book of ${tenantId} does not hold: entry ${broken.seq} ${broken.why}.`)
  const first = Math.min(...links.map(({ seq }) => seq))
  const older = links.length > 0 && first > 1 ? ` Entries before ${first} are older than 24 months.` : ''
  return `The book of ${tenantId} holds: ${links.length} ${links.length === 1 ? 'entry' : 'entries'}.${older}`
}

/** Follows a tenant's chain of changes from end to end, in the table or in a file that was exported from it. */
async function run({ db, now }: Services, args: string[]): Promise<string> {
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({ args, options: { export: text, file: text }, allowPositionals: true })
  const [tenantId, ...more] = positionals
  if (more.length > 0) throw new Error(`Usage: npm run operator -- ${usage}`)
  if (values.file) return judge(Book.parse(JSON.parse(readFileSync(values.file, 'utf8'))), now())
  if (!tenantId) throw new Error(`Usage: npm run operator -- ${usage}`)
  const company = await db.company.find(tenantId)
  const book: Book = { tenantId, ...(await db.auditLog.chain(tenantId)) }
  // A company that was removed leaves its book; what has neither never was.
  if (!company && book.links.length === 0 && !book.head)
    throw new Error(`There is no company ${tenantId}, and no book of one.`)
  if (company?.kind === 'client')
    throw new Error(`${tenantId} is a client: its changes stand in the book of its agency, ${company.parentId}.`)
  if (values.export) writeFileSync(values.export, JSON.stringify(book, null, 2))
  return judge(book, now())
}

export const verifyLog = { usage, about, run }
