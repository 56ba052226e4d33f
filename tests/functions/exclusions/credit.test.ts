// A list that comes after the leads that it names: those of the last day are given back, each once.
import { describe, expect, it } from 'vitest'
import { type CreditDeps, creditExcluded } from '#functions/domain/exclusions/credit.ts'
import type { UploadRef } from '#functions/domain/exclusions/keys.ts'
import { DAY, dayIn, HOUR, MINUTE } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { COMPANY_SCOPE } from '#shared/model/exclusion.ts'
import { ExclusionBatch } from '#shared/model/exclusion-batch.ts'
import { plantBatch } from '../../support/plant-batch.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { plantLead } from '../../support/plant-lead.ts'
import { openWorker } from './killed.ts'
import { hash, lines, startStage } from './stage.ts'

const stage = await startStage()
const { services, db } = stage
const worker = openWorker(stage)
const WHOLESALE = 1_200
const RETAIL = 3_000

async function newAgency() {
  const id = services.newId('company')
  await db.company.create({ ...stage.cast.northlight, id })
  return id
}

async function newCampaign(agencyId?: string): Promise<Campaign> {
  const companyId = await stage.newCompany()
  const like = stage.cast.campaigns.smiles
  return plantCampaign(db, {
    ...like,
    id: services.newId('campaign'),
    companyId,
    agencyId: agencyId ?? (await newAgency()),
  })
}

let leads = 0
/** Leads of people, each so long ago, from the oldest to the newest. */
async function sell(campaign: Campaign, ages: readonly number[]) {
  const sold = []
  for (const age of ages)
    sold.push(
      await plantLead(stage, campaign, {
        id: `led_late${++leads}`,
        at: services.now() - age,
        retailCentiCents: RETAIL,
        wholesaleCentiCents: WHOLESALE,
      }),
    )
  return sold
}

async function upload(companyId: string, rows: string[], scope = COMPANY_SCOPE): Promise<UploadRef> {
  const ref = await stage.arrive(companyId, lines(rows), { campaignType: scope })
  await stage.work(ref)
  return ref
}

const credit = (ref: UploadRef, own: Partial<CreditDeps> = {}) => creditExcluded({ ...services, ...own }, ref)
const leadsOf = (campaign: Campaign) => db.lead.list(campaign, { start: 0, end: services.now() + 1 }, { limit: 100 })
const creditsOf = async (campaign: Campaign) =>
  Object.fromEntries((await leadsOf(campaign)).map((lead) => [lead.id, lead.credit]))

/** What the campaign and its agency are still owed for: both must say the same. */
async function owed(campaign: Campaign) {
  const meter = await db.lead.findMeter(campaign, true)
  const [from, to] = [services.now() - 3 * DAY, services.now() + DAY].map((at) => dayIn(campaign.timeZone, at))
  const agency = await db.lead.sumOfAgency(campaign.agencyId, from ?? '', to ?? '')
  return {
    leads: meter?.leads,
    credited: meter?.creditedLeads,
    campaign: await db.lead.wholesaleOf(campaign),
    agency: agency.wholesaleCentiCents,
    agencyRetail: agency.retailCentiCents,
    agencyLeads: agency.leads,
  }
}

