// C1, C2: what a page of an agency's campaigns and a change of one cost at 100 to 5,000 campaigns. Units as the engine counts
// them; the time is the median of a few pages, beside a read of one row.
import { campaignCountEntity, entryEntity, meterEntity } from '#functions/data/campaigns/rows.ts'
import { campaignPage, type ListQuery } from '#functions/domain/campaigns/list.ts'
import { beginning } from '#shared/campaigns/state.ts'
import type { Bench } from './platform.ts'
import { type Figure, ratio } from './ratio.ts'

const SIZES = [100, 1000, 5000] as const
const PART = 500
const WALK = 10

const idAt = (kind: string, at: number) => `${kind}_${String(at).padStart(26, '0')}`

/** The rows that making them one by one would leave, as far as lists read them. */
async function fill({ services: { table } }: Bench, agencyId: string, count: number): Promise<void> {
  const entries = Array.from({ length: count }, (_, at) => ({
    agencyId,
    line: 'local' as const,
    status: at % 3 ? ('paused' as const) : ('active' as const),
    campaignId: idAt('cmp', at),
    companyId: idAt('com', at % Math.ceil(count / 5)),
    companyName: `A client with an ordinary name ${at % 97}`,
    number: String(20_000_000 + at),
    name: `Visitors of the spring offer ${at}`,
    statusReason: 'user' as const,
    timeZone: 'America/Chicago',
    term: 'Weekly' as const,
    createdAt: 1_700_000_000_000 + at,
  }))
  for (let at = 0; at < count; at += PART) {
    const part = entries.slice(at, at + PART)
    await entryEntity(table).put(part).go({ concurrent: 4 })
    await meterEntity(table)
      .put(part.map(({ companyId, campaignId }) => ({ companyId, campaignId, open: true, leads: 7 })))
      .go({ concurrent: 4 })
  }
  const active = Math.ceil(count / 3)
  await campaignCountEntity(table)
    .put({ agencyId, line: 'local', active, paused: count - active })
    .go()
}

const plain = {
  clientId: undefined,
  line: 'local',
  status: undefined,
  isArchived: false,
  groupId: undefined,
  search: '',
  sort: 'created',
  order: 'desc',
  page: 1,
  perPage: 10,
  place: undefined,
} as const satisfies Omit<ListQuery, 'agencyId'>

/** What this process computes for it, the engine's part left out: the same on a busy machine as on a quiet one, or nearly. */
async function processorMs(work: () => Promise<unknown>, times = 9): Promise<number> {
  const all: number[] = []
  for (let each = 0; each < times; each++) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    all.push((user + system) / 1000)
  }
  return all.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0
}

export async function benchCampaigns(bench: Bench): Promise<Figure[]> {
  const { services, units, cast } = bench
  const pageOf = (agencyId: string, more: Partial<ListQuery> = {}) =>
    campaignPage(services, { agencyId, ...plain, ...more })
  const walked: number[] = []
  const searched: number[] = []
  const factors: string[] = []
  let slowest = 0
  const busy: number[] = []
  for (const size of SIZES) {
    const agencyId = idAt('com', 9_000_000 + size)
    await fill(bench, agencyId, size)
    let most = 0
    let place: ListQuery['place']
    for (let page = 0; page < WALK; page++) {
      const { result, units: cost } = await units.of(() => pageOf(agencyId, { place }))
      most = Math.max(most, cost.reads)
      place = result.next
    }
    walked.push(most)
    searched.push((await units.of(() => pageOf(agencyId, { search: 'offer 42' }))).units.reads)
    const beside = () => services.db.campaignList.counts(agencyId)
    const sorted = await ratio(() => pageOf(agencyId, { sort: 'name' }), beside, 5, 1)
    factors.push(sorted.median.toFixed(0))
    slowest = Math.max(slowest, sorted.aMs)
    busy.push(await processorMs(() => pageOf(agencyId, { sort: 'name' })))
  }
  const made = await services.db.campaignChange.create({
    ...cast.campaigns.smiles,
    id: idAt('cmp', 1),
    name: 'Measured',
    ...beginning,
  })
  if (typeof made === 'string') throw new Error(`The campaign could not be made: ${made}.`)
  const edit = await units.of(() => services.db.campaignChange.update(made, { endOn: '2030-01-01' }))
  const start = await units.of(async () => {
    const campaign = await services.db.campaign.findFresh(made)
    const judge = cast.northlight
    if (!campaign || !(await services.db.campaignChange.setStatus(campaign, 'active', 'user', { judge })))
      throw new Error('No start.')
  })
  return [
    {
      id: 'C1',
      what: `Page of 10 campaigns, newest first, ${WALK} pages on; most read units at ${SIZES.join(' / ')} campaigns`,
      figure: walked.join(' / '),
      goal: '<= 10',
      peer: 'floor 6',
      met: Math.max(...walked) <= 10,
    },
    {
      id: 'C1',
      what: `Search by words: read units at ${SIZES.join(' / ')}`,
      figure: searched.join(' / '),
      goal: '-',
      peer: 'all lines of the product',
      met: undefined,
    },
    {
      id: 'C1',
      what: `Page sorted by name at ${SIZES.join(' / ')}: time over a read of the counts`,
      figure: `${factors.join(' / ')}, ${slowest.toFixed(0)} ms at most; ${busy.map((ms) => ms.toFixed(0)).join(' / ')} ms of processor`,
      goal: 'under a second',
      peer: 'one query',
      met: slowest < 1000,
    },
    {
      id: 'C2',
      what: 'Edit and start of a campaign: write units, requests',
      figure: `${edit.units.writes} and ${start.units.writes}, ${edit.units.requests} and ${start.units.requests}`,
      goal: '<= 30 each',
      peer: 'floor 4',
      met: Math.max(edit.units.writes, start.units.writes) <= 30,
    },
  ]
}
