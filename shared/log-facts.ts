// What a change was, for the audit log: the fields that differ, before and after, as plain values. Secrets never get
// here by name, and addresses of people are masked no matter what field they stand in.

import { type LogFacts, maskEmail } from './audit-log.ts'
import { cutText, shortenText } from './text.ts'

/** Longer texts are cut: the log says what changed, it is no copy of a document. */
const MOST_TEXT = 200
/** What changes with every sign-in or write, or is kept of what changed, and says nothing by itself. */
const noise = /^(epoch|revision|version|minimumBefore)$/
const phone = /phone$/i
const secret = /password|secret|token|apikey|api_key|hash|credential/i
const emails = /[^\s<>,;:"']+@[^\s<>,;:"']+\.[^\s<>,;:"']+/g

/** A sentence in which no address stands in full. */
export const maskEmails = (text: string): string => text.replace(emails, maskEmail)

type Fact = LogFacts[string]
const isPlain = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function factOf(value: unknown): Fact {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean' || typeof value === 'number') return value
  const whole = Array.isArray(value) ? value.map(String).join(', ') : String(value)
  // Cut twice: an address must not be cut in two before it is masked, and a long text costs nothing.
  const text = cutText(whole, 3 * MOST_TEXT).replace(emails, maskEmail)
  return shortenText(text, MOST_TEXT)
}

/** As much of a number as tells it from another. */
const maskPhone = (value: unknown): Fact =>
  typeof value === 'string' && value ? `***${value.slice(-3)}` : factOf(value)

/** Nested fields under dotted names; lists as one text. Fields whose names speak of secrets are left out. */
export function flatFacts(value: Readonly<Record<string, unknown>>, path = ''): LogFacts {
  const facts: LogFacts = {}
  for (const [name, each] of Object.entries(value)) {
    if (secret.test(name) || noise.test(name)) continue
    if (isPlain(each) && !Array.isArray(each)) Object.assign(facts, flatFacts(each, `${path}${name}.`))
    else facts[`${path}${name}`] = phone.test(name) ? maskPhone(each) : factOf(each)
  }
  return facts
}

type Known = Readonly<Record<string, unknown>>

/**
 * The fields that differ. A field that only one side has is null on the other.
 * @example changed({ name: 'A', on: true }, { name: 'B', on: true }) // { before: { name: 'A' }, after: { name: 'B' } }
 */
export function changed(before: Known, after: Known): { before: LogFacts; after: LogFacts } {
  const [old, next] = [flatFacts(before), flatFacts(after)]
  const names = [...new Set([...Object.keys(old), ...Object.keys(next)])].filter(
    (name) => (old[name] ?? null) !== (next[name] ?? null),
  )
  const pick = (facts: LogFacts) => Object.fromEntries(names.map((name) => [name, facts[name] ?? null]))
  return { before: pick(old), after: pick(next) }
}

/**
 * Reads what is there now; the answer reads once more and says what is another by then.
 * @example const facts = await watch(() => db.billing.get(company.id)); …; tell(await facts())
 */
export async function watch(read: () => Promise<Known>): Promise<() => Promise<ReturnType<typeof changed>>> {
  const before = await read()
  return async () => changed(before, await read())
}
