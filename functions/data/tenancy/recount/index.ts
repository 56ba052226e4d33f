// Everything that only repeats what other rows say, looked over for an operator by hand: company by company, each by its key.
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company, CompanyKind } from '#shared/model/company.ts'
import type { Table } from '../../lib/table.ts'
import { companies, companyEntity } from '../company.ts'
import { headsOf, recountCampaigns } from './campaigns.ts'
import { recountDayFiles } from './day-files.ts'
import { recountEntry } from './entries.ts'
import { recountLeads } from './leads.ts'
import type { Finding } from './rows.ts'
import { recountUnpaid } from './unpaid.ts'

export type { Finding } from './rows.ts'

/** Companies of a kind below a company, also those that have ended. */
export async function listBelow(table: Table, parentId: string, kind: CompanyKind): Promise<Company[]> {
  const { data } = await companyEntity(table)
    .query.byParent({ parentId, kind })
    .go({ pages: 'all', attributes: ['id'] })
  const { get } = companies(table)
  const all: Company[] = []
  for (const { id } of data) all.push(await get(id))
  return all
}

/** What was looked at of an agency, for what is counted from it elsewhere. */
export type Looked = { clients: Company[]; campaigns: Campaign[]; findings: Finding[] }

/** An agency: its clients' and its own entries, the lines and counts of its campaigns, what counts its leads, and what it and they owe. */
export async function recountAgency(table: Table, agency: Company, now: () => number): Promise<Looked> {
  const { findFresh } = companies(table)
  const clients = await listBelow(table, agency.id, 'client')
  const { campaigns, findings } = await recountCampaigns(table, agency.id, clients)
  const entries = await recountEntry(
    table,
    agency,
    async () => [],
    () => findFresh(agency.id),
  )
  for (const { id, ...client } of clients)
    entries.push(
      ...(await recountEntry(
        table,
        { id, ...client },
        () => headsOf(table, id),
        () => findFresh(id),
      )),
    )
  const leads = await recountLeads(table, agency.id, campaigns, now)
  const dayFiles = await recountDayFiles(table, campaigns, now)
  const unpaid: Finding[] = []
  for (const company of [agency, ...clients]) unpaid.push(...(await recountUnpaid(table, company)))
  return { clients, campaigns, findings: [...findings, ...entries, ...leads, ...dayFiles, ...unpaid] }
}
