// The audit log as a chain: each entry holds the hash of the one before it, so that nothing in it can be altered,
// taken out or put in without the chain showing where.
import { LOG_KEEP_MS } from './audit-log.ts'

export type Link = {
  /** 1 for the first entry of a book. */
  seq: number
  previousHash: string
  /** When the entry before it was made; 0 for the first. An old one may be gone by now, a young one may not. */
  previousAt: number
  hash: string
  entry: { id: string; at: number } & Record<string, unknown>
}
export type Head = { seq: number; hash: string; at: number }

export const emptyHead: Head = { seq: 0, hash: '', at: 0 }

/** One text for one value, no matter what order its names come in. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, each]) => [name, inOrder(each)]))
}

/** What the hash of a link is made of. */
export const linkText = ({ seq, previousHash, previousAt, entry }: Omit<Link, 'hash'>): string =>
  JSON.stringify(inOrder({ seq, previousHash, previousAt, entry }))

export type Break = { seq: number; why: string }

/**
 * The first place where a chain does not hold, or null. The oldest entries may be missing, but only those that were kept
 * long enough; the newest may not.
 */
export function findBreak(
  links: readonly Link[],
  head: Head | undefined,
  hashOf: (text: string) => string,
  now: number,
): Break | null {
  const chain = [...links].sort((a, b) => a.seq - b.seq)
  const [first] = chain
  let before = first
    ? { seq: first.seq - 1, hash: first.previousHash, at: first.previousAt }
    : { ...emptyHead, seq: head?.seq ?? 0, hash: head?.hash ?? '', at: head?.at ?? 0 }
  const isOld = before.seq === 0 || before.at + LOG_KEEP_MS <= now
  if (!isOld) return { seq: before.seq, why: 'is missing' }
  for (const link of chain) {
    if (link.seq !== before.seq + 1)
      return link.seq <= before.seq
        ? { seq: link.seq, why: 'stands twice' }
        : { seq: before.seq + 1, why: 'is missing' }
    if (link.previousHash !== before.hash) return { seq: link.seq, why: 'does not follow the one before it' }
    if (hashOf(linkText(link)) !== link.hash) return { seq: link.seq, why: 'was changed' }
    before = { seq: link.seq, hash: link.hash, at: link.entry.at }
  }
  if ((head?.seq ?? 0) > before.seq) return { seq: before.seq + 1, why: 'is missing' }
  if (head && head.hash !== before.hash) return { seq: before.seq, why: 'is not what the end of the book names' }
  return null
}
