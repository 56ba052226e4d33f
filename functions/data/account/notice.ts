// What a company's people are told inside the application. A notice is one row, found by the event that it tells of and listed by
// time; the latest of a company also stand as short marks in one row, so that what is new to somebody costs one read, however many
// notices and people there are.
import { Entity } from 'electrodb'
import {
  NOTICE_MS,
  NOTICES_COUNTED,
  type Notice,
  type NoticeKind,
  type NoticeMark,
  type NoticeTopic,
  noticeKindNames,
  noticeTopics,
  type ReadState,
} from '#shared/notices.ts'
import { readAll } from '../lib/batch.ts'
import { unlessRefused } from '../lib/errors.ts'
import { at15, electro, key, model, type Table, withoutNulls } from '../lib/table.ts'

const text = { type: 'string', required: true } as const
const strings = { type: 'set', items: 'string' } as const

const schema = {
  model: model('notice'),
  attributes: {
    companyId: text,
    id: text,
    kind: { type: noticeKindNames, required: true },
    at: { type: 'number', required: true },
    place: text,
    userId: { type: 'string' },
    facts: { type: 'any', required: true },
    ttl: { type: 'number', required: true },
  },
  indexes: {
    primary: { pk: key('pk', ['companyId'], 'C#${companyId}#NOTICES'), sk: key('sk', ['id'], 'N#${id}') },
    latest: {
      index: 'gsi1',
      pk: key('gsi1pk', ['companyId'], 'C#${companyId}#NOTICES'),
      sk: key('gsi1sk', ['place'], '${place}'),
    },
  },
} as const

const recentSchema = {
  model: model('noticeRecent'),
  attributes: { companyId: text, marks: strings, ttl: { type: 'number' } },
  indexes: {
    primary: { pk: key('pk', ['companyId'], 'C#${companyId}#NOTICES'), sk: key('sk', [], 'RECENT') },
  },
} as const

const readerSchema = {
  model: model('noticeReader'),
  attributes: {
    userId: text,
    readUntil: { type: 'number' },
    read: strings,
    /** Topics of which this person gets no mails. */
    withoutMail: strings,
    /** The day of the newest entry of what is new that was seen. */
    newsSeen: { type: 'string' },
  },
  indexes: { primary: { pk: key('pk', ['userId'], 'U#${userId}'), sk: key('sk', [], 'NOTICES') } },
} as const

export type NoticeReader = ReadState & { withoutMail: readonly NoticeTopic[]; newsSeen: string }
export type NoticePlace = Pick<Notice, 'at' | 'id'>

const placeOf = ({ at, id }: NoticePlace) => `${at15(at)}#${id}`
/** One notice in the row of the latest. */
const toMark = ({ at, id, kind, userId }: NoticeMark) => [at15(at), id, kind, userId ?? ''].join('|')
const isKind = (kind: string | undefined): kind is NoticeKind => noticeKindNames.some((known) => known === kind)
function readMark(mark: string): NoticeMark[] {
  const [at = '', id = '', kind, userId] = mark.split('|')
  return isKind(kind) ? [{ at: Number(at), id, kind, ...(userId && { userId }) }] : []
}
const isTopic = (topic: string): topic is NoticeTopic => noticeTopics.some((known) => known === topic)
const ttlOf = (at: number) => Math.ceil((at + NOTICE_MS) / 1000)

