// A customer of the developer API: reads the documentation, tries calls there, and has a program whose client was generated from
// the document, over HTTP against the whole application.
import { request as ask } from 'node:http'
import { buffer } from 'node:stream/consumers'
import createClient from 'openapi-fetch'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { baseUrlOf, makeKey } from '#functions/domain/developer/keys.ts'
import { fullPermissions } from '#shared/access/viewer.ts'
import { apiScopes } from '#shared/model/api-key.ts'
import type { components, paths } from '../functions/developer/client-types.ts'
import { launch } from '../support/browser.ts'
import { expectAccessible } from '../support/browsing.ts'
import { startOwnPlatform } from '../support/own-platform.ts'
import { plantLead } from '../support/plant-lead.ts'

const { port, services, cast, db } = await startOwnPlatform()
const { northlight, campaigns } = cast
await db.company.update(northlight.id, { apiMode: true, hasDeveloperAgreement: true })
const agency = await db.company.get(northlight.id)
const wanted = { name: 'Customer', scopes: apiScopes, expiresInDays: undefined }
const asker = { actor: { role: 'agency' as const }, me: cast.users.ada, permissions: fullPermissions }
const { key, secret } = await makeKey({ ...services, ...asker }, agency, wanted)
const origin = `http://northlight.localhost:${port}`

