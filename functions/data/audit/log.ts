import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Entity, Service } from 'electrodb'
import { isShownToClient, LOG_KEEP_MS, LogEntry } from '#shared/audit-log.ts'
import { emptyHead, type Head, type Link, linkText } from '#shared/log-chain.ts'
import { WriteConflict } from '../lib/errors.ts'
import { at15, electro, key, model, type Table } from '../lib/table.ts'
import { openTurns } from '../lib/turns.ts'

const text = { type: 'string', required: true } as const
const number = { type: 'number', required: true } as const

const entrySchema = {
  model: model('auditLog'),
  attributes: {
    tenantId: text,
    id: text,
    userId: text,
    /** Tenant and client that sees on its first page that this was done for it, and its place there. */
    shownTo: { type: 'string' },
    shownAt: { type: 'string' },
    // Padded in the key, so that text sorts as time does.
    at: { ...number, padding: { length: 15, char: '0' } },
    entry: { type: 'any', required: true },
    seq: number,
    previousHash: { type: 'string' },
    previousAt: number,
    hash: text,
    ttl: number,
  },
  indexes: {
    primary: { pk: key('pk', ['tenantId'], 'LOG#${tenantId}'), sk: key('sk', ['at', 'id'], 'E#${at}#${id}') },
    byUser: {
      index: 'gsi1',
      pk: key('gsi1pk', ['tenantId', 'userId'], 'LOG#${tenantId}#U#${userId}'),
      sk: key('gsi1sk', ['at', 'id'], 'E#${at}#${id}'),
    },
    byClient: {
      index: 'gsi4',
      pk: key('gsi4pk', ['shownTo'], 'LOG#${shownTo}'),
      sk: key('gsi4sk', ['shownAt'], 'E#${shownAt}'),
    },
  },
} as const

const headSchema = {
  model: model('userLogHead'),
  attributes: { tenantId: text, seq: number, hash: { type: 'string' }, at: number },
  indexes: { primary: { pk: key('pk', ['tenantId'], 'LOG#${tenantId}'), sk: key('sk', [], 'HEAD') } },
} as const

/** Where an entry stands among those that a client is shown; undefined where no client is shown it. */
export const shownPlace = (entry: Parameters<typeof isShownToClient>[0] & Pick<LogEntry, 'at' | 'id'>) =>
  isShownToClient(entry)
    ? { shownTo: `${entry.tenantId}#C#${entry.companyId}`, shownAt: `${at15(entry.at)}#${entry.id}` }
    : undefined

const hashOf = (content: string) => createHash('sha256').update(content).digest('base64url')
const MOST_TRIES = 12
/** A page of a list is found in few; a file reads on by as many as one answer of the table holds. */
const FIRST_BATCH = 250
const BATCH = 1000
const MOST_ENDS = 500

export type LogQuery = { tenantId: string; userId?: string | undefined; from: number; to: number }
type LatestQuery = LogQuery & { clientId?: string | undefined }