describe('a list that names people of the last day', () => {
  it('gives back the leads of the last 24 hours before it was sent, and no older one and nobody else', async () => {
    const campaign = await newCampaign()
    const [old, first, second, other] = await sell(campaign, [DAY + MINUTE, DAY - MINUTE, HOUR, MINUTE])
    const rows = [old, first, second].map((lead) => lead?.person.email ?? '')
    const ref = await upload(campaign.companyId, [
      rows[0] ?? '',
      hash('sha1', rows[1] ?? ''),
      ` ${rows[2]?.toUpperCase()} `,
    ])
    expect(await credit(ref)).toContain('2 credited')
    const why = { at: expect.any(Number), level: 'client', companyId: campaign.companyId, uploadId: ref.uploadId }
    expect(await creditsOf(campaign)).toEqual({
      [old?.id ?? '']: undefined,
      [first?.id ?? '']: why,
      [second?.id ?? '']: why,
      [other?.id ?? '']: undefined,
    })
    expect(await owed(campaign)).toEqual({
      leads: 4,
      credited: 2,
      campaign: 2 * WHOLESALE,
      agency: 2 * WHOLESALE,
      agencyRetail: 2 * RETAIL,
      agencyLeads: 4,
    })
  })

  it('counts each part of a long file from when the whole was sent, however long the others took', async () => {
    const campaign = await newCampaign()
    const [early] = await sell(campaign, [DAY - 5 * MINUTE])
    const id = services.newId('exclusionBatch')
    const { companyId } = campaign
    const begun = { id, companyId, scope: COMPANY_SCOPE, fileName: 'long.csv', status: 'waiting', epoch: 0 }
    await plantBatch(db, ExclusionBatch.parse({ ...begun, requestedBy: 'key_x', createdAt: services.now() }))
    stage.setClock(services.now() + 20 * MINUTE)
    const ref = await stage.arrive(companyId, lines([early?.person.email ?? '']), { batchId: id })
    await stage.work(ref)
    expect(await credit(ref)).toContain('1 credited')
    stage.setClock()
  })

  it('finds a person by any of their addresses', async () => {
    const campaign = await newCampaign()
    const at = services.now() - HOUR
    const person = { otherEmails: ['second@x.example', 'third@x.example'] }
    await plantLead(stage, campaign, { id: 'led_manyaddresses', at, person })
    await credit(await upload(campaign.companyId, [hash('md5', 'third@x.example')]))
    expect((await owed(campaign)).credited).toBe(1)
  })

  it('shows with the lead whose list it was and when', async () => {
    const campaign = await newCampaign(stage.cast.northlight.id)
    const [lead, other] = await sell(campaign, [HOUR, MINUTE])
    await credit(await upload(campaign.companyId, [lead?.person.email ?? '']))
    const today = dayIn(campaign.timeZone, services.now())
    const { status, body } = await stage.call('ada', 'leads.list', {
      companyId: campaign.companyId,
      clientId: campaign.companyId,
      campaignID: campaign.id,
      startDate: dayIn(campaign.timeZone, services.now() - DAY),
      endDate: today,
    })
    expect(status).toBe(200)
    const shown = Object.fromEntries(body.data.map((row) => [row.id, row.credit]))
    expect(shown).toEqual({
      [lead?.id ?? '']: { at: expect.stringMatching(/^\d{4}-/), level: 'client' },
      [other?.id ?? '']: undefined,
    })
  })

  it('takes what was given back off what an agency spent, and off what is billed next', async () => {
    const campaign = await newCampaign()
    const [lead] = await sell(campaign, [HOUR, MINUTE])
    const [from, to] = [services.now() - 2 * DAY, services.now()].map((at) => dayIn(campaign.timeZone, at))
    const spent = async () => (await db.lead.sumOfAgency(campaign.agencyId, from ?? '', to ?? '')).wholesaleCentiCents
    expect(await spent()).toBe(2 * WHOLESALE)
    await credit(await upload(campaign.companyId, [lead?.person.email ?? '']))
    expect(await spent()).toBe(WHOLESALE)
  })

  it('gives nothing back a second time: the same file, another list, the message twice', async () => {
    const campaign = await newCampaign()
    const [lead] = await sell(campaign, [HOUR])
    const email = lead?.person.email ?? ''
    const first = await upload(campaign.companyId, [email])
    await credit(first)
    const [before, then] = [await owed(campaign), await creditsOf(campaign)]
    await credit(first)
    await credit(await upload(campaign.companyId, [email]))
    await credit(await upload(campaign.companyId, [email], campaign.id))
    await credit(await upload(campaign.agencyId, [hash('sha256', email)]))
    await db.exclusion.purge(campaign.companyId, COMPANY_SCOPE, services.now())
    await credit(await upload(campaign.companyId, [email]))
    expect([await owed(campaign), await creditsOf(campaign)]).toEqual([before, then])
    expect(before.credited).toBe(1)
  })

  it('is of a campaign, a client, an agency or the platform, and reaches what lies below it', async () => {
    const [agencyId, foreign] = [await newAgency(), await newAgency()]
    const [own, sibling, elsewhere] = [
      await newCampaign(agencyId),
      await newCampaign(agencyId),
      await newCampaign(foreign),
    ]
    const all = [own, sibling, elsewhere]
    const emails = []
    for (const campaign of all) emails.push(...(await sell(campaign, [HOUR])).map(({ person }) => person.email))
    const given = async () => Promise.all(all.map(async (each) => (await owed(each)).credited))
    await credit(await upload(sibling.companyId, emails, own.id))
    expect(await given()).toEqual([0, 0, 0])
    await credit(await upload(own.companyId, emails, own.id))
    expect(await given()).toEqual([1, 0, 0])
    expect(Object.values(await creditsOf(own))).toMatchObject([{ level: 'campaign' }])
    await credit(await upload(agencyId, emails))
    expect(await given()).toEqual([1, 1, 0])
    expect(Object.values(await creditsOf(sibling))).toMatchObject([{ level: 'agency', companyId: agencyId }])
  })

  it('of the platform is compared agency by agency', async () => {
    const { root, northlight, copper } = stage.cast
    const [ours, theirs] = [await newCampaign(northlight.id), await newCampaign(copper.id)]
    const emails = [...(await sell(ours, [HOUR])), ...(await sell(theirs, [HOUR]))].map(({ person }) => person.email)
    await services.queues.send('creditExcluded', await upload(root.id, emails))
    await stage.drain()
    const found = [...Object.values(await creditsOf(ours)), ...Object.values(await creditsOf(theirs))]
    expect(found).toMatchObject([
      { level: 'platform', companyId: root.id },
      { level: 'platform', companyId: root.id },
    ])
  })

  it('gives nothing back when it was emptied before anybody compared it', async () => {
    const campaign = await newCampaign()
    const [lead] = await sell(campaign, [HOUR])
    const ref = await upload(campaign.companyId, [lead?.person.email ?? ''])
    await db.exclusion.purge(campaign.companyId, COMPANY_SCOPE, services.now())
    expect(await credit(ref)).toContain('emptied')
    expect((await owed(campaign)).credited).toBe(0)
  })

  it('also gives back leads of a campaign that was removed since', async () => {
    const campaign = await newCampaign()
    const [lead] = await sell(campaign, [HOUR])
    await db.campaignChange.setStatus(campaign, 'removed', '')
    await credit(await upload(campaign.agencyId, [lead?.person.email ?? '']))
    expect((await owed(campaign)).credited).toBe(1)
  })

  it('says in the log of the agency how many, once', async () => {
    const campaign = await newCampaign()
    const [lead] = await sell(campaign, [HOUR])
    const ref = await upload(campaign.agencyId, [lead?.person.email ?? ''])
    await credit(ref)
    await credit(ref)
    await stage.drain()
    const said = []
    const span = { from: 0, to: services.now() + DAY }
    for await (const entry of db.auditLog.list({ tenantId: campaign.agencyId, userId: '', ...span })) said.push(entry)
    expect(said).toMatchObject([
      {
        action: 'Exclusion List',
        description: '1 lead was credited: list.csv names their people',
        after: { credited: 1 },
      },
    ])
    expect(JSON.stringify(said)).not.toContain(lead?.person.email)
  })

  it('gives each lead back once when the worker was killed at any of its requests, and another came beside it', async () => {
    for (const when of ['before', 'after'] as const) {
      for (let at = 1; ; at++) {
        const campaign = await newCampaign()
        const sold = await sell(campaign, [3 * HOUR, 2 * HOUR, HOUR])
        const ref = await upload(
          campaign.companyId,
          sold.map(({ person }) => person.email),
        )
        const killed = await credit(ref, worker.start({ kill: { at, when } })).then(
          () => false,
          () => true,
        )
        await Promise.all([credit(ref), credit(ref)])
        expect(await owed(campaign), `${when} ${at}`).toMatchObject({ credited: 3, campaign: 0, agency: 0 })
        expect(Object.values(await creditsOf(campaign)).every(Boolean)).toBe(true)
        if (!killed) break
      }
    }
  })
})

describe('the end of an import', () => {
  const watch = () => {
    const sent: unknown[] = []
    const send: typeof services.queues.send = async (job, message) =>
      void (job === 'creditExcluded' && sent.push(message))
    return { sent, queues: { ...services.queues, send } }
  }

  it('asks for leads to be given back, and does so again where a worker crashed before it asked', async () => {
    const company = await stage.newCompany()
    const ref = await stage.arrive(company, lines(['a@x.example']))
    const { sent, queues } = watch()
    await stage.work(ref, { queues })
    expect(sent).toEqual([ref])
    await stage.work(ref, { queues })
    expect(sent).toEqual([ref, ref])
  })

  it('asks for nothing where nothing new was listed', async () => {
    const company = await stage.newCompany()
    await stage.work(await stage.arrive(company, lines(['a@x.example'])))
    const { sent, queues } = watch()
    await stage.work(await stage.arrive(company, lines(['a@x.example'])), { queues })
    await stage.work(await stage.arrive(company, lines(['what?'])), { queues })
    expect(sent).toEqual([])
  })
})
