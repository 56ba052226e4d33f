// What is not billed yet when something ends or changes hands: manual billing, a contract, a payment term. It is billed once, also
// where the call that asked for it crashed.
import { describe, expect, it } from 'vitest'
import { wholesaleBetween } from '#functions/domain/billing/agency-spend.ts'
import { billCampaign } from '#functions/domain/billing/bill-campaign.ts'
import { cancelContract } from '#functions/domain/billing/contract.ts'
import { beginManualBill, endManualBill } from '#functions/domain/billing/manual-billing.ts'
import { DAY, MINUTE } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { noPrice } from '#shared/money/price-list.ts'
import { harness } from '../../support/harness.ts'
import { runsOf } from '../pricing/runs.ts'
import { mortals } from './mortals.ts'
import { billingStage } from './stage.ts'

const h = await harness()
let clock = Date.parse('2027-01-04T18:00:00Z')
const later = (ms: number) => {
  clock += ms
  h.setClock(clock)
}
later(0)
const { agency, client, account, retry } = await billingStage(h)
const runs = await runsOf(h)
const { db } = h
const { dieAfter } = mortals(h.services)
let made = 0

async function started(more: Partial<Campaign> = {}): Promise<Campaign> {
  const id = h.services.newId('campaign')
  await db.price.saveRetail(
    client.id,
    'local',
    { ...noPrice, term: 'Weekly', periodFeeCents: 2_500 },
    { by: 'usr_x', at: clock },
    id,
  )
  const campaign = await db.campaignChange.create({
    ...h.cast.campaigns.smiles,
    id,
    name: `Campaign ${++made}`,
    status: 'active',
    startedAt: clock,
    createdAt: clock,
    ...more,
  })
  if (typeof campaign === 'string') throw new Error(campaign)
  return campaign
}
async function leads(campaign: Campaign, count: number, retail = 15_000) {
  const found = Array.from({ length: count }, () => {
    const id = `led_${++made}`
    return { id, person: { personId: id, email: `${id}@example.com` }, pageUrl: '', visitedAt: clock }
  })
  const price = { retailCentiCents: retail, wholesaleCentiCents: 5_000, rootCentiCents: 0 }
  await db.lead.store(campaign, { at: clock, leads: found, price })
}
const fresh = async () => db.company.get(agency.id)
const agencyOn = () => ({ ...agency, manualBill: true })
const begin = async () => beginManualBill(h.services, await fresh(), 'usr_x')
const end = async () => endManualBill(h.services, await fresh())
/** All that was charged since so many payments, of the agency and of the client. */
const taken = () =>
  [account, '']
    .flatMap((each) => h.stripe.list('payment_intent', each).reverse())
    .filter(({ status }) => status === 'succeeded')
    .map(({ amount, metadata }) => `${metadata.company === agency.id ? 'agency' : 'client'} ${amount}`)
const since = async (work: () => Promise<unknown>) => {
  const before = taken()
  await work()
  const rest = taken()
  for (const each of before) rest.splice(rest.indexOf(each), 1)
  return rest
}
const billAll = async () => runs.run('billCampaigns', clock)

