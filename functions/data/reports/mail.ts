// How often a person wants reports by mail, when the next one leaves, and what the link holds that ends them.
import { randomUUID } from 'node:crypto'
import { Entity } from 'electrodb'
import { type MailRhythm, type ReportRhythm, reportInstant, reportRhythms } from '#shared/reports/report-mail.ts'
import { unlessRefused } from '../lib/errors.ts'
import { at15, electro, key, model, type Table } from '../lib/table.ts'

const text = { type: 'string', required: true } as const

const schema = {
  model: model('reportMail'),
  attributes: {
    userId: text,
    /** The agency of the person, whose mails wait for each other. */
    agencyId: text,
    rhythm: { type: reportRhythms, required: true },
    /** The morning (`YYYY-MM-DD`) of the next mail; of the last one, where there is none any more. */
    day: text,
    /** Who knows the secret may end these mails, and nothing else. It stays for life, so that the links of old mails work. */
    sealedSecret: text,
    /** What the secret of a link is compared with. */
    secretHash: text,
    /** Another one after each write: of two who read the same row, one may change it. */
    stamp: text,
    dueAs: { type: 'string' },
    dueAt: { type: 'string' },
  },
  indexes: {
    primary: { pk: key('pk', ['userId'], 'U#${userId}'), sk: key('sk', [], 'REPORTS') },
    due: { index: 'gsi2', pk: key('gsi2pk', ['dueAs'], '${dueAs}'), sk: key('gsi2sk', ['dueAt'], '${dueAt}') },
  },
} as const

export type ReportMail = {
  userId: string
  agencyId: string
  rhythm: ReportRhythm
  day: string
  sealedSecret: string
  secretHash: string
  stamp: string
}

const REPORTS = 'DUE#REPORTS'
/** When the mail of a morning is due, in the zone of the company. */
export type NextReport = { rhythm: MailRhythm; day: string; timeZone: string }

export function reportMails(table: Table) {
  const entity = new Entity(schema, electro(table))

  const put = (row: Omit<ReportMail, 'stamp'>, seen: ReportMail | undefined, due: { dueAs?: string; dueAt?: string }) =>
    entity
      .put({ ...row, ...due, stamp: randomUUID() })
      .where((now, { eq, notExists }) => (seen ? eq(now.stamp, seen.stamp) : notExists(now.stamp)))
      .go()
      .then(() => true, unlessRefused)

  return {
    /** As it stands now; undefined for who never chose. */
    async find(userId: string): Promise<ReportMail | undefined> {
      const { data } = await entity.get({ userId }).go({ consistent: true })
      if (!data) return undefined
      const { dueAs: _, dueAt: __, ...row } = data
      return row
    },
    /** The next mail leaves on this morning. False when somebody else changed the row since it was `seen`. */
    plan(
      {
        userId,
        agencyId,
        sealedSecret,
        secretHash,
      }: Pick<ReportMail, 'userId' | 'agencyId' | 'sealedSecret' | 'secretHash'>,
      seen: ReportMail | undefined,
      { rhythm, day, timeZone }: NextReport,
    ): Promise<boolean> {
      const dueAt = `${at15(reportInstant(timeZone, day))}#${userId}`
      return put({ userId, agencyId, rhythm, day, sealedSecret, secretHash }, seen, { dueAs: REPORTS, dueAt })
    },
    /** No mail leaves any more. */
    end({ stamp, ...row }: ReportMail): Promise<boolean> {
      return put({ ...row, rhythm: 'off' }, { ...row, stamp }, {})
    },
    /** Those of all tenants that are due at an instant (ms), the longest waiting first. */
    async listDue(at: number, limit: number): Promise<Pick<ReportMail, 'userId' | 'agencyId'>[]> {
      const { data } = await entity.query
        .due({ dueAs: REPORTS })
        .lt({ dueAt: at15(at + 1) })
        .go({ count: limit, pages: 'all' })
      return data.map(({ userId, agencyId }) => ({ userId, agencyId }))
    },
  }
}
