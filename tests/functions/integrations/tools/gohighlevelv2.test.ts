// GoHighLevel's sign-in of agencies, its sub-accounts and its menu, as the real gateway meets the double over HTTP.
import { beforeEach, describe, expect, it } from 'vitest'
import { gohighlevelAdapter, openGohighlevelv2 } from '#functions/gateways/integrations/gohighlevelv2.ts'
import { ToolFault, type ToolParcel } from '#functions/gateways/integrations/tool.ts'
import { gohighlevelAgency, gohighlevelApp } from '#infra/local/doubles/tools/gohighlevelv2.ts'
import { startToolDoubles } from '#infra/local/doubles/tools/index.ts'
import { endWithFile } from '#tests/support/file-end.ts'

const doubles = await startToolDoubles()
endWithFile(() => doubles.stop())
const double = doubles.gohighlevelv2
const url: string = JSON.parse(doubles.environment.TOOL_URLS).gohighlevelv2
const open = (app = gohighlevelApp) =>
  openGohighlevelv2({ urls: { signIn: url, api: url }, now: () => Date.now(), app: async () => app })
const gateway = open()
const redirectUri = 'https://leads.example/api/gohighlevelv2/callback'
const { clientId } = gohighlevelApp
beforeEach(() => double.clear())

const parcel = (tags: string[] = [], changes: Partial<ToolParcel['row']> = {}): ToolParcel => ({
  id: 'lead_1_tool',
  campaignName: 'Roofs',
  companyName: 'Roofers',
  values: { tags },
  row: {
    id: 'lead_1',
    firstName: '=Nora',
    lastName: 'Øst',
    email: 'Nora@Leads.Example',
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
    ...changes,
  },
})

async function fault(asked: Promise<unknown>): Promise<ToolFault> {
  const error = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ToolFault)) throw new Error(`It ended with ${String(error)}.`)
  return error
}
async function codeOf(): Promise<URLSearchParams> {
  const answer = await fetch(await gateway.authorizeUrl({ state: 'state 1', redirectUri }), { redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? '').searchParams
}
const signIn = async () => gateway.exchange((await codeOf()).get('code') ?? '', redirectUri)
async function location(id = 'location1') {
  const { access, agencyId } = await signIn()
  return (await gateway.locationToken(access, agencyId, id)).access
}

describe('the sign-in', () => {
  it('is asked for by the platform, with a state that comes back', async () => {
    const real = openGohighlevelv2({ now: Date.now, app: async () => gohighlevelApp })
    const asked = new URL(await real.authorizeUrl({ state: 'state 1', redirectUri }))
    expect(`${asked.origin}${asked.pathname}`).toBe('https://marketplace.gohighlevel.com/oauth/chooselocation')
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      state: 'state 1',
    })
    expect(asked.searchParams.get('scope')?.split(' ')).toContain('contacts.write')
    expect((await codeOf()).get('state')).toBe('state 1')
  })

  it('turns a code into tokens once, and each renewal takes a new one', async () => {
    const code = (await codeOf()).get('code') ?? ''
    const first = await gateway.exchange(code, redirectUri)
    expect(first.agencyId).toBe(gohighlevelAgency)
    expect((await fault(gateway.exchange(code, redirectUri))).end).toBe('disconnected')
    const second = await gateway.refresh(first.refresh)
    expect(second.refresh).not.toBe(first.refresh)
    const used = await fault(gateway.refresh(first.refresh))
    expect(used.end).toBe('disconnected')
    expect(used.message).not.toContain(first.refresh)
  })

  it('says of an old token that it is expired, and of a lost grant that it is disconnected', async () => {
    const { access, refresh, agencyId } = await signIn()
    double.expire()
    expect((await fault(gateway.subAccounts(access, agencyId))).end).toBe('expired')
    const renewed = await gateway.refresh(refresh)
    const found = await gateway.subAccounts(renewed.access, agencyId)
    // The twelfth does not have the platform's app: it would give no token.
    expect(found.map(({ id }) => id)).toEqual(Array.from({ length: 11 }, (_, at) => `location${at + 1}`))
    double.revoke()
    expect((await fault(gateway.refresh(renewed.refresh))).end).toBe('disconnected')
  })

  it('refuses who came as one sub-account, and blames the platform for its own secret', async () => {
    double.chooseLocation()
    expect((await fault(signIn())).message).toContain('as the agency')
    double.clear()
    const wrong = open({ ...gohighlevelApp, clientSecret: 'wrong-secret-of-nobody' })
    const refused = await fault(wrong.exchange((await codeOf()).get('code') ?? '', redirectUri))
    expect([refused.end, refused.message.includes('wrong-secret')]).toEqual(['ours', false])
  })
})

