// Who is told that a pixel has gone silent, and when: once a silence, and only while its campaign runs.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tellSilentPixel } from '#functions/domain/campaigns/silent-pixel.ts'
import { DAY, HOUR } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { type Stage, startStage } from './stage.ts'

const noon = Date.UTC(2026, 10, 21, 12)
let stage: Stage
let ids = 0
/** Where this test's notices go. */
let address: string
beforeAll(async () => {
  stage = await startStage()
})
beforeEach(() => {
  address = `notices-${++ids}@example.org`
  stage.setClock(noon)
})

const newCampaign = (more: Partial<Campaign> = {}) =>
  stage.newCampaign('smiles', { name: `Roofs ${ids}`, noticeTo: [address], startedAt: noon - DAY, ...more })
const visit = async (campaign: Campaign, at: number) => {
  stage.setClock(at)
  await stage.visit(campaign.id, { v: `visitor-${campaign.number}` })
}
const sweep = async (at: number) => {
  stage.setClock(at)
  await stage.runner.trigger('sweepCampaigns', at)
  await stage.drain()
}
const mails = async (to = address) => (await stage.mailsTo(to)).filter(({ subject }) => subject.includes('visit'))

describe('a pixel that was heard of', () => {
  it('CMP-47 and then was silent for 24 hours is told of by one mail, and again only after it was heard of again', async () => {
    const other = `second-${address}`
    const campaign = await newCampaign({ noticeTo: [address, other] })
    await visit(campaign, noon)
    await sweep(noon + DAY - 1)
    expect(await mails()).toEqual([])
    for (const at of [DAY, DAY + HOUR, 3 * DAY, 40 * DAY]) await sweep(noon + at)
    expect([(await mails()).length, (await mails(other)).length]).toEqual([1, 1])
    const [mail] = await mails()
    expect(mail?.text).toContain(campaign.name)
    expect(mail?.text).toContain(`/campaign-setup?campaign=${campaign.id}`)
    // Heard of again: in time, so that a day begins anew, and then not any more.
    await visit(campaign, noon + 41 * DAY)
    await visit(campaign, noon + 41 * DAY + 20 * HOUR)
    await sweep(noon + 42 * DAY)
    expect(await mails()).toHaveLength(1)
    await sweep(noon + 42 * DAY + 20 * HOUR)
    expect(await mails()).toHaveLength(2)
  })

  it('is told to those of the agency who get notices where the campaign names nobody', async () => {
    const { ada, amos, cleo } = stage.cast.users
    const campaign = await newCampaign({ noticeTo: [] })
    await visit(campaign, noon)
    await sweep(noon + DAY)
    const told = await Promise.all([ada, amos, cleo].map(async ({ email }) => (await mails(email)).length))
    expect(told).toEqual([1, 0, 0])
  })

  it('is not told of while its campaign is paused, and not before it has run for a day again', async () => {
    const campaign = await newCampaign()
    await visit(campaign, noon)
    await stage.db.campaignChange.setStatus(campaign, 'paused', 'user')
    await sweep(noon + 2 * DAY)
    const paused = await stage.db.campaign.get(campaign.companyId, campaign.id)
    const again = noon + 10 * DAY
    await stage.db.campaignChange.setStatus(paused, 'active', '', { at: again })
    await sweep(again + DAY - 1)
    expect(await mails()).toEqual([])
    await sweep(again + DAY)
    expect(await mails()).toHaveLength(1)
    // The same silence is not told of anew by another start.
    const active = await stage.db.campaign.get(campaign.companyId, campaign.id)
    await stage.db.campaignChange.setStatus(active, 'paused', 'user')
    const twice = await stage.db.campaign.get(campaign.companyId, campaign.id)
    await stage.db.campaignChange.setStatus(twice, 'active', '', { at: again + 2 * DAY })
    stage.setClock(again + 4 * DAY)
    const rows = await stage.db.pixel.listSilent(again + 4 * DAY, 100)
    const row = rows.find(({ campaignId }) => campaignId === campaign.id)
    expect(row && (await tellSilentPixel(stage.services, row))).toBe(false)
    expect(await mails()).toHaveLength(1)
  })

  it('is told of once although the run died before it wrote that down', async () => {
    const campaign = await newCampaign()
    await visit(campaign, noon)
    stage.setClock(noon + DAY)
    const row = (await stage.db.pixel.listSilent(noon + DAY, 100)).find(({ campaignId }) => campaignId === campaign.id)
    if (!row) throw new Error('It is not waited for.')
    const { pixel } = stage.db
    const dies = { ...pixel, rest: () => Promise.reject(new Error('The worker died.')) }
    const deps = { ...stage.services, db: { ...stage.db, pixel: dies } }
    await expect(tellSilentPixel(deps, row)).rejects.toThrow('The worker died.')
    await sweep(noon + DAY)
    expect(await mails()).toHaveLength(1)
  })

  it('goes on being waited for where it was heard of while somebody looked', async () => {
    const campaign = await newCampaign()
    await visit(campaign, noon)
    const silent = (at: number) => stage.db.pixel.listSilent(at, 100)
    const row = (await silent(noon + DAY)).find(({ campaignId }) => campaignId === campaign.id)
    if (!row) throw new Error('It is not waited for.')
    await visit(campaign, noon + DAY)
    await stage.db.pixel.rest(row)
    expect((await silent(noon + 2 * DAY)).map(({ campaignId }) => campaignId)).toContain(campaign.id)
  })
})

describe('a pixel that was never heard of', () => {
  it('is not waited for, also after its campaign started again', async () => {
    const campaign = await newCampaign({ status: 'paused' })
    await stage.db.campaignChange.setStatus(campaign, 'active', '', { at: noon })
    await sweep(noon + 2 * DAY)
    expect(await mails()).toEqual([])
    expect(await stage.db.pixel.listSilent(noon + 9 * DAY, 100)).toEqual([])
  })
})
