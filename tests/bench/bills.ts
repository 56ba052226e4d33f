// B22: the bills of campaigns that are due in one night, on a clock of its own: one campaign of one client of each of 10,000 agencies,
// with ten leads and a fee. How many bills and charges come of it, what the same night does when it comes again, what a bill costs, and
// how many rows it writes at least. Counts, no times.

import { sendBills } from '#functions/domain/billing/bill-due.ts'
import { runBill } from '#functions/domain/billing/bill-run.ts'
import { newCompany } from '#functions/domain/companies/create.ts'
import { CALLS_PER_SECOND } from '#functions/kit/pace.ts'
import { type BillRun, jobs } from '#shared/jobs.ts'
import { noAccount } from '#shared/model/connected-account.ts'
import { noCosts, noPrice } from '#shared/money/price-list.ts'
import { workOff } from './paced-run.ts'
import type { Bench } from './platform.ts'
import type { Figure } from './ratio.ts'

const AGENCIES = Number(process.env.BENCH_AGENCIES ?? 10_000)
const SEEDS_AT_ONCE = 16
const LEADS = 10
const BEGAN = Date.parse('2027-01-04T18:00:00Z')
/** The night of the first bill, a week later. */
const NIGHT = Date.parse('2027-01-11T07:05:00Z')
const price = { retailCentiCents: 15_000, wholesaleCentiCents: 5_000, rootCentiCents: 700 }
/** What the cost sheet says of a bill. */
const MOST_WRITES = 20

async function seed({ services, cast }: Bench): Promise<void> {
  const { db } = services
  const fees = { platformFeeCents: 0, periodFeeCents: 500, perLeadCentiCents: 5_000, perLeadAdvancedCentiCents: 0 }
  const costs = { ...noCosts.costs, local: { Weekly: fees, Monthly: fees, OneTime: fees, Prepaid: fees } }
  const saved = { at: BEGAN, by: 'bench' }
  const one = async (index: number) => {
    const facts = { name: `Agency ${index}`, email: `a${index}@x.example`, phone: '3125550100' }
    const plan = { ...facts, subdomain: null, referralUserId: null, now: BEGAN }
    const agency = {
      ...newCompany({ ...plan, id: `com_a${index}`, kind: 'agency', parent: cast.root }),
      connection: 'completed' as const,
      chargesEnabled: true,
    }
    const client = newCompany({ ...plan, id: `com_c${index}`, kind: 'client', parent: agency })
    const accountId = `acct_${index}`
    const account = { ...noAccount, accountId, state: 'completed' as const, chargesEnabled: true, checkedAt: BEGAN }
    await Promise.all([db.company.create(agency), db.company.create(client)])
    await db.connectedAccount.link({ company: agency.id }, account)
    await db.billing.claimCustomer(client.id, accountId, `cus_${index}`)
    await db.billing.save(client.id, { cardId: `pm_${index}`, cardBrand: 'visa', cardLast4: '4242' })
    await db.price.saveCosts(agency.id, { term: 'Weekly', costs }, saved)
    const id = `cmp_${index}`
    const retail = { ...noPrice, term: 'Weekly' as const, perLeadCentiCents: 15_000, periodFeeCents: 2_500 }
    await db.price.saveRetail(client.id, 'local', retail, saved, id)
    const campaign = await db.campaignChange.create({
      ...cast.campaigns.smiles,
      id,
      name: `Campaign ${index}`,
      companyId: client.id,
      agencyId: agency.id,
      term: 'Weekly',
      status: 'active',
      startedAt: BEGAN,
      createdAt: BEGAN,
    })
    if (typeof campaign === 'string') throw new Error(`A campaign could not be planted: ${campaign}.`)
    const leads = Array.from({ length: LEADS }, (_, number) => {
      const name = `p${index}x${number}`
      const person = { personId: name, email: `${name}@people.example`, firstName: 'A', lastName: 'B' }
      return { id: `led_${name}`, person, pageUrl: '', visitedAt: BEGAN }
    })
    await db.lead.store(campaign, { at: BEGAN, leads, price })
  }
  for (let at = 0; at < AGENCIES; at += SEEDS_AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(SEEDS_AT_ONCE, AGENCIES - at) }, (_, index) => one(at + index)))
}

