// Which campaigns of a client, or of an agency, have leads in a month: a report looks at these, and at no other. The first lead of a
// campaign's month writes both rows in its transaction. They say what never changes, so nothing ever writes them again.
import { Entity } from 'electrodb'
import type { Campaign } from '#shared/model/campaign.ts'
import { type ProductLine, productLines } from '#shared/model/company.ts'
import { shortIdentifiers } from '../companies/list-schema.ts'
import { electro, key, model, type Table } from '../lib/table.ts'

const text = { type: 'string', required: true } as const

// Read by the hundred: names of attributes are short.
const schema = {
  model: model('lm'),
  attributes: {
    /** The client of the campaign, or its agency. */
    ownerId: { ...text, field: 'ow' },
    /** `YYYY-MM` of the campaign's zone. */
    month: { ...text, field: 'm' },
    campaignId: { ...text, field: 'id' },
    companyId: { ...text, field: 'co' },
    line: { type: productLines, required: true, field: 'li' },
    number: { ...text, field: 'no' },
    timeZone: { ...text, field: 'tz' },
  },
  indexes: {
    primary: {
      pk: key('pk', ['ownerId'], 'C#${ownerId}#LEADMONTHS'),
      sk: key('sk', ['month', 'campaignId'], '${month}#${campaignId}'),
    },
  },
} as const
export const leadMonthEntity = (table: Table) => new Entity(schema, { ...electro(table), ...shortIdentifiers })

/** What of a campaign that has leads never changes: the day of a lead is one of its zone, so it keeps that. */
export type LeadCampaign = Pick<Campaign, 'id' | 'companyId' | 'line' | 'number' | 'timeZone'>
type Of = LeadCampaign & Pick<Campaign, 'agencyId'>

export const leadMonthRows = ({ id: campaignId, companyId, agencyId, line, number, timeZone }: Of, month: string) =>
  [companyId, agencyId].map((ownerId) => ({ ownerId, month, campaignId, companyId, line, number, timeZone }))

type Row = Omit<LeadCampaign, 'id'> & { campaignId: string }
const toCampaign = ({ campaignId: id, companyId, line, number, timeZone }: Row): LeadCampaign => ({
  id,
  companyId,
  line,
  number,
  timeZone,
})

/** Rows that are looked through at once for the first one of a product. */
const AT_ONCE = 100

/** `line`: only those of one product. */
type Asked = { from: string; to: string; line: ProductLine | undefined }

export function leadMonths(table: Table) {
  const entity = leadMonthEntity(table)

  return {
    /** The campaigns of a client or of an agency that have leads in some months, both ends included, each once and in no order. */
    async list(ownerId: string, { from, to, line }: Asked): Promise<LeadCampaign[]> {
      const { data } = await entity.query
        .primary({ ownerId })
        .between({ month: from, campaignId: '' }, { month: to, campaignId: '~' })
        .go({ pages: 'all' })
      const found = new Map<string, LeadCampaign>()
      for (const row of data) if (!line || row.line === line) found.set(row.campaignId, toCampaign(row))
      return [...found.values()]
    },
    /** The first month in which any has leads; undefined while there are none. */
    async first(ownerId: string, line: ProductLine | undefined): Promise<string | undefined> {
      const all = entity.query.primary({ ownerId })
      const { data } = line
        ? await all.where((row, { eq }) => eq(row.line, line)).go({ limit: AT_ONCE, count: 1, pages: 'all' })
        : await all.go({ limit: 1 })
      return data[0]?.month
    },
  }
}