describe('manual billing', () => {
  it('MBL-09 is charged by the timetable where the call that ended it crashed and nobody asks again', {
    timeout: 600_000,
  }, async () => {
    // The same two each time, and nothing before them: every life looks through all that the agency ever had.
    const all = [await started(), await started()]
    /** Answers whether the call came to its end with so many changes. */
    const live = async (changes: number): Promise<boolean> => {
      let isOver = false
      later(DAY)
      await begin()
      for (const { companyId, id } of all) {
        const campaign = await db.campaign.get(companyId, id)
        if (campaign.status !== 'active') await db.campaignChange.setStatus(campaign, 'active', 'user', { at: clock })
        await leads(campaign, 2, 0)
      }
      const work = async () => {
        isOver = await dieAfter(changes, async (mortal) => endManualBill(mortal, await fresh()))
        later(20 * MINUTE)
        await retry()
        // One run goes on with what the call left, the other with what that made.
        await billAll()
        later(20 * MINUTE)
        await retry()
        await billAll()
        if ((await fresh()).manualBill) await end()
      }
      const sum = (await since(work)).reduce((total, each) => total + Number(each.split(' ')[1]), 0)
      expect([changes, sum, (await fresh()).manualBill]).toEqual([changes, 200, false])
      for (const campaign of all)
        expect((await db.campaignBill.list(campaign)).every(({ isDone }) => isDone)).toBe(true)
      return isOver
    }
    let changes = 0
    while (!(await live(changes))) changes++
    expect(changes).toBeGreaterThan(10)
  })

  it('MBL-08 begins where the bills of the clients end, with the fee of the period paid', async () => {
    const campaign = await started()
    await leads(campaign, 4)
    expect(await since(begin)).toEqual([])
    await leads(campaign, 3)
    expect(await since(() => h.drain())).toEqual(['client 600'])
    later(7 * DAY)
    expect(await since(billAll)).toEqual(['agency 150'])
    const bills = await db.campaignBill.list(campaign)
    expect(bills.map(({ why, payer }) => `${why} ${payer}`).sort()).toEqual(['payer client', 'period agency'])
  })

  it('MBL-09 ends with one invoice for all campaigns, also of parts that are too small for one each', async () => {
    const all = [await started(), await started(), await started()]
    for (const [at, campaign] of all.entries()) {
      const price = { retailCentiCents: 0, wholesaleCentiCents: 3_000 - at, rootCentiCents: 0 }
      const id = `led_${++made}`
      const lead = { id, person: { personId: id, email: `${id}@x.example` }, pageUrl: '', visitedAt: clock }
      await db.lead.store(campaign, { at: clock, leads: [lead], price })
    }
    expect(await since(end)).toEqual(['agency 90'])
    expect((await fresh()).manualBill).toBe(false)
    expect(await since(billAll)).toEqual([])
    for (const campaign of all)
      expect(await db.campaign.get(campaign.companyId, campaign.id)).toMatchObject({
        status: 'stopped',
        statusReason: 'manual_bill_stop',
      })
  })

  it('MBL-09 is charged once, where two calls end it at the same time', async () => {
    later(DAY)
    await begin()
    await leads(await started(), 2, 0)
    expect(await since(() => Promise.all([end(), end(), end()]))).toEqual(['agency 100'])
    expect((await fresh()).manualBill).toBe(false)
    later(20 * MINUTE)
    expect(
      await since(async () => {
        await retry()
        await billAll()
      }),
    ).toEqual([])
  })

  it('MBL-09 stops and bills to the agency what is started while its last invoice is paid, and just before it ends', async () => {
    later(DAY)
    await begin()
    const late: Campaign[] = []
    const startLate = async (count: number) => {
      const campaign = await started()
      late.push(campaign)
      await leads(campaign, count, 0)
    }
    const meanwhile: typeof db = {
      ...db,
      manualBill: Object.assign(Object.create(db.manualBill), {
        async end(...ending: Parameters<typeof db.manualBill.end>) {
          await startLate(2)
          return db.manualBill.end(...ending)
        },
      }),
      company: {
        ...db.company,
        async endManualBill(company, starts) {
          if (late.length === 1) await startLate(4)
          return db.company.endManualBill(company, starts)
        },
      },
    }
    const charged = await since(async () => {
      const { stopped } = await endManualBill({ ...h.services, db: meanwhile }, await fresh())
      expect(stopped).toBe(2)
    })
    expect(charged.sort()).toEqual(['agency 100', 'agency 200'])
    expect((await fresh()).manualBill).toBe(false)
    for (const campaign of late)
      expect(await db.campaign.get(campaign.companyId, campaign.id)).toMatchObject({
        status: 'stopped',
        statusReason: 'manual_bill_stop',
      })
    expect(await since(billAll)).toEqual([])
  })

  it('MBL-09 bills to the agency what is started and paused again while its last invoice is paid, and just before it ends', async () => {
    later(DAY)
    await begin()
    let late = 0
    const comeAndGo = async (count: number) => {
      late++
      const campaign = await started()
      await leads(campaign, count, 9_000)
      await db.campaignChange.setStatus(campaign, 'paused', 'user', { at: clock })
    }
    const meanwhile: typeof db = {
      ...db,
      manualBill: Object.assign(Object.create(db.manualBill), {
        async end(...ending: Parameters<typeof db.manualBill.end>) {
          await comeAndGo(2)
          return db.manualBill.end(...ending)
        },
      }),
      company: {
        ...db.company,
        async endManualBill(company, starts) {
          if (late === 1) await comeAndGo(4)
          return db.company.endManualBill(company, starts)
        },
      },
    }
    const charged = await since(() => endManualBill({ ...h.services, db: meanwhile }, agencyOn()))
    expect([late, charged.sort()]).toEqual([2, ['agency 100', 'agency 200']])
    expect((await fresh()).manualBill).toBe(false)
    later(8 * DAY)
    expect(await since(billAll)).toEqual([])
  })

  it('MBL-09 leaves nothing running that was started just before its end, where the call crashes right after it', async () => {
    later(DAY)
    await begin()
    let late: Campaign | undefined
    const crashing: typeof db = {
      ...db,
      company: {
        ...db.company,
        async update(id, changes) {
          late ??= await started()
          await db.company.update(id, changes)
          throw new Error('crashed')
        },
        async endManualBill(company, starts) {
          const isFirst = late === undefined
          late ??= await started()
          const isEnded = await db.company.endManualBill(company, starts)
          if (isEnded || !isFirst) throw new Error('crashed')
          return false
        },
      },
    }
    await expect(endManualBill({ ...h.services, db: crashing }, await fresh())).rejects.toThrow('crashed')
    expect((await fresh()).manualBill).toBe(false)
    if (!late) throw new Error('Nothing was started.')
    expect(await db.campaign.get(late.companyId, late.id)).toMatchObject({ status: 'stopped' })
  })

  it('MBL-09 leaves alone what runs on the account of the clients, where somebody else has ended it by then', async () => {
    later(DAY)
    await begin()
    await end()
    const own = await started()
    expect(await endManualBill(h.services, agencyOn())).toMatchObject({ stopped: 0 })
    expect((await db.campaign.get(own.companyId, own.id)).status).toBe('active')
    await db.campaignChange.setStatus(await db.campaign.get(own.companyId, own.id), 'paused')
  })

  it('MBL-09 ends also where the call that decided its invoice crashed, and little was sold since', async () => {
    later(DAY)
    await begin()
    await leads(await started(), 2, 0)
    const crashing: typeof db = {
      ...db,
      manualBill: Object.assign(Object.create(db.manualBill), { end: () => Promise.reject(new Error('crashed')) }),
    }
    expect(
      await since(() => endManualBill({ ...h.services, db: crashing }, agencyOn()).catch(() => undefined)),
    ).toEqual(['agency 100'])
    const small = await started()
    const lead = { id: `led_${++made}`, person: { personId: `p${made}`, email: 'small@x.example' }, pageUrl: '' }
    const price = { retailCentiCents: 0, wholesaleCentiCents: 3_000, rootCentiCents: 0 }
    await db.lead.store(small, { at: clock, leads: [{ ...lead, visitedAt: clock }], price })
    expect(await since(end)).toEqual([])
    expect((await fresh()).manualBill).toBe(false)
    expect(await since(billAll)).toEqual([])
    expect((await db.campaignBill.list(small)).every(({ isDone }) => isDone)).toBe(true)
    // It waits for as long as its campaign may come again.
    expect((await db.campaignBill.findState(small)).carry.agencyCents).toBe(30)
    await db.campaignChange.setStatus(await db.campaign.get(small.companyId, small.id), 'removed', 'user', {
      at: clock,
    })
    expect(await since(billAll)).toEqual([])
    expect((await db.campaignBill.findState(small)).carry.agencyCents).toBe(0)
  })

  it('MBL-09 leaves a sum that is too small for an invoice to the next bill of its campaign, once', async () => {
    later(DAY)
    await begin()
    const campaign = await started()
    const lead = { id: `led_${++made}`, person: { personId: `p${made}`, email: 'few@x.example' }, pageUrl: '' }
    const price = { retailCentiCents: 0, wholesaleCentiCents: 3_000, rootCentiCents: 0 }
    await db.lead.store(campaign, { at: clock, leads: [{ ...lead, visitedAt: clock }], price })
    const state = async () => (await db.campaignBill.findState(campaign)).carry
    const crashing: typeof db = {
      ...db,
      campaignBill: Object.assign(Object.create(db.campaignBill), {
        finish: () => Promise.reject(new Error('crashed')),
        finishCarried: () => Promise.reject(new Error('crashed')),
      }),
    }
    await expect(endManualBill({ ...h.services, db: crashing }, agencyOn())).rejects.toThrow('crashed')
    later(20 * MINUTE)
    expect(await since(billAll)).toEqual([])
    expect(await since(() => Promise.all([end(), end()]))).toEqual([])
    expect([await state(), (await fresh()).manualBill]).toEqual([{ clientCents: 0, agencyCents: 30 }, false])
    expect((await db.campaignBill.list(campaign)).every(({ isDone }) => isDone)).toBe(true)
    // Its client pays from then on: what its agency owes is taken out of that.
    const running = await db.campaign.get(campaign.companyId, campaign.id)
    await db.campaignChange.setStatus(running, 'active', 'user', { at: clock })
    await leads(campaign, 4)
    later(8 * DAY)
    expect((await since(billAll)).filter((each) => each.startsWith('agency'))).toEqual([])
    const [bill] = await db.campaignBill.list(campaign)
    expect(bill).toMatchObject({ payer: 'client', carried: { agencyCents: 30 }, sums: { feeCents: 230 } })
    expect(await state()).toEqual({ clientCents: 0, agencyCents: 0 })
  })
})

