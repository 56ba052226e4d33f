// Whose page a visit may come from, and how many are taken before anybody is paid for them.
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { takeVisit } from '#functions/domain/leads/quotas.ts'
import { watchTable } from './faults.ts'
import { browser, type Stage, startStage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})

const hash = (kind: string, text: string) => createHash(kind).update(text).digest('hex')
const asked = (v: string) => stage.provider.requests().filter(({ visitorId }) => visitorId === v).length

describe('the door of pixels drops what lies on no page of the campaign', () => {
  const own = 'https://brightsmiles.example'
  const forged: { name: string; u?: string; headers?: Record<string, string> }[] = [
    { name: 'a page of another host', u: 'https://rival.example/' },
    {
      name: 'a page of another host that says it is ours',
      u: `${own}/`,
      headers: { origin: 'https://rival.example' },
    },
    { name: 'a page of ours by its own word alone', headers: { origin: '' } },
    { name: 'a page that hides its origin', headers: { origin: 'null' } },
    {
      name: 'a referrer of another host',
      headers: { origin: 'null', referer: 'https://rival.example/brightsmiles' },
    },
    { name: 'a host that only ends alike', u: 'https://notbrightsmiles.example/' },
    { name: 'a host that only begins alike', u: 'https://brightsmiles.example.rival.example/' },
    { name: 'the site as user info', u: 'https://brightsmiles.example@rival.example/' },
  ]
  it.each(forged)('CMP-47 $name', async ({ name, u, headers }) => {
    const campaign = await stage.newCampaign()
    const v = hash('md5', `forged ${name}`)
    const answer = await stage.visit(campaign.id, { v, ...(u && { u }), ...(headers && { headers }) })
    expect([answer.status, answer.body]).toEqual([204, ''])
    await stage.drain()
    expect(asked(v)).toBe(0)
  })

  it.each(['', 'brightsmiles', 'ftp://brightsmiles.example'])('any page, where its site is %j', async (siteUrl) => {
    const campaign = await stage.newCampaign('smiles', { siteUrl })
    const v = hash('md5', `no site ${siteUrl}`)
    await stage.visit(campaign.id, { v, u: `${own}/` })
    await stage.drain()
    expect(asked(v)).toBe(0)
  })

  it.each([
    { name: 'www', u: 'https://www.brightsmiles.example/a' },
    { name: 'a sub-domain', u: 'https://book.brightsmiles.example/' },
    { name: 'capital letters, a port, and plain http', u: 'http://BrightSmiles.example:8080/' },
    { name: 'a referrer, where the origin is hidden', headers: { origin: 'null', referer: `${own}/a` } },
  ])('but not $name', async ({ name, u, headers }: (typeof forged)[number]) => {
    const campaign = await stage.newCampaign()
    const v = hash('md5', `own ${name}`)
    await stage.visit(campaign.id, { v, ...(u && { u }), ...(headers && { headers }) })
    await stage.drain()
    expect((await stage.leadsOf('cleo', campaign)).total).toBe(1)
  })
})

describe('resolveVisits', () => {
  it('drops a visit of a page that is not of the site, whoever put it into the queue, and asks nobody', async () => {
    const campaigns = [
      { campaign: await stage.newCampaign(), pageUrl: 'https://rival.example/' },
      { campaign: await stage.newCampaign('smiles', { siteUrl: 'https://moved.example' }) },
      { campaign: await stage.newCampaign('smiles', { siteUrl: '' }) },
    ]
    for (const [n, { campaign, pageUrl = 'https://brightsmiles.example/' }] of campaigns.entries())
      await stage.services.queues.send('resolveVisits', {
        visitId: stage.services.newId('visit'),
        campaignId: campaign.id,
        companyId: campaign.companyId,
        visitorId: `visitor-elsewhere-${n}`,
        ip: '203.0.113.7',
        userAgent: browser,
        pageUrl,
        visitedAt: 1e12,
      })
    await stage.drain()
    expect([0, 1, 2].map((n) => asked(`visitor-elsewhere-${n}`))).toEqual([0, 0, 0])
  })
})

describe('takeVisit', () => {
  const WINDOW = { windowMs: 60_000 }
  const quotas = {
    page: { most: 5, ...WINDOW },
    address: { most: 8, ...WINDOW },
    campaign: { most: 10, ...WINDOW },
  }
  const now = Date.UTC(2026, 10, 21, 12)
  let ids = 0
  const newId = () => `quota-${++ids}`
  const send = async (visits: { campaignId: string; ip: string; now?: number }[]) =>
    (await Promise.all(visits.map((visit) => takeVisit(stage.db, { now, ...visit }, quotas)))).filter(Boolean).length
  const of = (count: number, visit: (n: number) => { campaignId: string; ip: string; now?: number }) =>
    Array.from({ length: count }, (_, n) => visit(n))

  it('lets exactly as many through, however many come at once', async () => {
    const campaignId = newId()
    expect(await send(of(30, () => ({ campaignId, ip: '198.51.100.1' })))).toBe(5)
    expect(await send(of(30, () => ({ campaignId, ip: '198.51.100.1' })))).toBe(0)
  })
  it('holds one address that tries many campaigns', async () => {
    expect(await send(of(30, () => ({ campaignId: newId(), ip: '198.51.100.2' })))).toBe(8)
  })
  it('holds one campaign that many addresses come to', async () => {
    const campaignId = newId()
    expect(await send(of(30, (n) => ({ campaignId, ip: `198.51.101.${n}` })))).toBe(10)
    expect(await send([{ campaignId: newId(), ip: '198.51.101.1' }])).toBe(1)
  })
  it('takes a network of IPv6 for one address', async () => {
    const campaignId = newId()
    expect(await send(of(30, (n) => ({ campaignId, ip: `2001:db8:1:2::${n}` })))).toBe(5)
  })
  it('begins anew with the next window, and what one address was refused fills no other counter', async () => {
    const campaignId = newId()
    await send(of(30, () => ({ campaignId, ip: '198.51.100.3' })))
    expect(await send(of(30, (n) => ({ campaignId, ip: `198.51.102.${n}` })))).toBe(5)
    expect(await send(of(30, (n) => ({ campaignId, ip: `198.51.103.${n}`, now: now + 60_000 })))).toBe(10)
  })
  it('costs no write once counters are known to be full', async () => {
    const campaignId = newId()
    await send(of(6, () => ({ campaignId, ip: '198.51.100.4' })))
    const watch = watchTable(stage.services)
    expect(await send(of(20, () => ({ campaignId, ip: '198.51.100.4' })))).toBe(0)
    watch.remove()
    expect(watch.commands).toEqual([])
  })
})
