// What follows a stored lead beside its delivery: notices by multiples. And a test lead, which is none.
import { beforeEach, describe, expect, it } from 'vitest'
import { afterStored } from '#functions/domain/leads/after.ts'
import { dayIn, HOUR } from '#shared/dates.ts'
import { startDeliveries } from './stage.ts'

const h = await startDeliveries()
const { receiver, services } = h
let clock = services.now()

beforeEach(() => {
  clock += HOUR
  h.setClock(clock)
  receiver.clear()
})

const noticesTo = async (address: string) => (await h.mailsTo(address)).map(({ subject }) => subject).sort()
let people = 0
const newAddress = () => `notice-${++people}@notices.example`

describe('notices', () => {
  it('CMP-61+ two leave after four leads where every second is told of', async () => {
    const address = newAddress()
    const campaign = await h.newCampaign({ noticeEvery: 2, noticeTo: [address] })
    for (let count = 0; count < 4; count++) {
      const lead = await h.newLead(campaign)
      await afterStored(services, campaign, [lead])
      // A message that comes again tells nobody again.
      await afterStored(services, campaign, [lead])
    }
    expect(await noticesTo(address)).toEqual(['One of your campaigns has 2 leads', 'One of your campaigns has 4 leads'])
  })

  it('CMP-61+ go to each address once when a batch passes several multiples, and workers meet', async () => {
    const [one, two] = [newAddress(), newAddress()]
    const campaign = await h.newCampaign({ noticeEvery: 2, noticeTo: [one, two] })
    const leads = [await h.newLead(campaign), await h.newLead(campaign), await h.newLead(campaign)]
    leads.push(await h.newLead(campaign))
    await Promise.all(leads.map((lead) => afterStored(services, campaign, [lead])))
    for (const address of [one, two]) expect(await noticesTo(address)).toHaveLength(2)
  })

  it('are none without a step', async () => {
    const address = newAddress()
    const campaign = await h.newCampaign({ noticeEvery: 0, noticeTo: [address] })
    await afterStored(services, campaign, [await h.newLead(campaign)])
    expect(await noticesTo(address)).toEqual([])
  })
})

describe('a test lead', () => {
  it('CMP-45+ goes to each destination at once, marked, and answers what became of it there', async () => {
    const campaign = await h.newCampaign({ hidesPhone: true })
    await h.addWebhook(campaign, '/in/one')
    await h.addWebhook(campaign, '/in/two')
    receiver.fail(500, { message: 'No room' })
    const asked = { company_id: campaign.companyId, campaign_id: campaign.number }
    const { status, body } = await h.call('cleo', 'campaigns.sendTestLead', asked)
    expect(status).toBe(200)
    expect(body.data.map((each) => each.status).sort()).toEqual(['failed', 'sent'])
    expect(body.data.find((each) => each.status === 'failed')?.message).toBe('Answer 500. No room')
    expect(receiver.received()).toHaveLength(2)
    for (const { isSigned, body: letter } of receiver.received())
      expect({ isSigned, ...letter }).toMatchObject({
        isSigned: true,
        test: true,
        first_name: 'Test',
        email: 'test@example.com',
        phone: '',
      })
    expect((await h.call('cleo', 'campaigns.sendTestLead', asked)).status).toBe(429)
    const day = dayIn(campaign.timeZone, clock)
    const { body: report } = await h.call('ada', 'leads.list', {
      companyId: campaign.companyId,
      clientId: campaign.companyId,
      campaignID: campaign.number,
      startDate: day,
      endDate: day,
    })
    expect(report.total).toBe(0)
    expect((await h.db.lead.findMeter(campaign, true))?.leads).toBe(0)
    await h.drain()
    expect(receiver.received()).toHaveLength(2)
  })

  it('CMP-45+ goes to the tools of one kind alone where one is named', async () => {
    const campaign = await h.newCampaign()
    await h.addWebhook(campaign)
    const asked = { company_id: campaign.companyId, campaign_id: campaign.number, integration_slug: 'kartra' }
    const { body } = await h.call('ada', 'campaigns.sendTestLead', asked)
    expect([body.data, receiver.received()]).toEqual([[], []])
  })
})