/** The audit log of each tenant, one chain: entries are only ever added. */
export function auditLogs(table: Table) {
  const both = new Service({
    entry: new Entity(entrySchema, electro(table)),
    head: new Entity(headSchema, electro(table)),
  })
  const { entry: entries, head: heads } = both.entities

  const inTurn = openTurns()
  /** Where books ended when this container last wrote to them: a guess that the condition of the write checks. */
  const ends = new Map<string, Head>()

  async function headOf(tenantId: string): Promise<Head> {
    const { data } = await heads.get({ tenantId }).go({ consistent: true })
    return data ? { seq: data.seq, hash: data.hash ?? '', at: data.at } : emptyHead
  }
  async function exists({ tenantId, at, id }: LogEntry): Promise<boolean> {
    const { data } = await entries.get({ tenantId, at, id }).go({ consistent: true })
    return data !== null
  }

  async function appendNow(entry: LogEntry): Promise<boolean> {
    const { tenantId, id, userId, at } = entry
    for (let round = 0; round < MOST_TRIES; round++) {
      const head = ends.get(tenantId) ?? (await headOf(tenantId))
      const link = { seq: head.seq + 1, previousHash: head.hash, previousAt: head.at, entry }
      const hash = hashOf(linkText(link))
      const ttl = Math.ceil((at + LOG_KEEP_MS) / 1000)
      const { canceled } = await both.transaction
        .write((to) => [
          to.head
            .put({ tenantId, seq: link.seq, hash, at })
            .where(({ seq }, { eq, notExists }) => (head.seq === 0 ? notExists(seq) : eq(seq, head.seq)))
            .commit(),
          to.entry.create({ tenantId, id, userId, ...shownPlace(entry), at, ...link, hash, ttl }).commit(),
        ])
        .go()
      if (!canceled) {
        if (ends.size > MOST_ENDS) ends.clear()
        ends.set(tenantId, { seq: link.seq, hash, at })
        return true
      }
      ends.delete(tenantId)
      if (await exists(entry)) return false
      if (round > 0) await sleep(Math.random() * 15 * 2 ** Math.min(round, 5))
    }
    throw new WriteConflict('The end of this book is written to by too many at once.')
  }

  return {
    /**
     * Puts an entry at the end of its book; false when it stands there already. Entries of one worker wait for one another
     * instead of meeting at the end of the chain; who meets another worker there tries again.
     */
    append(entry: LogEntry): Promise<boolean> {
      return inTurn(entry.tenantId, () => appendNow(entry))
    },
    /** Entries of a span of time, newest first. */
    async *list({ tenantId, userId, from, to }: LogQuery): AsyncGenerator<LogEntry> {
      let cursor: string | null = null
      for (let limit = FIRST_BATCH; limit === FIRST_BATCH || cursor; limit = BATCH) {
        const query = userId
          ? entries.query.byUser({ tenantId, userId }).between({ at: Math.max(0, from) }, { at: to })
          : entries.query.primary({ tenantId }).between({ at: Math.max(0, from) }, { at: to })
        const page: { data: { entry?: unknown }[]; cursor: string | null } = await query.go({
          order: 'desc',
          limit,
          cursor,
        })
        for (const row of page.data) yield LogEntry.parse(row.entry)
        cursor = page.cursor
      }
    },
    /**
     * The newest entries of a span of time, at most so many, as they were a moment ago: of all, of those by a person, or of those that a
     * client is shown.
     */
    async latest({ tenantId, userId, clientId, from, to }: LatestQuery, limit: number): Promise<LogEntry[]> {
      const span = [{ at: Math.max(0, from) }, { at: to }] as const
      const query = userId
        ? entries.query.byUser({ tenantId, userId }).between(...span)
        : clientId
          ? entries.query
              .byClient({ shownTo: `${tenantId}#C#${clientId}` })
              .between({ shownAt: at15(Math.max(0, from)) }, { shownAt: at15(to) })
          : entries.query.primary({ tenantId }).between(...span)
      const { data }: { data: { entry?: unknown }[] } = await query.go({ order: 'desc', limit })
      return data.map(({ entry }) => LogEntry.parse(entry))
    },
    /** The whole book as it lies in the table, for the person who verifies it. */
    async chain(tenantId: string): Promise<{ links: Link[]; head: Head | undefined }> {
      const { data } = await entries.query
        .primary({ tenantId })
        .begins({ id: '' })
        .go({ pages: 'all', consistent: true })
      const head = await headOf(tenantId)
      const links = data.map(({ seq, previousHash = '', previousAt, hash, entry }) => ({
        // @NOTE what lies there is hashed as it is: a parse would hide what was put in.
        seq,
        previousHash,
        previousAt,
        hash,
        entry: entry as Link['entry'],
      }))
      return { links, head: head.seq === 0 ? undefined : head }
    },
  }
}
