import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDemoPage } from '#infra/local/demo-page.ts'
import { demoVisitors } from '#infra/local/demo-visitors.ts'
import { type Stage, startStage } from './stage.ts'

let stage: Stage
let server: Server
let origin: string

beforeAll(async () => {
  stage = await startStage()
  server = createServer(createDemoPage({ services: stage.services, leadData: stage.provider, port: 8787 }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  origin = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const open = async (query: Record<string, string>, suffix = '') => {
  const response = await fetch(`${origin}/_local/demo${suffix}?${new URLSearchParams(query)}`)
  return {
    status: response.status,
    policy: response.headers.get('content-security-policy') ?? '',
    text: await response.text(),
  }
}
const outcome = async (query: Record<string, string>) => JSON.parse((await open(query, '.json')).text)

describe('the demonstration page', () => {
  it('carries the pixel of the campaign, from the address of its agency, for the chosen visitor', async () => {
    const { smiles } = stage.cast.campaigns
    const { status, text, policy } = await open({ campaign: smiles.id, visitor: 'theo' })
    const tenant = `http://${stage.cast.northlight.subdomain}.localhost:8787`
    expect(status).toBe(200)
    expect(text).toContain(`<script async src="${tenant}/px/${smiles.number}.js"></script>`)
    expect(text).toContain('data-visitor="demo-visitor-theo"')
    expect(policy).toContain(`connect-src 'self' ${tenant}`)
    for (const { person } of demoVisitors) expect(text).toContain(person.email)
  })

  it('shows a campaign without being told one, and offers those that have a pixel', async () => {
    const { text } = await open({})
    expect(text).toContain('data-visitor="demo-visitor-nora"')
    expect(text).toContain(stage.cast.campaigns.peak.id)
    expect(text).not.toContain(stage.cast.campaigns.harbor.id)
  })

  it('runs no script of an address at which no tenant lives', async () => {
    const { text, policy } = await open({ campaign: stage.cast.campaigns.smiles.id, host: 'http://evil.example' })
    expect(text + policy).not.toContain('evil.example')
  })

  it('puts nothing of its address into the page unescaped', async () => {
    const hostile = '"><script>alert(1)</script>'
    const { status, text } = await open({ campaign: hostile, visitor: hostile, host: hostile })
    expect(status).toBe(404)
    expect(text).not.toContain('alert(1)')
    expect((await open({ visitor: hostile, host: hostile })).text).not.toContain('alert(1)')
  })

  it('says what became of a visit: on its way, a lead, kept out', async () => {
    const campaign = await stage.newCampaign()
    const [nora, , iris] = demoVisitors
    expect(await outcome({ campaign: campaign.id, visitor: 'nora', since: '0' })).toMatchObject({ state: 'waiting' })
    await stage.visit(campaign.id, { v: nora.visitorId })
    await stage.drain()
    expect(await outcome({ campaign: campaign.id, visitor: 'nora', since: '0' })).toEqual({
      state: 'lead',
      sentence: 'nora.fields@example.com is a lead of this campaign.',
    })
    // A visitor who opens the page again the same day is shown that at once: the visit is not looked at again.
    const { text } = await open({ campaign: campaign.id, visitor: 'nora' })
    expect(text).toContain('since=-1')
    expect(await outcome({ campaign: campaign.id, visitor: 'nora', since: '-1' })).toMatchObject({ state: 'lead' })
    expect((await open({ campaign: campaign.id, visitor: 'theo' })).text).not.toContain('since=-1')
    await stage.exclude(stage.cast.northlight.id, [iris.person.email])
    await stage.visit(campaign.id, { v: iris.visitorId })
    await stage.drain()
    const { state, sentence } = await outcome({ campaign: campaign.id, visitor: 'iris', since: '0' })
    expect(state).toBe('excluded')
    expect(sentence).toContain('exclusion list of Northlight')
    const paused = await stage.newCampaign('smiles', { status: 'paused' })
    expect(await outcome({ campaign: paused.id, visitor: 'nora' })).toMatchObject({ state: 'off' })
  })
})