export function notices(table: Table) {
  const entity = new Entity(schema, electro(table))
  const recent = new Entity(recentSchema, electro(table))
  const readers = new Entity(readerSchema, electro(table))

  const toNotice = ({ companyId, id, kind, at, userId, facts }: Notice): Notice => ({
    companyId,
    id,
    kind,
    at,
    ...(userId && { userId }),
    facts,
  })
  const toReader = (
    row: { readUntil?: number; read?: string[]; withoutMail?: string[]; newsSeen?: string } | null,
  ) => ({
    readUntil: row?.readUntil ?? 0,
    read: row?.read ?? [],
    withoutMail: (row?.withoutMail ?? []).filter(isTopic),
    newsSeen: row?.newsSeen ?? '',
  })
  const recentKey = (companyId: string) => ({ pk: `C#${companyId}#NOTICES`, sk: 'RECENT' })
  const readerKey = (userId: string) => ({ pk: `U#${userId}`, sk: 'NOTICES' })

  /** Adding to the set and taking out of it never meet: two at once lose nothing. */
  async function mark(notice: Notice): Promise<void> {
    const { companyId } = notice
    const { data } = await recent
      .update({ companyId })
      .add({ marks: [toMark(notice)] })
      .go({ response: 'all_new' })
    const marks = [...(data.marks ?? [])].sort()
    const tooMany = marks.slice(0, Math.max(0, marks.length - NOTICES_COUNTED))
    if (tooMany.length > NOTICES_COUNTED / 4) await recent.update({ companyId }).delete({ marks: tooMany }).go()
  }

  return {
    /** False where this event was told before: then nothing changes, but that it stands among the latest as it was. */
    async add(notice: Notice): Promise<boolean> {
      const isNew = await entity
        .create(withoutNulls({ ...notice, place: placeOf(notice), ttl: ttlOf(notice.at) }))
        .go()
        .then(() => true, unlessRefused)
      if (isNew) await mark(notice)
      else {
        // Who wrote it may have crashed before it stood there. An old one is not put back: it would go again at once.
        const { data } = await entity.get({ companyId: notice.companyId, id: notice.id }).go({ consistent: true })
        if (data) await mark(toNotice(data))
      }
      return isNew
    },
    /** Whether an event was told. */
    async has({ companyId, id }: Pick<Notice, 'companyId' | 'id'>): Promise<boolean> {
      const { data } = await entity.get({ companyId, id }).go({ consistent: true })
      return data !== null
    },
    /** The latest of a company before the one that was seen last. */
    async list(companyId: string, { before, limit }: { before?: NoticePlace | undefined; limit: number }) {
      const { data } = await entity.query
        .latest({ companyId })
        .lt({ place: before ? placeOf(before) : '~' })
        .go({ order: 'desc', limit })
      return data.map(toNotice)
    },
    /** Marks of the latest of a company, and what a person has read of them: one read unit. */
    async look(companyId: string, userId: string): Promise<{ marks: NoticeMark[]; reader: NoticeReader }> {
      const keys = [recentKey(companyId), readerKey(userId)]
      const items = await readAll(table, keys, 'may be a moment old')
      const at = (sk: string) => items.find((item) => item.sk === sk)
      const [ofCompany, ofUser] = [at('RECENT'), at('NOTICES')]
      const { data: row } = ofCompany ? recent.parse({ Item: ofCompany }) : { data: null }
      const { data: own } = ofUser ? readers.parse({ Item: ofUser }) : { data: null }
      const marks = [...(row?.marks ?? [])].sort().slice(-NOTICES_COUNTED)
      return { marks: marks.flatMap(readMark), reader: toReader(own) }
    },
    async reader(userId: string): Promise<NoticeReader> {
      const { data } = await readers.get({ userId }).go({ consistent: true })
      return toReader(data)
    },
    /** These are read. Two at once read both. */
    async read(userId: string, ids: readonly string[]): Promise<void> {
      if (ids.length > 0)
        await readers
          .update({ userId })
          .add({ read: [...ids] })
          .go()
    },
    /** Single marks that say nothing any more. */
    async forgetRead(userId: string, ids: readonly string[]): Promise<void> {
      if (ids.length > 0)
        await readers
          .update({ userId })
          .delete({ read: [...ids] })
          .go()
    },
    /** All up to an instant are read; `needless` are single marks that this makes so. It never goes back. */
    async readUntil(userId: string, at: number, needless: readonly string[]): Promise<void> {
      await readers
        .update({ userId })
        .set({ readUntil: at })
        .where((row, { lt, notExists }) => `${notExists(row.readUntil)} OR ${lt(row.readUntil, at)}`)
        .go()
        .then(() => true, unlessRefused)
      await this.forgetRead(userId, needless)
    },
    /** Topics of which a person wants no mails, or mails again; of two at once each changes its own. */
    async chooseMails(
      userId: string,
      { without, with: again }: { without: readonly NoticeTopic[]; with: readonly NoticeTopic[] },
    ): Promise<void> {
      const row = () => readers.update({ userId })
      await Promise.all([
        again.length > 0
          ? row()
              .delete({ withoutMail: [...again] })
              .go()
          : undefined,
        without.length > 0
          ? row()
              .add({ withoutMail: [...without] })
              .go()
          : undefined,
      ])
    },
    /** No mails of this topic any more. Two at once end both of theirs. */
    async endMails(userId: string, topic: NoticeTopic): Promise<void> {
      await readers
        .update({ userId })
        .add({ withoutMail: [topic] })
        .go()
    },
    async seeNews(userId: string, day: string): Promise<void> {
      await readers
        .update({ userId })
        .set({ newsSeen: day })
        .where((row, { lt, notExists }) => `${notExists(row.newsSeen)} OR ${lt(row.newsSeen, day)}`)
        .go()
        .then(() => true, unlessRefused)
    },
  }
}
