// Campaigns whose leads of each day are mailed, compared with the rows that say which day comes next. Those that chose it before there
// were such rows have none until somebody changes them.
import { mailsDays } from '#shared/campaigns/day-file.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { dayFileEntity, firstDayFile } from '../../campaigns/day-file.ts'
import type { Table } from '../../lib/table.ts'
import { type Finding, readPartition } from './rows.ts'

/** A campaign without a row is mailed from the day on which it is mended. A row that nobody wants any more is removed by the job itself. */
export async function recountDayFiles(
  table: Table,
  campaigns: readonly Campaign[],
  now: () => number,
): Promise<Finding[]> {
  const rows = dayFileEntity(table)
  // The last day of a removed campaign is mailed once, and its row ends with it.
  const wanted = campaigns.filter((campaign) => mailsDays(campaign) && campaign.status !== 'removed')
  const found: Finding[] = []
  for (const [companyId, own] of Map.groupBy(wanted, (campaign) => campaign.companyId)) {
    const there = new Set((await readPartition(table, `C#${companyId}#DAYFILES`)).map(({ sk }) => sk))
    for (const campaign of own.filter(({ id }) => !there.has(id)))
      found.push({
        kind: 'day file',
        said: `${campaign.id}: its leads are to be mailed each day, and no day is due.`,
        mend: () => rows.create(firstDayFile(campaign, now())).go(),
      })
  }
  return found
}
