// A charge may crash at any change of the table. Done again, the money has moved once, and all of it.
import { describe, expect, it } from 'vitest'
import { endManualBill } from '#functions/domain/billing/manual-billing.ts'
import { trueUp } from '#functions/domain/billing/true-up.ts'
import { retryDue } from '#functions/domain/payments/retry.ts'
import { DAY, MINUTE } from '#shared/dates.ts'
import type { Company } from '#shared/model/company.ts'
import { harness } from '../../support/harness.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { plantLead } from '../../support/plant-lead.ts'
import { stageOf as companyStage } from '../companies/stage.ts'
import { Crash, crashesAt, watchTable } from '../leads/faults.ts'
import { stageOf as paymentStage } from '../payments/stage.ts'

const h = await harness()
const { plant } = companyStage(h)
const { root, northlight, campaigns } = h.cast
let clock = Date.parse('2027-03-01T18:00:00Z')
const later = (ms: number) => {
  clock += ms
  h.setClock(clock)
}
later(0)
await paymentStage(h).saveCard('ada')
const { customerId, cardId } = await h.db.billing.get(northlight.id)
let made = 0

/** An agency with a card, whose only client had one lead of ten dollars. */
async function agencyWithLead(): Promise<Company> {
  const { company: agency } = await plant(root, `Agency ${++made}`, { createdAt: clock })
  await h.db.billing.claimCustomer(agency.id, '', customerId)
  await h.db.billing.save(agency.id, { cardId })
  const { company: client } = await plant(agency, `Client ${made}`)
  const campaign = await plantCampaign(h.db, {
    ...campaigns.smiles,
    id: h.services.newId('campaign'),
    companyId: client.id,
    agencyId: agency.id,
    createdAt: clock,
  })
  await plantLead(h, campaign, { id: `led_${made}`, at: clock, wholesaleCentiCents: 100_000 })
  return agency
}
const charged = ({ id }: Company) =>
  h.stripe
    .list('payment_intent')
    .filter(({ status, metadata }) => status === 'succeeded' && JSON.stringify(metadata ?? {}).includes(id))
    .map(({ amount }) => amount)

type Work = { prepare: (agency: Company) => Promise<void>; run: (agency: Company) => Promise<unknown>; cents: number }

/** Lets the work die at one request, does it again, and lets the timetable look after what is open. Answers what it asked for. */
async function details(
  { prepare, run, cents }: Work,
  crash?: { at: number; when: 'before' | 'after' },
): Promise<string[]> {
  const agency = await agencyWithLead()
  await prepare(agency)
  const fresh = await h.db.company.get(agency.id)
  const watch = watchTable(h.services, crash)
  await run(fresh).catch((error) => {
    if (!(error instanceof Crash) && !(error?.cause instanceof Crash) && crash === undefined) throw error
  })
  watch.remove()
  await run(await h.db.company.get(agency.id))
  later(10 * MINUTE)
  await retryDue(h.services, clock)
  expect([crash, charged(agency)]).toEqual([crash, [cents]])
  return watch.commands
}

const manual = async (agency: Company) => {
  await h.db.manualBill.begin(agency.id, 'usr_x', clock)
  await h.db.company.update(agency.id, { manualBill: true })
}
const works: Record<string, Work> = {
  'the end of manual billing': {
    prepare: manual,
    run: (agency) => endManualBill(h.services, agency),
    cents: 1_000,
  },
  'a minimum-spend month': {
    prepare: async (agency) => {
      const id = h.services.newId('plan')
      await h.db.minimumSpend.create({
        rootId: root.id,
        id,
        name: `Plan ${made}`,
        createdAt: clock,
        endedAt: null,
        monthsCents: [],
        flatMonthCents: 34_900,
      })
      await h.db.company.update(agency.id, { minimumSpendPlanId: id })
    },
    run: (agency) => trueUp(h.services, agency, { today: '2027-04-01', timeZone: 'America/Chicago' }),
    cents: 33_900,
  },
}

describe.each(Object.keys(works))('%s', (name) => {
  it('charges once, wherever it dies', { timeout: 600_000 }, async () => {
    const work = works[name]
    if (!work) throw new Error(name)
    const start = clock
    const requests = await details(work)
    expect(requests.length).toBeGreaterThan(5)
    // What only reads leaves nothing behind: the two are the same there.
    for (const crash of crashesAt(requests)) {
      // Each story begins on the same day, so that terms and months are the same.
      clock = start
      later(0)
      await details(work, crash)
    }
    later(DAY)
    clock = start
  })
})
