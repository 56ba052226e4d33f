// How far the pulls of campaigns are that look for people by what they search. The transaction that starts a campaign writes the
// row, and the one that stops it marks the row: a page that a worker had in hand is seen through before the row goes.
import { randomUUID } from 'node:crypto'
import { Entity } from 'electrodb'
import { noWindow, type PullState } from '#shared/campaigns/pull.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { unlessRefused } from '../lib/errors.ts'
import { at15, electro, key, model, type Table, withoutNulls } from '../lib/table.ts'

const text = { type: 'string', required: true } as const
const number = { type: 'number', required: true } as const

const schema = {
  model: model('pull'),
  attributes: {
    companyId: text,
    campaignId: text,
    agencyId: text,
    pulledTo: number,
    isNew: { type: 'boolean', required: true },
    windowEnd: number,
    question: text,
    page: number,
    cursor: { type: 'string' },
    limit: number,
    /** When it is looked at again. */
    nextAt: number,
    /** Until when a worker has it; 0 while nobody does. */
    leasedUntil: number,
    /** Questions in a row that got no answer. */
    failures: number,
    /** The campaign was stopped: nothing is asked for any more. */
    isEnded: { type: 'boolean' },
    /** Another one after each write: of two workers who read the same row, one may change it. */
    stamp: text,
    dueAs: text,
    dueAt: text,
  },
  indexes: {
    primary: { pk: key('pk', ['companyId'], 'C#${companyId}#PULLS'), sk: key('sk', ['campaignId'], '${campaignId}') },
    due: { index: 'gsi2', pk: key('gsi2pk', ['dueAs'], '${dueAs}'), sk: key('gsi2sk', ['dueAt'], '${dueAt}') },
  },
} as const
export const pullEntity = (table: Table) => new Entity(schema, electro(table))

export type Pull = PullState & {
  companyId: string
  campaignId: string
  agencyId: string
  nextAt: number
  leasedUntil: number
  failures: number
  isEnded: boolean
  stamp: string
}
export type PullRef = Pick<Pull, 'companyId' | 'campaignId'>

const PULLS = 'DUE#PULLS'
const toRow = (pull: Pull) => withoutNulls({ ...pull, dueAs: PULLS, dueAt: `${at15(pull.nextAt)}#${pull.campaignId}` })

/** The row of a campaign that starts at an instant (ms): it is due at once, and asks for what is searched from then on. */
export const firstPull = ({ companyId, id, agencyId }: Pick<Campaign, 'companyId' | 'id' | 'agencyId'>, at: number) =>
  toRow({
    companyId,
    campaignId: id,
    agencyId,
    pulledTo: at,
    isNew: true,
    ...noWindow,
    nextAt: at,
    leasedUntil: 0,
    failures: 0,
    isEnded: false,
    stamp: randomUUID(),
  })
/** What marks the row of a campaign that stops: a worker who has it learns of that with its next write. */
export const endedPull = () => ({ isEnded: true, stamp: randomUUID() })

export function pulls(table: Table) {
  const entity = pullEntity(table)
  return {
    /** As it stands now; undefined where nothing is to be asked for. */
    async find({ companyId, campaignId }: PullRef): Promise<Pull | undefined> {
      const { data } = await entity.get({ companyId, campaignId }).go({ consistent: true })
      if (!data) return undefined
      const { dueAs: _, dueAt: __, ...row } = data
      return { ...row, cursor: row.cursor ?? null, isEnded: row.isEnded === true }
    },
    /**
     * Changes it as it was read; answers how it is then, or undefined when somebody else changed it since, or the campaign was
     * stopped.
     */
    async save(
      seen: Pull,
      changes: Partial<Omit<Pull, 'companyId' | 'campaignId' | 'stamp'>>,
    ): Promise<Pull | undefined> {
      const pull = { ...seen, ...changes, stamp: randomUUID() }
      const isSaved = await entity
        .put(toRow(pull))
        .where((row, { eq }) => eq(row.stamp, seen.stamp))
        .go()
        .then(() => true, unlessRefused)
      return isSaved ? pull : undefined
    },
    /** Removes it as it was read; where somebody changed it since, it stays. */
    async remove({ companyId, campaignId, stamp }: Pull): Promise<void> {
      const removal = entity.delete({ companyId, campaignId }).where((row, { eq }) => eq(row.stamp, stamp))
      await removal.go().catch(unlessRefused)
    },
    /** Removes the row of a campaign that was stopped meanwhile; where it runs, the row stays. */
    async removeEnded({ companyId, campaignId }: PullRef): Promise<void> {
      const removal = entity.delete({ companyId, campaignId }).where((row, { eq }) => eq(row.isEnded, true))
      await removal.go().catch(unlessRefused)
    },
    /** Those of all tenants that are due at an instant (ms), the longest waiting first. */
    async listDue(at: number, limit: number): Promise<Pick<Pull, 'companyId' | 'campaignId' | 'agencyId'>[]> {
      const { data } = await entity.query
        .due({ dueAs: PULLS })
        .lt({ dueAt: at15(at + 1) })
        .go({ count: limit, pages: 'all' })
      return data.map(({ companyId, campaignId, agencyId }) => ({ companyId, campaignId, agencyId }))
    },
  }
}