/** Names of one's own machine are known to browsers, and not everywhere to programs. */
async function overHttp(request: Request): Promise<Response> {
  const { pathname, search, host } = new URL(request.url)
  const body = Buffer.from(await request.arrayBuffer())
  return new Promise((resolve, reject) => {
    const headers = { ...Object.fromEntries(request.headers), host, 'content-length': body.length }
    const sent = ask(
      { host: '127.0.0.1', port, path: pathname + search, method: request.method, headers },
      (answer) => {
        const told = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)])
        const { statusCode: status = 0 } = answer
        buffer(answer).then((bytes) => resolve(new Response(new Uint8Array(bytes), { status, headers: told })), reject)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

describe('a program with a generated client', () => {
  const client = createClient<paths>({ baseUrl: baseUrlOf(agency, services.env), fetch: overHttp })

  it('gets a token, lists clients and campaigns, and pages through leads', async () => {
    const at = Date.UTC(2026, 5, 1, 12)
    for (let each = 0; each < 5; each++)
      await plantLead({ db }, campaigns.smiles, { id: `customer${each}`, at: at + each * 1000 })
    const { data: token } = await client.POST('/token', {
      body: { grant_type: 'client_credentials', client_id: key.id, client_secret: secret },
    })
    expect(token?.token_type).toBe('Bearer')
    client.use({
      onRequest: ({ request }) => request.headers.set('Authorization', `Bearer ${token?.access_token}`),
    })
    const { data: clients, response } = await client.GET('/clients')
    expect(clients?.data.map(({ name }) => name)).toContain(cast.brightSmiles.name)
    expect(response.headers.get('RateLimit')).toMatch(/^"default";r=\d+;t=\d+$/)

    const { data: found } = await client.GET('/campaigns', { params: { query: { client: cast.brightSmiles.id } } })
    const campaign = found?.data.find(({ id }) => id === campaigns.smiles.id)
    expect(campaign?.client.name).toBe(cast.brightSmiles.name)

    const leads: components['schemas']['Lead'][] = []
    let cursor: string | undefined
    do {
      const { data: page } = await client.GET('/campaigns/{campaign}/leads', {
        params: { path: { campaign: campaign?.number ?? '' }, query: { limit: 2, ...(cursor && { cursor }) } },
      })
      leads.push(...(page?.data ?? []))
      cursor = page?.next_cursor ?? undefined
    } while (cursor)
    expect(leads.map(({ email }) => email)).toEqual([4, 3, 2, 1, 0].map((each) => `customer${each}@leads.example`))
  })

  it('reads one client, sees its uploads, and gives a webhook another secret', async () => {
    const path = { client: cast.brightSmiles.id }
    const header = () => ({ 'Idempotency-Key': crypto.randomUUID() })
    const { data: one } = await client.GET('/clients/{client}', { params: { path } })
    expect([one?.id, one?.name]).toEqual([path.client, cast.brightSmiles.name])
    const { data: begun } = await client.POST('/clients/{client}/exclusion-uploads', {
      params: { path, header: header() },
      body: { filename: 'customers.csv' },
    })
    const { data: uploads } = await client.GET('/clients/{client}/exclusion-uploads', { params: { path } })
    expect(uploads?.data.map(({ id, status }) => [id, status])).toEqual([[begun?.id, 'waiting']])
    const { data: hook } = await client.POST('/clients/{client}/webhooks', {
      params: { path, header: header() },
      body: { url: `http://localhost:${port}/_local/webhooks/in/customer` },
    })
    const named = { ...path, webhook: hook?.id ?? '' }
    const { data: rolled } = await client.POST('/clients/{client}/webhooks/{webhook}/secret', {
      params: { path: named, header: header() },
      body: {},
    })
    expect([rolled?.secret === hook?.secret, rolled?.secret.startsWith('whsec_')]).toEqual([false, true])
    const { data: seen } = await client.GET('/clients/{client}/webhooks/{webhook}', { params: { path: named } })
    expect(seen?.old_secret_until).toBe(rolled?.old_secret_until)
  })

  it('asks which key it has, reads one lead, and cancels an upload', async () => {
    const { data: me } = await client.GET('/me')
    expect([me?.id, me?.name, me?.agency.name]).toEqual([key.id, 'Customer', agency.name])
    const { data: page } = await client.GET('/campaigns/{campaign}/leads', {
      params: { path: { campaign: campaigns.smiles.number }, query: { limit: 1 } },
    })
    const [lead] = page?.data ?? []
    const { data: same } = await client.GET('/campaigns/{campaign}/leads/{lead}', {
      params: {
        path: { campaign: campaigns.smiles.number, lead: lead?.id ?? '' },
        query: { created_at: lead?.created_at ?? '' },
      },
    })
    expect([same, lead?.credited_at]).toEqual([lead, null])
    const path = { client: cast.brightSmiles.id }
    const { data: begun } = await client.POST('/clients/{client}/exclusion-uploads', {
      params: { path, header: { 'Idempotency-Key': crypto.randomUUID() } },
      body: { filename: 'customers.csv' },
    })
    const named = { ...path, upload: begun?.id ?? '' }
    const { data: ending } = await client.POST('/clients/{client}/exclusion-uploads/{upload}/cancel', {
      params: { path: named },
    })
    expect([ending?.id, ending?.status]).toEqual([begun?.id, 'cancelling'])
  })

  it('is told what went wrong as a problem', async () => {
    const { error, response } = await client.GET('/campaigns/{campaign}', {
      params: { path: { campaign: '99999999' } },
    })
    expect(response.headers.get('content-type')).toContain('application/problem+json')
    expect([error?.status, error?.code, error?.detail]).toEqual([404, 'not_found', 'This campaign was not found.'])
    const { error: other } = await client.GET('/clients', { params: { query: { limit: 1000 } } })
    expect([other?.status, Object.keys(other?.fields ?? {})]).toEqual([422, ['limit']])
  })
})

describe('DEV-021 a reader', () => {
  const held: { browser?: Browser } = {}
  beforeAll(async () => {
    held.browser = await launch()
  })
  afterAll(() => held.browser?.close())

  it('finds a part by its link, gets a token and tries a call, and nothing is loaded from elsewhere', async () => {
    // A press within a fifth of a second of the one that unfolds a form would begin on its button and end beside it, which moved on.
    const context = await held.browser?.newContext({ locale: 'en-US', reducedMotion: 'reduce' })
    const page = await context?.newPage()
    if (!page) throw new Error('The browser did not start.')
    const faults: string[] = []
    page.on('console', (said) => {
      if (said.type() === 'error') faults.push(said.text())
    })
    page.on('request', (sent) => {
      if (!sent.url().startsWith(origin) && !sent.url().startsWith('data:')) faults.push(sent.url())
    })
    await page.goto(`${origin}/developers#listLeads`)
    await page.getByRole('heading', { name: 'listLeads' }).waitFor()
    await page.waitForFunction(() => (document.getElementById('listLeads')?.getBoundingClientRect().top ?? 999) < 200)
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Try token' }).click()
    const token = page.getByRole('region', { name: 'token', exact: true })
    await token
      .getByLabel('Body')
      .fill(JSON.stringify({ grant_type: 'client_credentials', client_id: key.id, client_secret: secret }))
    await token.getByRole('button', { name: 'Send' }).click()
    await token.getByText('The other calls use this token now.').waitFor()
    await page.getByRole('button', { name: 'Try listClients' }).click()
    const clients = page.getByRole('region', { name: 'listClients', exact: true })
    await clients.getByRole('button', { name: 'Send' }).click()
    await clients.getByRole('region', { name: 'What listClients answered' }).getByText(cast.harbor.name).waitFor()
    await expectAccessible(page)
    expect(faults).toEqual([])
  })
})
