import { Entity, Service } from 'electrodb'
import { isOpen, Upload, uploadStatuses } from '#shared/model/upload.ts'
import { unlessOwn, unlessRefused } from '../lib/errors.ts'
import { at15, electro, key, model, type Table, withoutNulls } from '../lib/table.ts'
import { limitEntity } from '../session/guard.ts'
import { type AwaitedLimits, awaitedFiles } from './awaited.ts'

const number = { type: 'number', required: true } as const

export const uploadSchema = {
  model: model('upload'),
  attributes: {
    id: { type: 'string', required: true },
    companyId: { type: 'string', required: true },
    campaignType: { type: 'string', required: true },
    fileName: { type: 'string', required: true },
    status: { type: uploadStatuses, required: true },
    epoch: number,
    totalRows: number,
    currentRow: number,
    accepted: number,
    duplicates: number,
    rejected: number,
    plan: { type: 'any' },
    resends: number,
    reason: { type: 'string' },
    requestedBy: { type: 'string', required: true },
    batchId: { type: 'string' },
    createdAt: number,
    updatedAt: number,
    openAs: { type: 'string' },
    openAt: { type: 'string' },
  },
  indexes: {
    primary: { pk: key('pk', ['companyId'], 'C#${companyId}#UPLOADS'), sk: key('sk', ['id'], '${id}') },
    // Only while an upload is open: the schedule finds what lies still without looking at what is done.
    open: { index: 'gsi2', pk: key('gsi2pk', ['openAs'], '${openAs}'), sk: key('gsi2sk', ['openAt'], '${openAt}') },
  },
} as const

/** Most companies have one list: its first look finds all. */
const MOST_LOOKS = 10

const OPEN = 'DUE#UPLOADS'
/** Index keys of an open upload, by when it was last taken in hand. */
export const openKeys = (id: string, at: number) => ({ openAs: OPEN, openAt: `${at15(at)}#${id}` })

const toUpload = (row: Record<string, unknown>): Upload => Upload.parse({ plan: null, reason: null, ...row })

