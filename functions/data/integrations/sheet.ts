// Spreadsheets that campaigns keep at Google: the latest one gets the rows, earlier ones stay to be read. One worker at a time
// writes for a campaign, by a lease.
import { randomUUID } from 'node:crypto'
import { Entity } from 'electrodb'
import { CampaignSheet } from '#shared/model/campaign-sheet.ts'
import { unlessRefused } from '../lib/errors.ts'
import { electro, key, model, type Table } from '../lib/table.ts'

const text = { type: 'string', required: true } as const
const number = { type: 'number', required: true } as const
const pk = key('pk', ['companyId', 'campaignId'], 'C#${companyId}#SHEETS#${campaignId}')

const sheetSchema = {
  model: model('sheet'),
  attributes: {
    companyId: text,
    campaignId: text,
    /** From 1, the latest is the highest. */
    number,
    ownerId: text,
    account: { type: 'string' },
    fileId: text,
    url: text,
    title: text,
    madeAt: number,
    sharedWith: { type: 'list', items: { type: 'string' }, required: true },
    sharing: { type: 'list', items: { type: 'string' } },
    grants: { type: 'any' },
    role: { type: ['reader', 'writer'] as const },
    refused: { type: 'list', items: { type: 'string' } },
  },
  indexes: { primary: { pk, sk: key('sk', ['number'], 'SHEET#${number}') } },
} as const

const writerSchema = {
  model: model('sheetWriter'),
  attributes: {
    companyId: text,
    campaignId: text,
    takenBy: { type: 'string' },
    takenUntil: { type: 'number' },
    /** A worker began to write, and did not say how it ended: what is in the sheet is looked at first. */
    isUnsure: { type: 'boolean' },
    /** The number that the next sheet gets: raised by who asks for a new one. */
    wanted: { type: 'number' },
  },
  indexes: { primary: { pk, sk: key('sk', [], 'WRITER') } },
} as const

type Campaign = { companyId: string; id: string }
export type SheetWriter = { takenBy: string; isUnsure: boolean; wanted: number }

const keyOf = ({ companyId, id: campaignId }: Campaign) => ({ companyId, campaignId })

export function sheets(table: Table) {
  const entity = new Entity(sheetSchema, electro(table))
  const writers = new Entity(writerSchema, electro(table))

  /** The latest first. All of them: their keys are in no order of numbers, and the latest may come last. */
  async function list(campaign: Campaign): Promise<CampaignSheet[]> {
    const { data } = await entity.query.primary(keyOf(campaign)).go({ pages: 'all', consistent: true })
    return data.map((row) => CampaignSheet.parse(row)).sort((a, b) => b.number - a.number)
  }

  return {
    list,
    /** False when another worker made one of this number. */
    add({ role, ...sheet }: CampaignSheet): Promise<boolean> {
      return entity
        .create({ ...sheet, ...(role && { role }) })
        .go()
        .then(() => true, unlessRefused)
    },
    /** Who may read it now, and whom Google refused. */
    async keepShared(
      { companyId, campaignId, number }: CampaignSheet,
      shared: Pick<CampaignSheet, 'sharedWith' | 'sharing' | 'grants' | 'refused'>,
    ): Promise<void> {
      await entity.patch({ companyId, campaignId, number }).set(shared).go().catch(unlessRefused)
    },
    /** Before Google is asked: of a worker that crashes then, somebody knows who may read it. */
    async keepSharing({ companyId, campaignId, number }: CampaignSheet, sharing: string[]): Promise<void> {
      await entity.patch({ companyId, campaignId, number }).set({ sharing }).go().catch(unlessRefused)
    },
    /** What all whom it is shared with may do now. */
    async keepRole({ companyId, campaignId, number }: CampaignSheet, role: 'reader' | 'writer'): Promise<void> {
      await entity.patch({ companyId, campaignId, number }).set({ role }).go().catch(unlessRefused)
    },
    /** Gives the writing to one worker until then. Undefined while another has it. */
    async takeWriter(campaign: Campaign, now: number, until: number): Promise<SheetWriter | undefined> {
      const takenBy = randomUUID()
      const got = await writers
        .upsert({ ...keyOf(campaign), takenBy, takenUntil: until, isUnsure: true })
        .where((row, { lt, notExists }) => `${notExists(row.takenUntil)} OR ${lt(row.takenUntil, now)}`)
        .go({ response: 'all_old' })
        .catch(unlessRefused)
      if (!got) return undefined
      return { takenBy, isUnsure: got.data?.isUnsure === true, wanted: got.data?.wanted ?? 1 }
    },
    /** Lets the next one write. `isUnsure`: nobody knows whether the rows arrived. */
    async freeWriter(campaign: Campaign, { takenBy }: SheetWriter, isUnsure: boolean): Promise<void> {
      await writers
        .patch(keyOf(campaign))
        .set({ takenUntil: 0, isUnsure })
        .where((row, { eq }) => eq(row.takenBy, takenBy))
        .go()
        .catch(unlessRefused)
    },
    /** Rows go to a sheet of this number from now on. False when somebody asked for it before. */
    want(campaign: Campaign, number: number): Promise<boolean> {
      return writers
        .upsert({ ...keyOf(campaign), wanted: number })
        .where((row, { lt, notExists }) => `${notExists(row.wanted)} OR ${lt(row.wanted, number)}`)
        .go()
        .then(() => true, unlessRefused)
    },
  }
}
