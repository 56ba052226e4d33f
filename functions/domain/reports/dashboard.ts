// What a dashboard shows in one answer: the chart with its sums, and the first page of the leads that it counts.
import type { Db } from '../../data/index.ts'
import { daysCounted, type LeadChart, leadChart } from './chart.ts'
import type { Days } from './counts.ts'
import { type FoundPage, firstPage } from './lead-list.ts'
import { findBook, type Scope } from './scope.ts'

type Deps = Pick<Db, 'campaign' | 'campaignList' | 'lead' | 'leadMonth'>
type Asked = { hasSeries: boolean; hasBefore: boolean; perPage: number }

/** Without a page where there are too many campaigns to look at each. */
export async function dashboard(
  db: Deps,
  scope: Scope,
  days: Days,
  { perPage, ...asked }: Asked,
): Promise<{ chart: LeadChart; page: FoundPage | undefined }> {
  // Campaigns and their meters are read once for both.
  const opened = findBook(db, scope, daysCounted(days, asked))
  const charting = leadChart(db, scope, days, asked, opened)
  const counting = charting.then(({ sums }) => sums.leads)
  const [chart, page] = await Promise.all([charting, firstPage(db, { days, perPage }, opened, counting)])
  return { chart, page }
}
