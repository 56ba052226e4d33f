import { setTimeout as sleep } from 'node:timers/promises'
import { Entity, Service } from 'electrodb'
import { MINUTE } from '#shared/dates.ts'
import { ClientImport, type ImportCounts, importStatuses, isUnfinished } from '#shared/model/client-import.ts'
import { unlessOwn, unlessRefused, WriteConflict } from '../lib/errors.ts'
import { at15, electro, key, model, type Table, withoutNulls } from '../lib/table.ts'
import { whenFree } from '../lib/when-free.ts'
import { limitEntity, limitOf, type Reservation } from '../session/guard.ts'

const text = { type: 'string', required: true } as const
const number = { type: 'number', required: true } as const

const schema = {
  model: model('clientImport'),
  attributes: {
    id: text,
    companyId: text,
    fileName: text,
    status: { type: importStatuses, required: true },
    totalRows: number,
    currentRow: number,
    accepted: number,
    duplicates: number,
    rejected: number,
    reason: { type: 'string' },
    contentHash: { type: 'string' },
    confirmUntil: { type: 'number' },
    worked: { type: 'number' },
    lateRows: { type: 'list', items: { type: 'number' } },
    granted: { type: 'number' },
    invited: { type: 'number' },
    countedFor: { type: 'string' },
    resends: { type: 'number' },
    requestedBy: text,
    createdAt: number,
    updatedAt: number,
    dueAs: { type: 'string' },
    dueAt: { type: 'string' },
  },
  indexes: {
    primary: { pk: key('pk', ['companyId'], 'C#${companyId}#IMPORTS'), sk: key('sk', ['id'], '${id}') },
    // Only while it is open: the timetable finds what lies still, or what nobody confirmed in time.
    due: { index: 'gsi2', pk: key('gsi2pk', ['dueAs'], '${dueAs}'), sk: key('gsi2sk', ['dueAt'], '${dueAt}') },
  },
} as const

const MOST_TRIES = 8
const DUE = 'DUE#IMPORTS'
/** How long an import may lie untouched before the timetable looks at it. */
const STILL_MS = 10 * MINUTE
const dueKeys = (id: string, at: number) => ({ dueAs: DUE, dueAt: `${at15(at)}#${id}` })

const unset = {
  reason: null,
  contentHash: null,
  confirmUntil: null,
  worked: 0,
  lateRows: [],
  granted: null,
  invited: 0,
  countedFor: '',
  resends: 0,
}
const toImport = (row: Record<string, unknown>) => ClientImport.parse({ ...unset, ...row })

type Ref = { companyId: string; id: string }
type Checked = { contentHash: string; counts: ImportCounts; confirmUntil: number }
type Worked = { worked: number; currentRow: number; lateRows: readonly number[] }