/** Files on their way into an exclusion list, newest last in the id. */
export function uploads(table: Table) {
  const entity = new Entity(uploadSchema, electro(table))
  const both = new Service({ upload: entity, limit: limitEntity(table) })
  const awaited = awaitedFiles(table, 'awaited-uploads')
  const rowOf = (upload: Upload) => ({ ...withoutNulls(upload), ...openKeys(upload.id, upload.createdAt) })

  /** Whose file has not come yet, of those that were asked for since then; the ids of these begin with their time. */
  async function countAwaited(companyId: string, since: number): Promise<number> {
    let count = 0
    let cursor: string | null = null
    do {
      const page: { data: { status: string; createdAt: number }[]; cursor: string | null } = await entity.query
        .primary({ companyId })
        .go({ order: 'desc', consistent: true, limit: 200, cursor })
      count += page.data.filter(({ status, createdAt }) => status === 'waiting' && createdAt > since).length
      cursor = page.data.every(({ createdAt }) => createdAt > since) ? page.cursor : null
    } while (cursor)
    return count
  }

  return {
    /** False where as many files of the company are awaited as may be. */
    announce: (upload: Upload, limits: AwaitedLimits): Promise<boolean> =>
      awaited.announce(
        upload,
        limits,
        (room) =>
          both.transaction.write((to) => [awaited.take(to, room), to.upload.create(rowOf(upload)).commit()]).go(),
        countAwaited,
      ),
    async create(upload: Upload): Promise<Upload> {
      await entity.create(rowOf(upload)).go().catch(unlessOwn)
      return upload
    },
    async find(companyId: string, id: string): Promise<Upload | undefined> {
      const { data } = await entity.get({ companyId, id }).go({ consistent: true })
      return data ? toUpload(data) : undefined
    },
    /**
     * The newest first, of one list where its scope is named; consistent, so that the person who asked for an upload finds it in the
     * next look. Those of one list that lie behind very many of others are not looked for.
     */
    async listRecent(companyId: string, limit: number, scope?: string): Promise<Upload[]> {
      const all = entity.query.primary({ companyId })
      const how = { order: 'desc', consistent: true } as const
      const { data } =
        scope === undefined
          ? await all.go({ ...how, limit })
          : await all
              .where((item, { eq }) => eq(item.campaignType, scope))
              .go({ ...how, limit, count: limit, pages: MOST_LOOKS })
      return data.map(toUpload)
    },
    /** All whose records are in the list of this epoch, oldest first. */
    async listImported(companyId: string, campaignType: string, epoch: number): Promise<Upload[]> {
      const { data } = await entity.query.primary({ companyId }).go({ pages: 'all', consistent: true })
      return data
        .map(toUpload)
        .filter(
          (row) =>
            row.status === 'done' && row.campaignType === campaignType && row.epoch === epoch && row.accepted > 0,
        )
    },
    /** A page of open ones of all companies that nobody took in hand since a moment, longest ago first; no cursor after the last. */
    async listUntouched(
      since: number,
      limit: number,
      cursor: string | null = null,
    ): Promise<{ uploads: Upload[]; cursor: string | null }> {
      const { data, cursor: next } = await entity.query
        .open({ openAs: OPEN })
        .lt({ openAt: at15(since) })
        .go({ limit, cursor })
      return { uploads: data.map(toUpload).filter((row) => isOpen(row) && row.updatedAt < since), cursor: next }
    },
    /** Takes an open upload in hand; false when it is closed already, or when what should wait is running. */
    async mark(companyId: string, id: string, status: 'queued' | 'running', now: number): Promise<boolean> {
      return (
        entity
          .patch({ companyId, id })
          // One that waits its turn is not lost, however often it was sent.
          .set({ status, updatedAt: now, ...(status === 'queued' && { resends: 0 }), ...openKeys(id, now) })
          .where((item, { eq }) => {
            const isWaiting = `${eq(item.status, 'waiting')} OR ${eq(item.status, 'queued')}`
            return status === 'running' ? `${isWaiting} OR ${eq(item.status, 'running')}` : isWaiting
          })
          .go()
          .then(() => true, unlessRefused)
      )
    },
    /** Tells how far the work is. Never goes back, whichever worker speaks last. */
    async advance(companyId: string, id: string, currentRow: number, now: number): Promise<boolean> {
      return entity
        .patch({ companyId, id })
        .set({ currentRow, updatedAt: now })
        .where((item, { eq, lt }) => `${eq(item.status, 'running')} AND ${lt(item.currentRow, currentRow)}`)
        .go()
        .then(() => true, unlessRefused)
    },
    /** Ends an upload that holds no list; false when it is closed already. */
    async close(
      companyId: string,
      id: string,
      status: 'failed' | 'purged',
      reason: string,
      now: number,
    ): Promise<boolean> {
      return entity
        .patch({ companyId, id })
        .set({ status, reason, updatedAt: now })
        .remove(['openAs', 'openAt'])
        .where(
          (item, { eq }) =>
            `${eq(item.status, 'waiting')} OR ${eq(item.status, 'queued')} OR ${eq(item.status, 'running')}`,
        )
        .go()
        .then(() => true, unlessRefused)
    },
    /** Ends one that holds no list and that nobody took in hand since it was read; false when somebody did. */
    async closeAsRead(read: Upload, reason: string, now: number): Promise<boolean> {
      return entity
        .patch({ companyId: read.companyId, id: read.id })
        .set({ status: 'failed', reason, updatedAt: now })
        .remove(['openAs', 'openAt'])
        .where((item, { eq }) => `${eq(item.status, read.status)} AND ${eq(item.updatedAt, read.updatedAt)}`)
        .go()
        .then(() => true, unlessRefused)
    },
    /** Counts one more try for lost work; false when somebody took it in hand since it was read. */
    async resend(upload: Upload, now: number): Promise<boolean> {
      return entity
        .patch({ companyId: upload.companyId, id: upload.id })
        .set({ resends: upload.resends + 1, updatedAt: now, ...openKeys(upload.id, now) })
        .where((item, { eq }) => `${eq(item.status, upload.status)} AND ${eq(item.updatedAt, upload.updatedAt)}`)
        .go()
        .then(() => true, unlessRefused)
    },
  }
}
