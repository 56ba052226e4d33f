import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LOG_KEEP_MS } from '#shared/audit-log.ts'
import { emptyHead, findBreak, type Link, linkText } from '#shared/log-chain.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')
const NOW = Date.parse('2026-11-21T12:00:00Z')

function chainOf(entries: Link['entry'][]) {
  let head = emptyHead
  const links = entries.map((entry) => {
    const link = { seq: head.seq + 1, previousHash: head.hash, previousAt: head.at, entry }
    const hash = hashOf(linkText(link))
    head = { seq: link.seq, hash, at: entry.at }
    return { ...link, hash }
  })
  return { links, head: links.length > 0 ? head : undefined }
}
const entry = fc.record({
  id: fc.string(),
  at: fc.integer({ min: NOW - 1000, max: NOW }),
  description: fc.string(),
  before: fc.option(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)))),
})
const book = fc.array(entry, { minLength: 1, maxLength: 12 }).map(chainOf)
const look = ({ links, head }: ReturnType<typeof chainOf>) => findBreak(links, head, hashOf, NOW)

describe('a chain of changes', () => {
  it('holds as it was written, in whatever order it is read', () => {
    fc.assert(
      fc.property(book, (chain) => {
        expect(look(chain)).toBeNull()
        expect(look({ ...chain, links: chain.links.toReversed() })).toBeNull()
      }),
    )
    expect(findBreak([], undefined, hashOf, NOW)).toBeNull()
  })

  it('names the entry that was changed, whatever was changed of it', () => {
    fc.assert(
      fc.property(book, fc.nat(), fc.constantFrom('description', 'at', 'id', 'more'), (chain, at, field) => {
        const seq = (at % chain.links.length) + 1
        const links = chain.links.map((link) =>
          link.seq === seq
            ? { ...link, entry: { ...link.entry, [field]: field === 'at' ? link.entry.at + 1 : '×' } }
            : link,
        )
        expect(look({ ...chain, links })).toEqual({ seq, why: 'was changed' })
      }),
    )
  })

  it('names the entry that was taken out, the newest and the oldest too', () => {
    fc.assert(
      fc.property(book, fc.nat(), (chain, at) => {
        const seq = (at % chain.links.length) + 1
        const links = chain.links.filter((link) => link.seq !== seq)
        expect(look({ ...chain, links })?.why).toBe('is missing')
      }),
    )
  })

  it('sees a chain that was hashed anew from the changed entry on', () => {
    const chain = chainOf([1, 2, 3].map((n) => ({ id: `log_${n}`, at: NOW - 10 + n, description: `${n}` })))
    const forged = chainOf(
      chain.links.map(({ entry: each }) => (each.id === 'log_2' ? { ...each, description: 'x' } : each)),
    )
    expect(look({ links: forged.links, head: chain.head })).toEqual({
      seq: 3,
      why: 'is not what the end of the book names',
    })
  })

  it('lets the oldest go once they were kept for 24 months, and not a day sooner', () => {
    const old = (age: number) =>
      chainOf([
        { id: 'log_1', at: NOW - age },
        { id: 'log_2', at: NOW },
      ])
    const withoutFirst = ({ links, head }: ReturnType<typeof chainOf>) => look({ links: links.slice(1), head })
    expect(withoutFirst(old(LOG_KEEP_MS))).toBeNull()
    expect(withoutFirst(old(LOG_KEEP_MS - 86_400_000))).toEqual({ seq: 1, why: 'is missing' })
  })
})
