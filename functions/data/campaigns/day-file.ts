// Which campaigns have the leads of each day mailed as a file, and which day comes next. The transaction that has a campaign want
// that writes the row; the job that mails a day moves it on.
import { randomUUID } from 'node:crypto'
import { Entity } from 'electrodb'
import { dayFileInstant } from '#shared/campaigns/day-file.ts'
import { dayIn } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { unlessRefused } from '../lib/errors.ts'
import { at15, electro, key, model, type Table } from '../lib/table.ts'

const text = { type: 'string', required: true } as const

const schema = {
  model: model('dayFile'),
  attributes: {
    companyId: text,
    campaignId: text,
    agencyId: text,
    /** The next day (`YYYY-MM-DD`, of the campaign's zone) whose leads are mailed. */
    day: text,
    /** Another one after each write: of two workers who read the same row, one may change it. */
    stamp: text,
    dueAs: text,
    dueAt: text,
  },
  indexes: {
    primary: {
      pk: key('pk', ['companyId'], 'C#${companyId}#DAYFILES'),
      sk: key('sk', ['campaignId'], '${campaignId}'),
    },
    due: { index: 'gsi2', pk: key('gsi2pk', ['dueAs'], '${dueAs}'), sk: key('gsi2sk', ['dueAt'], '${dueAt}') },
  },
} as const
export const dayFileEntity = (table: Table) => new Entity(schema, electro(table))

export type DayFileRef = { companyId: string; campaignId: string }
export type DayFile = DayFileRef & { agencyId: string; day: string; stamp: string }

const DAY_FILES = 'DUE#DAYFILES'

/** The row of a campaign whose leads are mailed from the day of an instant (ms) on. */
export const firstDayFile = ({ companyId, id, agencyId, timeZone }: Campaign, at: number) =>
  rowOf({ companyId, campaignId: id, agencyId }, timeZone, dayIn(timeZone, at))

const rowOf = (of: DayFileRef & { agencyId: string }, timeZone: string, day: string) => ({
  ...of,
  day,
  stamp: randomUUID(),
  dueAs: DAY_FILES,
  dueAt: `${at15(dayFileInstant(timeZone, day))}#${of.campaignId}`,
})

export function dayFiles(table: Table) {
  const entity = dayFileEntity(table)
  return {
    /** As it stands now; undefined where nothing is to be mailed. */
    async find({ companyId, campaignId }: DayFileRef): Promise<DayFile | undefined> {
      const { data } = await entity.get({ companyId, campaignId }).go({ consistent: true })
      if (!data) return undefined
      const { dueAs: _, dueAt: __, ...row } = data
      return row
    },
    /** Goes on to another day, in the zone of the campaign. False when somebody else changed the row since it was read. */
    moveTo(day: string, { stamp, companyId, campaignId, agencyId }: DayFile, timeZone: string): Promise<boolean> {
      return entity
        .put(rowOf({ companyId, campaignId, agencyId }, timeZone, day))
        .where((row, { eq }) => eq(row.stamp, stamp))
        .go()
        .then(() => true, unlessRefused)
    },
    /** Removes it as it was read. */
    async remove({ companyId, campaignId, stamp }: DayFile): Promise<void> {
      const removal = entity.delete({ companyId, campaignId }).where((row, { eq }) => eq(row.stamp, stamp))
      await removal.go().catch(unlessRefused)
    },
    /** Those of all tenants that are due at an instant (ms), the longest waiting first. */
    async listDue(at: number, limit: number): Promise<(DayFileRef & { agencyId: string })[]> {
      const { data } = await entity.query
        .due({ dueAs: DAY_FILES })
        .lt({ dueAt: at15(at + 1) })
        .go({ count: limit, pages: 'all' })
      return data.map(({ companyId, campaignId, agencyId }) => ({ companyId, campaignId, agencyId }))
    },
  }
}
