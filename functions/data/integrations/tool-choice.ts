// What each campaign chose of each tool: whether its leads go there, by whose connection, and to which lists, tags or groups.
import { Entity } from 'electrodb'
import { ToolChoiceOfCampaign } from '#shared/model/tool-connection.ts'
import { unlessRefused } from '../lib/errors.ts'
import { electro, key, model, type Table } from '../lib/table.ts'

const text = { type: 'string', required: true } as const

const schema = {
  model: model('toolChoice'),
  attributes: {
    companyId: text,
    campaignId: text,
    slug: text,
    ownerId: text,
    isEnabled: { type: 'boolean', required: true },
    values: { type: 'any', required: true },
  },
  indexes: {
    primary: {
      pk: key('pk', ['companyId', 'campaignId'], 'C#${companyId}#CHOICES#${campaignId}'),
      sk: key('sk', ['slug'], '${slug}'),
    },
  },
} as const

type Campaign = { companyId: string; id: string }

function toChoices(rows: readonly unknown[]): ToolChoiceOfCampaign[] {
  return rows.flatMap((row) => {
    const parsed = ToolChoiceOfCampaign.safeParse(row)
    return parsed.success ? [parsed.data] : []
  })
}

export function toolChoices(table: Table) {
  const entity = new Entity(schema, electro(table))
  return {
    /** Leads on their way may go by a list that is a moment old. */
    async list({ companyId, id: campaignId }: Campaign, consistent = true): Promise<ToolChoiceOfCampaign[]> {
      const { data } = await entity.query.primary({ companyId, campaignId }).go({ pages: 'all', consistent })
      return toChoices(data)
    },
    async find({
      companyId,
      campaignId,
      slug,
    }: Pick<ToolChoiceOfCampaign, 'companyId' | 'campaignId' | 'slug'>): Promise<ToolChoiceOfCampaign | undefined> {
      const { data } = await entity.get({ companyId, campaignId, slug }).go({ consistent: true })
      return data ? toChoices([data])[0] : undefined
    },
    /** False where it is not what it was when it was read any more. */
    change(before: ToolChoiceOfCampaign | undefined, choice: ToolChoiceOfCampaign): Promise<boolean> {
      return entity
        .put({ ...choice, values: { ...choice.values } })
        .where((row, { eq, notExists }) =>
          before
            ? `${eq(row.isEnabled, before.isEnabled)} AND ${eq(row.values, before.values)}`
            : notExists(row.isEnabled),
        )
        .go()
        .then(() => true, unlessRefused)
    },
    async set(choice: ToolChoiceOfCampaign): Promise<void> {
      await entity.put({ ...choice, values: { ...choice.values } }).go()
    },
  }
}
