// Tells the people of a company something inside the application, once for each event however often it is asked for.
import { createHash } from 'node:crypto'
import { factsOf, type NoticeKind } from '#shared/notices.ts'
import type { Db } from '../../data/index.ts'
import type { Report } from '../lib/report-fault.ts'

export type NoticeDeps = { db: Pick<Db, 'notice'>; now: () => number }

/** What a notice of an event is called within its company. */
export const idOf = (kind: NoticeKind, about: string) =>
  createHash('sha256').update(`${kind}:${about}`).digest('base64url').slice(0, 16)

type Told = {
  companyId: string
  kind: NoticeKind
  /** Names the event within its company. */
  about: string
  facts?: object
  /** The one person whom it is for. */
  userId?: string | undefined
}

export async function addNotice(
  { db, now }: NoticeDeps,
  { companyId, kind, about, facts = {}, userId }: Told,
): Promise<void> {
  await db.notice.add({ companyId, kind, id: idOf(kind, about), at: now(), facts: factsOf(kind, facts), userId })
}

/** The same for a notice of a change that has happened: that it could not be told turns nothing into a failure. */
export async function tryNotice({ report, ...deps }: NoticeDeps & { report: Report }, told: Told): Promise<void> {
  await addNotice(deps, told).catch((error: unknown) => report(`a notice was lost (${told.kind})`, error))
}