describe('a payment term', () => {
  it('that changes leaves what was until then to a bill of the old one', async () => {
    later(DAY)
    const campaign = await started()
    await leads(campaign, 2)
    await db.company.update(agency.id, { terms: ['Weekly', 'Monthly'] })
    await db.campaignChange.setStatus(campaign, 'paused', 'user', { at: clock })
    const price = {
      ClientID: h.cast.users.cleo.id,
      ModuleID: 'local',
      leadspeekID: campaign.id,
      PaymentTerm: 'Monthly',
    }
    const saved = await h.call('ada', 'pricing.savePrice', { ...price, ...sheet } as never)
    expect([saved.status, (await db.campaign.get(campaign.companyId, campaign.id)).term]).toEqual([200, 'Monthly'])
    expect(await since(billAll)).toEqual(['client 300'])
    expect((await db.campaignBill.list(campaign)).map(({ why, term }) => [why, term])).toEqual([['term', 'Weekly']])
    expect(await db.campaignBill.findState(campaign)).toMatchObject({ feePeriod: -1, dueAt: null })
  })
  const sheet = {
    CostSet: '1.00',
    CostSetAdvanced: '0',
    CostSetB2b: '0',
    CostMonth: '25',
    CostMaxLead: '0',
    LimitLead: 0,
    LimitLeadFreq: 'day',
    LimitLeadStart: '',
    LimitLeadEnd: '',
    topupoptions: 'onetime',
    leadsbuy: 0,
    PlatformFee: '0',
  }
})

