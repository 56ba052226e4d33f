// Which visitors are looked at: each once a day, and nobody who has become a customer.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR } from '#shared/dates.ts'
import type { JobMessage } from '#shared/jobs.ts'
import { watchTable } from './faults.ts'
import { browser, type Stage, startStage } from './stage.ts'

const site = 'https://brightsmiles.example'
const noon = Date.UTC(2026, 10, 21, 12)
let stage: Stage
let ids = 0
let v: string
beforeAll(async () => {
  stage = await startStage()
})
beforeEach(() => {
  stage.setClock(noon)
  v = `visitor-${String(++ids).padStart(6, '0')}`
})

const asked = (visitor = v) => stage.provider.requests().filter(({ visitorId }) => visitorId === visitor).length
const total = async (campaign: Awaited<ReturnType<Stage['newCampaign']>>) =>
  (await stage.leadsOf('cleo', campaign)).total
const writes = (commands: string[]) => commands.filter((name) => /Put|Update|Delete|Write/.test(name))

/** What the door puts into the queue while something happens, instead of the queue. */
async function queued(work: () => Promise<unknown>, send?: () => Promise<void>) {
  const { queues } = stage.services
  const messages: JobMessage<'resolveVisits'>[] = []
  stage.services.queues = {
    ...queues,
    send: async (_job: unknown, message: unknown, options: unknown) => {
      if (send) return send()
      expect(options).toEqual({ group: stage.cast.northlight.id })
      // @NOTE the door sends to this one job.
      messages.push(message as JobMessage<'resolveVisits'>)
    },
  }
  await work()
  stage.services.queues = queues
  return messages
}

describe('the door of pixels', () => {
  it('CMP-47 queues one event for a page of an active campaign, and none for one that is paused', async () => {
    const [active, paused] = [await stage.newCampaign(), await stage.newCampaign('smiles', { status: 'paused' })]
    const report = { v, u: `${site}/a?utm_source=mail&token=1`, r: 'https://search.example/?q=secret', t: noon - 5000 }
    const [message, ...others] = await queued(async () => {
      for (const { id } of [active, paused]) expect((await stage.visit(id, report)).status).toBe(204)
    })
    expect(others).toEqual([])
    expect(message).toEqual({
      visitId: expect.stringMatching(/^vis_/),
      campaignId: active.id,
      companyId: active.companyId,
      visitorId: v,
      ip: '203.0.113.7',
      userAgent: browser,
      pageUrl: `${site}/a?utm_source=mail`,
      referrer: 'https://search.example/',
      visitedAt: noon - 5000,
    })
  })

  it('takes its own clock where that of the visitor is wrong', async () => {
    const campaign = await stage.newCampaign()
    const times = [noon + 1, noon - HOUR, -1, 1e300]
    const messages = await queued(async () => {
      for (const [n, t] of times.entries()) await stage.visit(campaign.id, { v: `${v}-${n}`, t })
    })
    expect(messages.map(({ visitedAt }) => visitedAt)).toEqual(times.map(() => noon))
  })

  it('CMP-48 takes a visitor once in 24 hours for each campaign, at the price of one write', async () => {
    const [one, two] = [await stage.newCampaign(), await stage.newCampaign()]
    const messages = await queued(async () => {
      await stage.visit(one.id, { v })
      stage.setClock(noon + HOUR - 1)
      const watch = watchTable(stage.services)
      await stage.visit(one.id, { v, u: `${site}/another-page` })
      watch.remove()
      expect(writes(watch.commands)).toHaveLength(1)
      stage.setClock(noon + DAY - 1)
      await stage.visit(one.id, { v })
      await stage.visit(two.id, { v })
      await stage.visit(one.id, { v: `${v}-other` })
      stage.setClock(noon + DAY)
      await stage.visit(one.id, { v })
    })
    expect(messages.map(({ campaignId, visitorId }) => [campaignId, visitorId])).toEqual([
      [one.id, v],
      [two.id, v],
      [one.id, `${v}-other`],
      [one.id, v],
    ])
  })

  it('takes one of many reports of a visitor that come at once', async () => {
    const campaign = await stage.newCampaign()
    const messages = await queued(() => Promise.all(Array.from({ length: 10 }, () => stage.visit(campaign.id, { v }))))
    expect(messages).toHaveLength(1)
  })

  it('takes the next page of a visitor whose report found no room, or no queue', async () => {
    const campaign = await stage.newCampaign()
    for (let n = 0; n < 60; n++) await stage.visit(campaign.id, { v: `${v}-crowd-${n}`, ip: '198.51.100.20' })
    expect(await queued(() => stage.visit(campaign.id, { v, ip: '198.51.100.20' }))).toEqual([])
    expect(await queued(() => stage.visit(campaign.id, { v, ip: '198.51.100.21' }))).toHaveLength(1)
    const fails = async () => Promise.reject(new Error('The queue is down.'))
    const unlucky = `${v}-unlucky`
    let status = 0
    await queued(async () => {
      status = (await stage.visit(campaign.id, { v: unlucky })).status
    }, fails)
    expect(status).toBe(204)
    expect(await queued(() => stage.visit(campaign.id, { v: unlucky }))).toHaveLength(1)
    await stage.drain()
  })

  it('writes nothing for a flood of ever new visitors once it is known', async () => {
    const campaign = await stage.newCampaign()
    await queued(async () => {
      const flood = (n: number) => stage.visit(campaign.id, { v: `${v}-flood-${n}`, ip: '198.51.100.30' })
      for (let n = 0; n < 61; n++) await flood(n)
      const watch = watchTable(stage.services)
      for (let n = 61; n < 70; n++) await flood(n)
      watch.remove()
      expect(writes(watch.commands)).toEqual([])
    })
  })

  it('writes down once an hour that it heard of a pixel', async () => {
    const campaign = await stage.newCampaign()
    const seen = () => stage.db.pixel.lastSeen(campaign.id)
    expect(await seen()).toBeUndefined()
    await queued(async () => {
      await stage.visit(campaign.id, { v })
      stage.setClock(noon + HOUR - 1)
      await stage.visit(campaign.id, { v })
      expect(await seen()).toBe(noon)
      // Another container does not know, and is refused.
      await stage.db.pixel.hear(campaign, noon + HOUR - 1)
      expect(await seen()).toBe(noon)
      stage.setClock(noon + HOUR)
      await stage.visit(campaign.id, { v })
      expect(await seen()).toBe(noon + HOUR)
    })
  })
})

