// What lists say of an agency's campaigns, compared with their heads: their lines, how many there are by product and state, and
// how many of them run.
import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { Entity } from 'electrodb'
import { type Campaign, campaignStatuses } from '#shared/model/campaign.ts'
import { productLines } from '#shared/model/company.ts'
import { campaignCountEntity, campaignEntity, entryEntity, entryRow, toCampaign } from '../../campaigns/rows.ts'
import { countSchema } from '../../companies/list-schema.ts'
import { electro, type Item, type Table } from '../../lib/table.ts'
import { compare, type Finding, isAlike, itemOf, readPartition, readRow, readUnmoved } from './rows.ts'

type Client = { id: string; name: string }

/** The heads of a client's campaigns in every state, as they stand. */
export async function headsOf(table: Table, companyId: string): Promise<Campaign[]> {
  const { data } = await campaignEntity(table).query.primary({ companyId }).go({ pages: 'all', consistent: true })
  return data.map(toCampaign)
}

export async function recountCampaigns(table: Table, agencyId: string, clients: readonly Client[]) {
  const entries = entryEntity(table)
  const counts = campaignCountEntity(table)
  const children = new Entity(countSchema, electro(table))

  async function listHeads(): Promise<Campaign[]> {
    const all: Campaign[] = []
    for (const { id } of clients) all.push(...(await headsOf(table, id)))
    return all
  }
  const read = await readUnmoved(
    async () => ({
      entries: await readPartition(table, `C#${agencyId}#CLIST`),
      counts: await readPartition(table, `C#${agencyId}#CCOUNT`),
      running: await readRow(table, { pk: `C#${agencyId}`, sk: 'COUNT#activeCampaign' }),
    }),
    listHeads,
  )
  if (!read) {
    const said = `${agencyId}: its campaigns changed all the time; look again when there is less to do.`
    return { campaigns: await listHeads(), findings: [{ kind: 'campaign', said }] satisfies Finding[] }
  }
  const { derived, source: campaigns } = read
  const names = new Map(clients.map(({ id, name }) => [id, name]))

  const entryFindings = (): Finding[] => {
    const there = new Map(derived.entries.map((row) => [String(row.sk), row]))
    const wanted = campaigns.map((campaign) => {
      const put = entries.put(entryRow(campaign, names.get(campaign.companyId) ?? ''))
      return { campaign, put, item: itemOf(put) }
    })
    const rightful = new Set(wanted.map(({ item }) => String(item.sk)))
    const wrong = wanted.flatMap(({ campaign, put, item }): Finding[] => {
      const row = there.get(String(item.sk))
      const { pk: _pk, sk: _sk, ...shown } = item
      const whose = `${campaign.id} in the list of ${agencyId}`
      // Most have no bound for a month.
      if (row) return compare(table, 'line', whose, row, { cap: 0, ...shown })
      const mend = () => put.where((each, { notExists }) => notExists(each.campaignId)).go()
      return [{ kind: 'line', said: `${whose}: it is missing.`, mend }]
    })
    const extra = derived.entries.flatMap((row): Finding[] => {
      if (rightful.has(String(row.sk))) return []
      return [{ kind: 'line', said: `${agencyId} lists ${row.sk}, which is not so.`, mend: () => removeSame(row) }]
    })
    return [...wrong, ...extra]
  }
  const removeSame = ({ pk, sk, id, st }: Item) =>
    table.client.send(
      new DeleteCommand({
        TableName: table.name,
        Key: { pk, sk },
        ConditionExpression: 'id = :id AND st = :st',
        ExpressionAttributeValues: { ':id': id, ':st': st },
      }),
    )

  const countFindings = (): Finding[] =>
    productLines.flatMap((line) => {
      const own = campaigns.filter((campaign) => campaign.line === line)
      const wanted = Object.fromEntries(
        campaignStatuses.map((status) => [status, own.filter((campaign) => campaign.status === status).length]),
      )
      const row = derived.counts.find((each) => each.line === line)
      const whose = `${agencyId}, campaigns of ${line}`
      if (row) return compare(table, 'campaign count', whose, row, wanted)
      if (own.length === 0) return []
      const mend = () => counts.create({ agencyId, line, ...wanted }).go()
      return [{ kind: 'campaign count', said: `${whose}: no row, there are ${own.length}.`, mend }]
    })

  const runningFindings = (): Finding[] => {
    const total = campaigns.filter(({ status }) => status === 'active').length
    const row = derived.running
    if (row) return compare(table, 'campaign count', `${agencyId}, running campaigns`, row, { total })
    if (isAlike(total, 0)) return []
    const mend = () => children.create({ parentId: agencyId, of: 'activeCampaign', total }).go()
    return [{ kind: 'campaign count', said: `${agencyId}, running campaigns: no row, there are ${total}.`, mend }]
  }
  return { campaigns, findings: [...entryFindings(), ...countFindings(), ...runningFindings()] }
}