describe('what an agency spent', () => {
  it('MIN-23 has the wholesale of leads and fees once, whether the client’s payment holds them or its own', async () => {
    const days = { fromOn: '2027-06-01', toOn: '2027-06-30' }
    const known = await db.price.costsAt(agency.id, clock)
    const Weekly = { ...known.costs.local.Weekly, periodFeeCents: 1_000 }
    const costs = { ...known, costs: { ...known.costs, local: { ...known.costs.local, Weekly } } }
    await db.price.saveCosts(agency.id, costs, { by: 'usr_x', at: clock })
    clock = Date.parse('2027-06-02T18:00:00Z')
    later(0)
    const spent = async () =>
      wholesaleBetween(db, agency, days, { timeZone: 'America/Chicago', enoughCents: 1_000_000 })
    const campaign = await started()
    await leads(campaign, 4)
    expect(await spent()).toBe(200)
    later(7 * DAY)
    expect(await since(() => billCampaign(h.services, campaign))).toEqual(['client 3100'])
    expect(await spent()).toBe(1_200)
    await leads(campaign, 4, 0)
    later(7 * DAY)
    // The client pays his fee, of which all goes to the root; nothing is left for the agency to pay.
    expect(await since(() => billCampaign(h.services, campaign))).toEqual(['client 2500'])
    expect(await spent()).toBe(2_400)
  })
})

describe('a contract that is cancelled', () => {
  it('LED-24 bills at once what clients who pay themselves were not billed for, also of paused campaigns', async () => {
    later(30 * DAY)
    const [running, paused] = [await started(), await started()]
    await leads(running, 2)
    await leads(paused, 3)
    await db.campaignChange.setStatus(paused, 'paused', 'user', { at: clock })
    const work = async () => {
      await cancelContract(h.services, await fresh(), 'Closing down.')
      await h.drain()
    }
    const cents = await since(work)
    expect(cents).toEqual(expect.arrayContaining(['client 300', 'client 450']))
    expect((await db.campaignBill.list(paused)).map(({ why }) => why)).toEqual(['final'])
  })
})
