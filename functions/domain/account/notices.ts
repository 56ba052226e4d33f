// Which notices a person sees, and what of them is new to them.
import { isFor, NOTICES_COUNTED, type Notice, type NoticeTopic, topicOf, unreadOf } from '#shared/notices.ts'
import type { NoticePlace } from '../../data/account/notice.ts'
import type { Db } from '../../data/index.ts'
import type { May } from './home/types.ts'

type Deps = { db: Pick<Db, 'notice'>; now: () => number }
export type NoticeViewer = { companyId: string; userId: string; may: May; isViewing?: boolean }

const PAGE = 20
/** A page reads no more than this, also where most of it is not for its reader: what is left is found by its cursor. */
const MOST_READ = 100

const readerOf = ({ userId, may, isViewing }: NoticeViewer) => ({
  userId,
  isViewing,
  may: (permission: Parameters<May>[0]) => may(permission, 'GET'),
})

/** The latest that are new to a person. */
export async function newTo({ db, now }: Deps, viewer: NoticeViewer) {
  const { marks, reader } = await db.notice.look(viewer.companyId, viewer.userId)
  return { marks, unread: unreadOf(marks, readerOf(viewer), reader, now()), reader }
}

type Asked = { topic?: NoticeTopic | undefined; isUnread: boolean; before?: NoticePlace | undefined }
export type NoticePage = { rows: (Notice & { isUnread: boolean })[]; next: NoticePlace | undefined }

export async function noticePage(deps: Deps, viewer: NoticeViewer, asked: Asked): Promise<NoticePage> {
  let { before } = asked
  const next = () => deps.db.notice.list(viewer.companyId, { before, limit: PAGE })
  const [{ unread }, first] = await Promise.all([newTo(deps, viewer), next()])
  const isNew = new Set(unread.map(({ id }) => id))
  const reader = readerOf(viewer)
  const isShown = (notice: Notice) =>
    isFor(reader, notice) &&
    (asked.topic === undefined || topicOf(notice.kind) === asked.topic) &&
    (!asked.isUnread || isNew.has(notice.id))
  const rows: NoticePage['rows'] = []
  let found = first
  for (let read = PAGE; ; read += PAGE) {
    for (const notice of found) {
      if (isShown(notice)) rows.push({ ...notice, isUnread: isNew.has(notice.id) })
      before = { at: notice.at, id: notice.id }
      if (rows.length === PAGE) return { rows, next: before }
    }
    if (found.length < PAGE) return { rows, next: undefined }
    if (read >= MOST_READ) return { rows, next: before }
    found = await next()
  }
}

/** Marks single ones as read, or all up to an instant. Nobody reads what is not there yet, or what is no notice of theirs. */
export async function readNotices(
  { db, now }: Deps,
  { companyId, userId }: Pick<NoticeViewer, 'companyId' | 'userId'>,
  { ids, until }: { ids: readonly string[]; until?: number | undefined },
): Promise<void> {
  const { marks, reader } = await db.notice.look(companyId, userId)
  const known = new Set(marks.map(({ id }) => id))
  await db.notice.read(
    userId,
    ids.filter((id) => known.has(id)),
  )
  // Who reads them one by one keeps no mark of what is not counted any more.
  const past = reader.read.filter((id) => !known.has(id))
  if (past.length > NOTICES_COUNTED) await db.notice.forgetRead(userId, past)
  if (until === undefined) return
  const at = Math.min(until, now())
  const later = new Set(marks.filter((mark) => mark.at > at).map(({ id }) => id))
  await db.notice.readUntil(
    userId,
    at,
    reader.read.filter((id) => !later.has(id)),
  )
}