type Key = { pk?: unknown; sk?: unknown }
type Touch = Partial<Record<'Put' | 'Update' | 'Delete', { Item?: Key; Key?: Key }>>
type Input = { Item?: Key; Key?: Key; TransactItems?: Touch[] }

/** Which rows are written, however often: a lower bound of what the work costs. */
function watchRows({ services: { table } }: Bench): Set<string> {
  const rows = new Set<string>()
  const note = (key: Key | undefined) => {
    if (key?.pk !== undefined) rows.add(JSON.stringify([key.pk, key.sk]))
  }
  table.client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        // @NOTE every write of the table has these fields; the middleware's own type does not know which command it sees.
        const { Item, Key, TransactItems = [] } = args.input as Input
        if (/^(Put|Update|Delete|TransactWrite)/.test(commandName)) {
          note(Item ?? Key)
          for (const touch of TransactItems) for (const each of Object.values(touch)) note(each.Item ?? each.Key)
        }
        return next(args)
      },
    { step: 'initialize', name: 'watchRows' },
  )
  return rows
}

export async function benchBills(bench: Bench): Promise<Figure[]> {
  await seed(bench)
  const messages: BillRun[] = []
  const queues = {
    send: async () => undefined,
    sendMany: async (_: string, all: readonly { message: unknown }[]) =>
      void messages.push(...all.map(({ message }) => message as BillRun)),
  }
  const silent = { send: async () => undefined, sendMany: async () => undefined }
  const deps = { ...bench.services, queues: silent, now: () => NIGHT }
  const sends = () => sendBills({ db: bench.services.db, queues }, NIGHT)
  const run = () =>
    workOff(messages, jobs.billCampaign.concurrency, (message, payments) => runBill({ ...deps, payments }, message))
  const { units: sending } = await bench.units.of(sends)
  const rows = watchRows(bench)
  const first = await bench.units.of(run)
  const floor = rows.size / AGENCIES
  const again = await bench.units.of(run)
  const later = await bench.units.of(sends)
  const { provider, seconds } = first.result
  const asked = provider.asked()
  const writes = first.units.writes / AGENCIES
  const each = (units: number) => (units / AGENCIES).toFixed(2)
  const limit = (AGENCIES / CALLS_PER_SECOND) * 2
  const doubled = asked.filter((times) => times > 1).length
  return [
    {
      id: 'B22',
      what: `Bills of ${AGENCIES.toLocaleString('en-US')} agencies' campaigns in one night: charged, asked for twice`,
      figure: `${provider.keys.size}, ${doubled}`,
      goal: `${AGENCIES}, 0`,
      peer: '-',
      met: provider.keys.size === AGENCIES && doubled === 0,
    },
    {
      id: 'B22',
      what: 'A bill in it: write units, calls of the payment provider',
      figure: `${writes.toFixed(2)}, ${each(asked.length)}; ${(writes / floor).toFixed(2)} times its floor`,
      goal: `<= ${MOST_WRITES}, 1`,
      peer: `its ${floor.toFixed(2)} rows, each written once and alone`,
      met: writes <= MOST_WRITES && asked.length === AGENCIES,
    },
    {
      id: 'B22',
      what: `A bill of ${LEADS} leads in it: read units, requests`,
      figure: `${each(first.units.reads + sending.reads)}, ${each(first.units.requests + sending.requests)}`,
      goal: '-',
      peer: 'its leads four to a unit',
      met: undefined,
    },
    {
      id: 'B22',
      what: 'The same night once more, all messages again: writes, calls, campaigns still due',
      figure: `${again.units.writes}, ${again.result.provider.keys.size}, ${later.result.due + later.result.open}`,
      goal: '0, 0, 0',
      peer: '-',
      met:
        again.units.writes === 0 && again.result.provider.keys.size === 0 && later.result.due + later.result.open === 0,
    },
    {
      id: 'B22',
      what: 'Most calls to one endpoint in a second; virtual time over what the pace allows',
      figure: `${provider.most()}; ${(seconds / limit).toFixed(2)}`,
      goal: `<= ${CALLS_PER_SECOND}; <= 1.1`,
      peer: `limit 25; ${limit} s`,
      met: provider.most() <= CALLS_PER_SECOND && seconds / limit <= 1.1,
    },
  ]
}
