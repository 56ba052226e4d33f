// A12, B15: a run of 10,000 invoices on a clock of its own: how many come of it, what the same run does when it comes again, how often
// the provider is asked in a second, how long that takes, and what one agency costs.

import { sendMonths } from '#functions/domain/billing/due.ts'
import { makeInvoices } from '#functions/domain/billing/run.ts'
import { firstPerson, newCompany } from '#functions/domain/companies/create.ts'
import { CALLS_PER_SECOND } from '#functions/kit/pace.ts'
import { type InvoiceRun, jobs } from '#shared/jobs.ts'
import { nodeOf } from '#shared/model/node.ts'
import { workOff } from './paced-run.ts'
import type { Bench } from './platform.ts'
import type { Figure } from './ratio.ts'

const AGENCIES = Number(process.env.BENCH_AGENCIES ?? 10_000)
const SEEDS_AT_ONCE = 32
const BEGAN = Date.parse('2027-01-15T12:00:00Z')
const NOON = Date.parse('2027-02-15T18:00:00Z')

async function seed({ services, cast }: Bench): Promise<void> {
  const { db, newId } = services
  const plan = { rootId: cast.root.id, id: 'pln_bench', name: 'Bench', monthsCents: [], flatMonthCents: 34_900 }
  await db.minimumSpend.create({ ...plan, createdAt: BEGAN, endedAt: null })
  const one = async (index: number) => {
    const facts = { name: `Agency ${index}`, email: `a${index}@x.example`, phone: '3125550100' }
    const blank = newCompany({
      id: newId('company'),
      kind: 'agency',
      ...facts,
      parent: cast.root,
      subdomain: `bench${index}`,
      referralUserId: null,
      now: BEGAN,
    })
    const company = { ...blank, minimumSpendPlanId: plan.id }
    const node = nodeOf(company, firstPerson({ id: newId('user'), company, ...facts, passwordHash: '', now: BEGAN }))
    await db.company.create(company)
    if (node) await db.node.create(node)
    await db.billing.claimCustomer(company.id, '', `cus_${index}`)
    await db.billing.save(company.id, { cardId: `pm_${index}` })
  }
  for (let at = 0; at < AGENCIES; at += SEEDS_AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(SEEDS_AT_ONCE, AGENCIES - at) }, (_, index) => one(at + index)))
}

export async function benchInvoices(bench: Bench): Promise<Figure[]> {
  await seed(bench)
  const messages: InvoiceRun[] = []
  const queues = {
    send: async (_: string, message: unknown) => void messages.push(message as InvoiceRun),
    sendMany: async (_: string, all: readonly { message: unknown }[]) =>
      void messages.push(...all.map(({ message }) => message as InvoiceRun)),
  }
  const deps = { db: bench.services.db, queues }
  const { units: sending } = await bench.units.of(() => sendMonths(deps, NOON))
  const run = () =>
    workOff(messages, jobs.makeInvoices.concurrency, (message, payments) =>
      makeInvoices({ ...bench.services, now: () => NOON, payments }, message),
    )
  const first = await bench.units.of(run)
  const again = await bench.units.of(run)
  const { provider, seconds } = first.result
  const each = (units: number) => (units / AGENCIES).toFixed(2)
  const asked = provider.asked()
  const [invoices, doubled] = [provider.keys.size, asked.filter((times) => times > 1).length]
  // The bills of campaigns have the rest of the pace.
  const { makeInvoices: own, billCampaign: bills } = jobs
  const limit = (AGENCIES / CALLS_PER_SECOND) * ((own.concurrency + bills.concurrency) / own.concurrency)
  const cost = `${each(first.units.writes)}, ${each(asked.length)}`
  return [
    {
      id: 'A12',
      what: `Invoice run of ${AGENCIES.toLocaleString('en-US')} agencies: invoices, asked for twice`,
      figure: `${invoices}, ${doubled}`,
      goal: `${AGENCIES}, 0`,
      peer: '-',
      met: invoices === AGENCIES && doubled === 0,
    },
    {
      id: 'A12',
      what: 'The same: most calls to one endpoint in a second',
      figure: String(provider.most()),
      goal: `<= ${CALLS_PER_SECOND}`,
      peer: 'limit 25',
      met: provider.most() <= CALLS_PER_SECOND,
    },
    {
      id: 'A12',
      what: 'The same day once more: writes, calls',
      figure: `${again.units.writes}, ${again.result.provider.keys.size}`,
      goal: '0, 0',
      peer: '-',
      met: again.units.writes === 0 && again.result.provider.keys.size === 0,
    },
    {
      id: 'B15',
      what: 'An agency in it: write units, calls',
      figure: cost,
      goal: '<= 4.8, 1',
      peer: 'floor 4, 1',
      met: first.units.writes / AGENCIES <= 4.8 && asked.length === AGENCIES,
    },
    {
      id: 'B15',
      what: 'An agency in it: read units',
      figure: each(first.units.reads + sending.reads),
      goal: '<= 1.2',
      peer: 'floor 1',
      met: (first.units.reads + sending.reads) / AGENCIES <= 1.2,
    },
    {
      id: 'B15',
      what: 'Virtual time of the run over what the pace allows',
      figure: (seconds / limit).toFixed(2),
      goal: '<= 1.1',
      peer: `${limit} s`,
      met: seconds / limit <= 1.1,
    },
  ]
}
