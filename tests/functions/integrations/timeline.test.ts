// One lead with its timeline, as each reader may see it.
import { expect, it } from 'vitest'
import { SECOND } from '#shared/dates.ts'
import { type LeadViewer, toLeadRow } from '#shared/leads/row.ts'
import { timelineOf } from '#shared/leads/timeline.ts'
import { Lead } from '#shared/model/lead.ts'
import { plantLead } from '#tests/support/plant-lead.ts'
import { startDeliveries } from './stage.ts'

const h = await startDeliveries()
const { services, receiver } = h

async function delivered() {
  const campaign = await h.newCampaign({ hidesPhone: true })
  const destination = await h.addWebhook(campaign)
  const at = services.now()
  const lead = await plantLead(h, campaign, {
    id: services.newId('lead'),
    at,
    visitedAt: at - 5 * SECOND,
    person: { firstName: 'Nora', phone: '+13125550111', street: '1 Loom Street', zipCode: '60601' },
    retailCentiCents: 12_500,
    wholesaleCentiCents: 4500,
  })
  const { companyId, agencyId, id: campaignId } = campaign
  const message = { companyId, campaignId, agencyId, leadId: lead.id, leadAt: at, destination }
  receiver.fail(500, { message: 'No room' })
  await h.deliver(services, message, 0)
  return { campaign, lead, message }
}

const get = (who: 'ada' | 'cleo' | 'abe', { campaign, lead }: Awaited<ReturnType<typeof delivered>>) =>
  h.call(who, 'leads.get', {
    clientId: campaign.companyId,
    leadspeekID: campaign.number,
    storedAt: new Date(lead.createdAt).toISOString(),
    leadId: lead.id,
  })

it('CMP-59+ tells each try with its reason, and when the next one is due', async () => {
  const one = await delivered()
  const { status, body } = await get('cleo', one)
  expect(status).toBe(200)
  expect(body.timeline.map(({ step }) => step)).toEqual([
    ...['visited', 'identified', 'checked', 'priced', 'charged', 'stored', 'tried', 'waiting'],
  ])
  expect(body.timeline.find(({ step }) => step === 'tried')).toMatchObject({ message: 'No room', status: 500 })
  h.setClock(services.now() + 5 * SECOND)
  await h.deliver(services, one.message, 0)
  h.setClock()
  const { body: later } = await get('cleo', one)
  expect(later.timeline.slice(-2)).toMatchObject([
    { step: 'tried', status: 500 },
    { step: 'delivered', status: 200 },
  ])
})

it('CMP-60+ shows wholesale to the agency alone, and no phone to a client from whom it is hidden', async () => {
  const one = await delivered()
  const of = async (who: 'ada' | 'cleo') => {
    const { body } = await get(who, one)
    const { retail, wholesale } = body.timeline.find(({ step }) => step === 'priced') ?? {}
    return { phone: body.data.phone, retail, wholesale, zip: body.data.zip }
  }
  expect(await of('ada')).toEqual({ phone: '+13125550111', retail: 1.25, wholesale: 0.45, zip: '60601' })
  expect(await of('cleo')).toEqual({ phone: '', retail: 1.25, wholesale: undefined, zip: '60601' })
})

it('tells each step with an instant of its own, and what pays to each reader as they may know it', () => {
  const one = Lead.parse({
    id: 'led_1',
    companyId: 'com_1',
    campaignId: 'cmp_1',
    person: { personId: 'p', email: 'nora@x.example' },
    pageUrl: 'https://x.example',
    visitedAt: 1000,
    identifiedAt: 2000,
    checkedAt: 3000,
    createdAt: 4000,
    retailCentiCents: 100,
    hold: 3,
  })
  const row = toLeadRow(
    one,
    { hidesPhone: false, hasPhone: true, hasHomeAddress: true },
    { showsPhone: true },
    'agency',
  )
  const told = (lead: Lead, viewer: LeadViewer = 'agency') =>
    timelineOf(lead, row, [], viewer).map(({ step, at, words }) => [step, at, words].join(' ').trim())
  expect(told(one)).toEqual([
    'visited 1000 https://x.example',
    'identified 2000',
    'checked 3000',
    'priced 4000',
    'charged 4000 Out of the Data Wallet.',
    'stored 4000',
  ])
  expect(told(one, 'client')).toContain('charged 4000 By the agency.')
  expect(told({ ...one, hold: undefined })).toContain('charged 4000 On the bill of its period.')
  expect(told({ ...one, hold: undefined, lot: 1 })).toContain('charged 4000 With leads that were bought ahead.')
  // Of what is free nothing is charged: to the client also where its agency pays for it.
  const free = { ...one, retailCentiCents: 0 }
  const steps = (lead: Lead, viewer: LeadViewer) => told(lead, viewer).slice(3, 5)
  expect(steps(free, 'client')).toEqual(['priced 4000 It was free.', 'stored 4000'])
  expect(steps(free, 'agency')).toEqual(['priced 4000 It was free.', 'stored 4000'])
  const paid = { ...free, wholesaleCentiCents: 50 }
  expect(steps(paid, 'client')).toEqual(['priced 4000 It was free.', 'stored 4000'])
  expect(steps(paid, 'agency')).toEqual(['priced 4000', 'charged 4000 Out of the Data Wallet.'])
  // A lead of before these were kept, and one whose container's clock ran ahead.
  expect(told({ ...one, identifiedAt: undefined, checkedAt: 9000 }).slice(1, 3)).toEqual([
    'identified 4000',
    'checked 4000',
  ])
})

it('is not found for another agency, nor by another instant', async () => {
  const one = await delivered()
  expect((await get('abe', one)).status).toBe(403)
  expect((await get('ada', { ...one, lead: { ...one.lead, createdAt: one.lead.createdAt + 1 } })).status).toBe(404)
})
