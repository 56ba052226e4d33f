// Webhooks and tools that fail, by agency and by root: their rows bear a mark only while they do, so that nothing else is read.
import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { healthShape } from '#shared/integrations/health.ts'
import { toolSlugs } from '#shared/integrations/slugs.ts'
import { at15, key, type Table } from '../lib/table.ts'

const text = { type: 'string' } as const
export const failingAttributes = {
  failingIn: text,
  failingOf: text,
  failingBelow: text,
  failingFrom: text,
} as const
export const failingIndexes = {
  failing: {
    index: 'gsi1',
    pk: key('gsi1pk', ['failingIn'], 'C#${failingIn}#FAILING'),
    sk: key('gsi1sk', ['failingOf'], '${failingOf}'),
  },
  failingBelow: {
    index: 'gsi2',
    pk: key('gsi2pk', ['failingBelow'], 'C#${failingBelow}#FAILING'),
    sk: key('gsi2sk', ['failingFrom'], '${failingFrom}'),
  },
} as const
/** What a mark is made of, for those that take it away. */
export const ofFailing = ['failingIn', 'failingOf', 'failingBelow', 'failingFrom'] as const

/** The agency that the campaign belongs to, and its root. */
export type FailingPlace = { agencyId: string; rootId: string }

/** `id`: what tells it from others of its company. */
export const failingMark = (
  { companyId, id }: { companyId: string; id: string },
  { agencyId, rootId }: FailingPlace,
  since: number,
) => ({
  failingIn: agencyId,
  failingOf: `${companyId}#${id}`,
  failingBelow: rootId,
  failingFrom: `${at15(since)}#${companyId}#${id}`,
})

export const Row = z.object({
  companyId: z.string(),
  slug: z.enum(toolSlugs).optional(),
  scope: z.string().default('all'),
  label: z.string().default(''),
  host: z.string().default(''),
  offReason: z.string().default(''),
  lostAt: z.number().default(0),
  lostWords: z.string().default(''),
  ...healthShape,
})
/** A tool by its slug, or a webhook by its label and host. */
export type FailingReceiver = z.output<typeof Row>

export function failingReceivers({ client, name: TableName }: Table) {
  async function read(IndexName: 'gsi1' | 'gsi2', owner: string, start: string | undefined, limit: number) {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName,
        IndexName,
        KeyConditionExpression: `${IndexName}pk = :pk${start ? ` AND begins_with(${IndexName}sk, :start)` : ''}`,
        ExpressionAttributeValues: { ':pk': `C#${owner}#FAILING`, ...(start && { ':start': start }) },
        Limit: limit,
      }),
    )
    return Items.map((item) => Row.parse(item))
  }
  return {
    /** Those of an agency and its clients, or of one company alone. */
    inAgency: (agencyId: string, companyId: string | undefined, limit: number): Promise<FailingReceiver[]> =>
      read('gsi1', agencyId, companyId && `${companyId}#`, limit),
    /** Those below a root, the longest failing first. */
    belowRoot: (rootId: string, limit: number): Promise<FailingReceiver[]> => read('gsi2', rootId, undefined, limit),
  }
}
