// Everything that our gateways ask of the tools whose providers publish a description, once, through an ear between them and the
// doubles.
import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { openGohighlevelv2 } from '#functions/gateways/integrations/gohighlevelv2.ts'
import { openGoogleSheets } from '#functions/gateways/integrations/google-sheets.ts'
import { openSendgrid } from '#functions/gateways/integrations/sendgrid.ts'
import type { ToolParcel } from '#functions/gateways/integrations/tool.ts'
import { gohighlevelApp } from '#infra/local/doubles/tools/gohighlevelv2.ts'
import { googleApp } from '#infra/local/doubles/tools/google-sheets.ts'
import { startToolDoubles, type ToolDoubles } from '#infra/local/doubles/tools/index.ts'
import { sendgridKey } from '#infra/local/doubles/tools/sendgrid.ts'

export type Exchange = {
  slug: string
  method: string
  path: string
  query: URLSearchParams
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** What was sent; undefined where nothing was. */
  body: unknown
  status: number
  answer: unknown
}

function parse(type: string, text: string): unknown {
  if (text === '') return undefined
  if (type.startsWith('application/x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(text))
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Hands requests on to the doubles, and keeps both sides. */
async function listen(doubles: string, heard: Exchange[]): Promise<{ server: Server; url: string }> {
  const server = createServer(async (req, res) => {
    const sent = await buffer(req)
    const target = new URL(req.url ?? '/', doubles)
    const headers = new Headers()
    for (const [name, value] of Object.entries(req.headers))
      if (typeof value === 'string' && !['host', 'connection', 'content-length'].includes(name))
        headers.set(name, value)
    const answer = await fetch(target, {
      method: req.method ?? 'GET',
      headers,
      redirect: 'manual',
      ...(sent.length > 0 && { body: sent }),
    })
    const said = Buffer.from(await answer.arrayBuffer())
    const [, slug = '', path = '/'] = /^\/([a-z0-9_]+)(\/.*)?$/.exec(target.pathname) ?? []
    heard.push({
      slug,
      method: req.method ?? '',
      path,
      query: target.searchParams,
      headers: req.headers,
      body: parse(req.headers['content-type'] ?? '', sent.toString()),
      status: answer.status,
      answer: parse('', said.toString()),
    })
    const type = answer.headers.get('content-type')
    const location = answer.headers.get('location')
    res.writeHead(answer.status, { ...(type && { 'content-type': type }), ...(location && { location }) }).end(said)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { server, url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}` }
}

const parcel = (values: ToolParcel['values']): ToolParcel => ({
  id: 'lead_1_tool',
  campaignName: 'Roofs',
  companyName: 'Roofers',
  values,
  row: {
    id: 'lead_1',
    firstName: 'Nora',
    lastName: 'Øst',
    email: 'nora@leads.example',
    otherEmails: [],
    phone: '+13125550111',
    otherPhones: [],
    street: '1 Lake Street',
    city: 'Chicago',
    stateCode: 'IL',
    zipCode: '60601',
    keyword: 'roof',
    pageUrl: '',
    referrer: '',
    visitedAt: 1,
    createdAt: 2,
    advanced: [],
    business: [],
  },
})

const now = () => Date.now()
const redirectUri = 'https://leads.example/callback'
/** What a refusal says is looked at as well; that it is one is expected. */
const refused = (asked: Promise<unknown>) => asked.catch(() => undefined)
const codeAt = async (address: string) => {
  const answer = await fetch(address, { redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? redirectUri).searchParams.get('code') ?? ''
}
const statuses = [401, 403, 422, 429] as const

async function askSendgrid(url: string, { sendgrid }: ToolDoubles): Promise<void> {
  const adapter = openSendgrid({ url: `${url}/sendgrid`, now })
  const keys = { api_key: sendgridKey }
  await adapter.check(keys)
  await adapter.mayLook?.(keys)
  const [list] = await adapter.lookUp(keys, 'lists', {})
  const sent = await adapter.deliver(keys, parcel({ lists: list ? [list.id] : [] }))
  // Still under way, and then over.
  for (let look = 0; look < 2; look++) if ('id' in sent) await adapter.look?.(keys, sent.id)
  await adapter.deliver(keys, parcel({}))
  for (const status of statuses) {
    sendgrid.fail(status)
    await refused(adapter.lookUp(keys, 'lists', {}))
    sendgrid.fail(status)
    await refused(adapter.deliver(keys, parcel({})))
  }
  sendgrid.hideImports()
  await adapter.mayLook?.(keys)
}

async function askGohighlevel(url: string, { gohighlevelv2 }: ToolDoubles): Promise<void> {
  const at = `${url}/gohighlevelv2`
  const gateway = openGohighlevelv2({ urls: { signIn: at, api: at }, now, app: async () => gohighlevelApp })
  const address = await gateway.authorizeUrl({ state: 'state 1', redirectUri })
  const first = await gateway.exchange(await codeAt(address), redirectUri)
  await refused(gateway.exchange('a code of nobody', redirectUri))
  const { access, agencyId } = await gateway.refresh(first.refresh)
  const [place] = await gateway.subAccounts(access, agencyId)
  const { id: locationId = '' } = place ?? {}
  const { access: own } = await gateway.locationToken(access, agencyId, locationId)
  const [tag] = await gateway.tags(own, locationId)
  await gateway.deliver(own, locationId, parcel({ tags: tag ? [tag.id] : [] }))
  const menu = await gateway.createMenu(access, {
    title: 'Leads',
    url: 'https://leads.example',
    locations: [locationId],
  })
  await gateway.deleteMenu(access, menu)
  await gateway.deleteMenu(access, menu)
  for (const status of statuses) {
    gohighlevelv2.fail(status)
    await refused(gateway.tags(own, locationId))
    gohighlevelv2.fail(status)
    await refused(gateway.deliver(own, locationId, parcel({})))
  }
}

async function askGoogle(url: string, { google_sheets: google }: ToolDoubles): Promise<void> {
  const at = `${url}/google_sheets`
  const urls = { signIn: at, tokens: at, drive: at, sheets: at }
  const gateway = openGoogleSheets({ urls, now, app: async () => googleApp })
  const verifier = 'a-verifier-of-nobody-that-is-long-enough-0123456789'
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const code = await codeAt(await gateway.authorizeUrl({ state: 'state 1', redirectUri, challenge }))
  const { refresh } = await gateway.exchange(code, redirectUri, verifier)
  const { access } = await gateway.refresh(refresh)
  await gateway.account(access)
  const { id } = await gateway.create(access, { title: 'Leads', timeZone: 'America/Chicago', head: ['Name', 'Id'] })
  await gateway.find(access, 'Leads')
  const tab = await gateway.locate(access, id, ['Name', 'Id'])
  await gateway.append(access, id, tab, [['=Nora', 'lead_1']])
  await gateway.column(access, id, tab, 'Id')
  await gateway.share(access, id, 'ada@agency.example', 'writer')
  for (const status of statuses) {
    google.fail(status)
    await refused(gateway.append(access, id, tab, [['Nora', 'lead_2']]))
  }
  await gateway.revoke(refresh)
}

/** All of it, in its order. */
export async function askEverything(): Promise<Exchange[]> {
  const doubles = await startToolDoubles()
  const urls: unknown = JSON.parse(doubles.environment.TOOL_URLS)
  const [first] = Object.values(Object(urls)).map(String)
  const heard: Exchange[] = []
  const { server, url } = await listen(new URL('/', first).href, heard)
  try {
    await askSendgrid(url, doubles)
    await askGohighlevel(url, doubles)
    await askGoogle(url, doubles)
  } finally {
    server.close()
    server.closeAllConnections()
    await doubles.stop()
  }
  return heard
}