describe('sub-accounts', () => {
  it('are listed with the token of the agency, and each is asked with its own', async () => {
    const { access, agencyId } = await signIn()
    expect((await gateway.subAccounts(access, agencyId))[0]).toEqual({ id: 'location1', name: 'Sub-account 1' })
    expect(double.received().at(-2)?.path).toBe(`/locations/search?companyId=${agencyId}&skip=0&limit=100`)
    expect(double.received().at(-1)?.path).toMatch(
      /^\/oauth\/installedLocations\?.*appId=demonstration&isInstalled=true$/,
    )
    const { access: own } = await gateway.locationToken(access, agencyId, 'location1')
    expect(double.received().at(-1)).toMatchObject({
      path: '/oauth/locationToken',
      body: { companyId: agencyId, locationId: 'location1' },
    })
    expect(await gateway.tags(own, 'location1')).toContainEqual({ id: 'hot lead', name: 'hot lead' })
    const other = await fault(gateway.tags(own, 'location2'))
    expect([other.end, other.status]).toEqual(['dead', 403])
  })

  it('INT-22+ take a lead, then its tags, and keep the tags that a contact has', async () => {
    const token = await location()
    expect(await gateway.deliver(token, 'location1', parcel(['website']))).toMatchObject({ status: 201 })
    expect(await gateway.deliver(token, 'location1', parcel(['hot lead']))).toMatchObject({ status: 200 })
    const [upsert, tags] = double.received().slice(-2)
    expect(upsert).toMatchObject({ method: 'POST', path: '/contacts/upsert', answered: 200 })
    expect(upsert?.body).toEqual({
      locationId: 'location1',
      firstName: '=Nora',
      lastName: 'Øst',
      email: 'Nora@Leads.Example',
      phone: '+13125550111',
      address1: '1 Lake Street',
      city: 'Chicago',
      state: 'IL',
      postalCode: '60601',
      source: 'Roofs',
    })
    expect(tags?.path).toMatch(/^\/contacts\/[^/]+\/tags$/)
    expect(tags?.body).toEqual({ tags: ['hot lead'] })
    const [contact, ...others] = double.locations()[0]?.contacts.values() ?? []
    expect([contact?.tags, others]).toEqual([['website', 'hot lead'], []])
    expect(await gateway.deliver(token, 'location1', parcel([], { email: '', phone: '' }))).toHaveProperty('skipped')
  })

  it('INT-10+ have one contact after an answer that was lost', async () => {
    const token = await location()
    double.fail('answer lost')
    expect((await fault(gateway.deliver(token, 'location1', parcel(['website'])))).end).toBe('retry')
    await gateway.deliver(token, 'location1', parcel(['website']))
    expect(double.locations()[0]?.contacts.size).toBe(1)
  })

  it.each(['gone', 'shut', 'closed'] as const)('of one that is %s nobody thinks the agency is lost', async (how) => {
    const { access, agencyId } = await signIn()
    const adapter = gohighlevelAdapter(gateway, () => Date.now())
    const to = (locationId: string): ToolParcel => ({ ...parcel(), values: { location: [locationId] } })
    const deliver = (locationId: string) => adapter.deliver({ access, agency_id: agencyId }, to(locationId))
    await deliver('location1')
    double.leave('location1', how)
    expect((await fault(deliver('location1'))).end).toBe('dead')
    expect(await deliver('location2')).toMatchObject({ words: 'The contact was saved.' })
    // Where the agency's own token is over, it is that which is renewed.
    double.expire()
    expect((await fault(deliver('location2'))).end).toBe('expired')
    expect((await fault(deliver('location3'))).end).toBe('expired')
  })

  it('INT-23+ are left alone for as long as they ask', async () => {
    const token = await location()
    double.fail(429, { retryAfter: '120' })
    expect(await fault(gateway.tags(token, 'location1'))).toMatchObject({ end: 'retry', afterMs: 120_000 })
    expect(await gateway.tags(token, 'location1')).toHaveLength(2)
  })

  it.each([
    [500, 'retry'],
    ['garbage', 'retry'],
    ['refused', 'retry'],
    [401, 'expired'],
    [422, 'dead'],
  ] as const)('INT-10+ end rightly with %s', async (failure, ends) => {
    const token = await location()
    double.fail(failure)
    const found = await fault(gateway.deliver(token, 'location1', parcel()))
    expect([found.end, found.message.includes(token)]).toEqual([ends, false])
  })
})

it('makes an entry of the menu, and takes it away no matter how often', async () => {
  const { access } = await signIn()
  const id = await gateway.createMenu(access, {
    title: 'Leads',
    url: 'https://a.example/login',
    locations: ['location1'],
  })
  expect(double.menus().get(id)).toMatchObject({
    title: 'Leads',
    url: 'https://a.example/login',
    showOnLocation: true,
    locations: ['location1'],
    openMode: 'iframe',
    userRole: 'all',
  })
  await gateway.deleteMenu(access, id)
  await gateway.deleteMenu(access, id)
  expect(double.menus().size).toBe(0)
  expect(double.received().at(-1)?.answered).toBe(404)
})