describe('a visitor who becomes a customer', () => {
  const thankYouUrl = `${site}/thanks`

  it.each([
    { name: 'by its address', more: { thankYouUrl }, thanks: { u: `${thankYouUrl}/?order=1` } },
    { name: 'by its code', more: {}, thanks: { u: `${site}/done`, k: true } },
  ])('CMP-48 is no lead of the campaign any more: the page of thanks first, known $name', async ({ more, thanks }) => {
    const campaign = await stage.newCampaign('smiles', more)
    const other = await stage.newCampaign()
    expect((await stage.visit(campaign.id, { v, ...thanks })).status).toBe(204)
    for (const days of [0, 2, 400]) {
      stage.setClock(noon + days * DAY)
      expect(await queued(() => stage.visit(campaign.id, { v }))).toEqual([])
    }
    // Somebody else still is one, and so are they elsewhere.
    expect(await queued(() => stage.visit(campaign.id, { v: `${v}-other` }))).toHaveLength(1)
    expect(await queued(() => stage.visit(other.id, { v }))).toHaveLength(1)
  })

  it('CMP-48 is not asked for when they get there while their visit waits in the queue', async () => {
    const campaign = await stage.newCampaign('smiles', { thankYouUrl })
    await stage.visit(campaign.id, { v })
    await stage.visit(campaign.id, { v: `${v}-other` })
    await stage.visit(campaign.id, { v, u: thankYouUrl })
    await stage.drain()
    stage.setClock()
    expect([asked(), asked(`${v}-other`), await total(campaign)]).toEqual([0, 1, 1])
  })

  it('is not made by a page of another site, nor by another agency', async () => {
    const campaign = await stage.newCampaign()
    await stage.visit(campaign.id, { v, u: 'https://rival.example/', k: true })
    await stage.visit(campaign.id, { v, k: true, headers: { origin: 'https://rival.example' } })
    await stage.visit(campaign.id, { v, k: true, host: stage.cast.hosts.copper })
    expect(await stage.db.visitor.hasConverted({ campaignId: campaign.id, visitorId: v })).toBe(false)
    expect(await queued(() => stage.visit(campaign.id, { v }))).toHaveLength(1)
  })

  it('is counted as every other report: one address makes no thousand of them', async () => {
    const campaign = await stage.newCampaign()
    const idOf = (n: number) => `${v}-thanks-${n}`
    for (let n = 0; n < 62; n++) await stage.visit(campaign.id, { v: idOf(n), k: true, ip: '198.51.100.40' })
    const made = await Promise.all(
      Array.from({ length: 62 }, (_, n) =>
        stage.db.visitor.hasConverted({ campaignId: campaign.id, visitorId: idOf(n) }),
      ),
    )
    expect(made.filter(Boolean)).toHaveLength(60)
  })
})