/** Files of clients, newest last in the id. */
export function clientImports(table: Table) {
  const entity = new Entity(schema, electro(table))
  const together = new Service({ row: entity, limit: limitEntity(table) })
  return {
    async create(row: ClientImport): Promise<void> {
      await entity
        .create({ ...withoutNulls(row), ...dueKeys(row.id, row.createdAt + STILL_MS) })
        .go()
        .catch(unlessOwn)
    },
    async find({ companyId, id }: Ref): Promise<ClientImport | undefined> {
      const { data } = await entity.get({ companyId, id }).go({ consistent: true })
      return data ? toImport(data) : undefined
    },
    async listRecent(companyId: string, limit: number): Promise<ClientImport[]> {
      const { data } = await entity.query.primary({ companyId }).go({ order: 'desc', limit, consistent: true })
      return data.map(toImport)
    },
    /** Open ones of all companies that something is to be done about, the longest waiting first. */
    async listDue(
      now: number,
      limit: number,
      cursor: string | null = null,
    ): Promise<{ rows: ClientImport[]; cursor: string | null }> {
      const { data, cursor: next } = await entity.query
        .due({ dueAs: DUE })
        .lt({ dueAt: at15(now) })
        .go({ limit, cursor })
      return { rows: data.map(toImport).filter(isUnfinished), cursor: next }
    },
    /** What would be made of the file that was read; false when another one was read first, or it is over. */
    async check(ref: Ref, { contentHash, counts, confirmUntil }: Checked, now: number): Promise<boolean> {
      return entity
        .patch(ref)
        .set({ ...counts, status: 'checked', contentHash, confirmUntil, updatedAt: now })
        .set(dueKeys(ref.id, confirmUntil))
        .where((row, { eq }) => eq(row.status, 'waiting'))
        .go()
        .then(() => true, unlessRefused)
    },
    /**
     * `confirmed` for the one confirmation that begins the work. The invitations that it may send at once are counted in the
     * same write: where the day has less left nothing is counted, and the import goes on waiting. The others follow later.
     */
    async confirm(
      ref: Ref,
      quota: Reservation,
      now: number,
      accepted = quota.count,
    ): Promise<'confirmed' | 'not_waiting' | 'too_many'> {
      const { count, most, subject } = quota
      const { key: id, ttl } = limitOf(quota)
      for (let round = 0; round < MOST_TRIES; round++) {
        const { canceled, data } = await together.transaction
          .write((to) => [
            to.row
              .patch(ref)
              .set({ status: 'running', granted: count, countedFor: subject, resends: 0, updatedAt: now })
              .set(dueKeys(ref.id, now + STILL_MS))
              .where(
                (row, { eq, gt }) =>
                  `${eq(row.status, 'checked')} AND ${gt(row.confirmUntil, now)} AND ${eq(row.accepted, accepted)}`,
              )
              .commit(),
            to.limit
              .upsert({ ...id, ttl })
              .add({ count })
              .where((row, { lte, notExists }) => `${notExists(row.count)} OR ${lte(row.count, most - count)}`)
              .commit(),
          ])
          .go()
        if (!canceled) return 'confirmed'
        const [row, limit] = data as readonly { code: string }[]
        if (row?.code === 'ConditionalCheckFailed') return 'not_waiting'
        if (limit?.code === 'ConditionalCheckFailed') return 'too_many'
        await sleep(Math.random() * 20 * 2 ** round)
      }
      throw new WriteConflict('An import was confirmed by many at once.')
    },
    /** How far the work is. It never goes back, whichever worker speaks last; false when it is over or was further. */
    async advance(ref: Ref, { worked, currentRow, lateRows }: Worked, now: number): Promise<boolean> {
      return entity
        .patch(ref)
        .set({ worked, currentRow, lateRows: [...lateRows], updatedAt: now, ...dueKeys(ref.id, now + STILL_MS) })
        .where(
          (row, { eq, lt, notExists }) =>
            `${eq(row.status, 'running')} AND (${notExists(row.worked)} OR ${lt(row.worked, worked)})`,
        )
        .go()
        .then(() => true, unlessRefused)
    },
    /** Its counts, once and for all, from the check (where nothing is left to be made) or the work; false when it is over. */
    async finish(
      ref: Ref,
      from: ClientImport['status'],
      counts: ImportCounts & { contentHash?: string; invited?: number },
      now: number,
      /** When the timetable looks at the invitations that wait; undefined when none does. */
      dueAt?: number,
    ): Promise<boolean> {
      const row = entity.patch(ref).set({ ...counts, currentRow: counts.totalRows, status: 'done', updatedAt: now })
      return (dueAt === undefined ? row.remove(['dueAs', 'dueAt']) : row.set(dueKeys(ref.id, dueAt)))
        .where((row, { eq }) => eq(row.status, from))
        .go()
        .then(() => true, unlessRefused)
    },
    /** Counts invitations of another day: how many rows have one now. Undefined when somebody else did, or the day has less left. */
    async grant(read: ClientImport, quota: Reservation, now: number): Promise<boolean> {
      const { count, most } = quota
      const { key: id, ttl } = limitOf(quota)
      const { canceled } = await whenFree(() =>
        together.transaction
          .write((to) => [
            to.row
              .patch({ companyId: read.companyId, id: read.id })
              .set({ granted: (read.granted ?? 0) + count, updatedAt: now })
              .where((row, { eq }) => eq(row.granted, read.granted ?? 0))
              .commit(),
            to.limit
              .upsert({ ...id, ttl })
              .add({ count })
              .where((row, { lte, notExists }) => `${notExists(row.count)} OR ${lte(row.count, most - count)}`)
              .commit(),
          ])
          .go(),
      )
      return !canceled
    },
    /** Invitations were handed on; `dueAt` says when those that still wait are looked at, undefined that none does. */
    async noteInvited(ref: Ref, invited: number, now: number, dueAt: number | undefined): Promise<void> {
      const row = entity.patch(ref).set({ invited, updatedAt: now })
      await (dueAt === undefined ? row.remove(['dueAs', 'dueAt']) : row.set(dueKeys(ref.id, dueAt))).go()
    },
    /** The end of one that came to nothing, or not to its end. Refused when it is not what it was when it was read. */
    async close(read: ClientImport, status: 'failed' | 'ended', reason: string, now: number): Promise<boolean> {
      return entity
        .patch({ companyId: read.companyId, id: read.id })
        .set({ status, reason, updatedAt: now })
        .remove(['dueAs', 'dueAt'])
        .where((row, { eq }) => `${eq(row.status, read.status)} AND ${eq(row.updatedAt, read.updatedAt)}`)
        .go()
        .then(() => true, unlessRefused)
    },
    /** Counts one more try for lost work; false when somebody took it in hand since it was read. */
    async resend(read: ClientImport, now: number): Promise<boolean> {
      return entity
        .patch({ companyId: read.companyId, id: read.id })
        .set({ resends: read.resends + 1, updatedAt: now, ...dueKeys(read.id, now + STILL_MS) })
        .where((row, { eq }) => `${eq(row.status, read.status)} AND ${eq(row.updatedAt, read.updatedAt)}`)
        .go()
        .then(() => true, unlessRefused)
    },
  }
}
