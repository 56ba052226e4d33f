// Tools that are connected by their own sign-in: who may finish what was begun, and tokens that are renewed once.
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import { startDeliveries } from './stage.ts'

const h = await startDeliveries()
const google = h.tools.google_sheets
const { northlight, brightSmiles } = h.cast
const { withTokens } = await import('#functions/domain/connections/oauth.ts')
const { openCredentials, sealSecrets } = await import('#functions/domain/connections/credentials.ts')
let clock = Date.UTC(2031, 4, 5, 12)

beforeEach(() => {
  clock += 2 * DAY
  h.setClock(clock)
  google.clear()
})

type Who = 'ada' | 'cleo'
const place = 'sheets' as const
const named = { ada: northlight.id, cleo: brightSmiles.id }
const begin = (who: Who) =>
  h.call(who, 'integrations.beginSignIn', { company_id: named[who], integration_slug: 'google_sheets' })
const finish = (who: Who, state: string, code: string) =>
  h.call(who, 'integrations.finishSignIn', {
    company_id: named[who],
    integration_slug: 'google_sheets',
    state,
    code,
  })
/** As a browser goes to the tool, where somebody says yes, and comes back. */
async function sayYes(who: Who) {
  const { body } = await begin(who)
  const answer = await fetch(body.url, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '')
  const [state, code] = [back.searchParams.get('state') ?? '', back.searchParams.get('code') ?? '']
  return { back, state, code }
}
async function connected(who: Who = 'ada') {
  const { state, code } = await sayYes(who)
  expect((await finish(who, state, code)).status).toBe(200)
  const connection = await h.db.tool.find({ companyId: named[who], slug: 'google_sheets' })
  if (!connection) throw new Error('It is not connected.')
  return connection
}
const renewals = () => google.received().filter(({ body }) => body.grant_type === 'refresh_token').length
const whose = async (connection: Awaited<ReturnType<typeof connected>>) => {
  const sheets = await h.services.tools.sheets()
  return withTokens(h.services, connection, ({ access = '' }) => sheets.account(access))
}

describe('the way there and back', () => {
  it('INT-41 INT-43+ leads to Google and back to the page of who asked, who is then connected', async () => {
    const { back, state, code } = await sayYes('ada')
    expect(`${back.protocol}//${back.host}${back.pathname}`).toMatch(
      /^http:\/\/.*\/api\/integration\/sign-in\/return\/sheets$/,
    )
    const { status, headers } = await h.call(
      null,
      'integrations.signInReturn',
      { place, state, code },
      { host: back.host },
    )
    expect(status).toBe(303)
    const page = new URL(headers.location ?? '')
    expect([page.hostname, page.pathname]).toEqual([h.cast.hosts.northlight, '/integrations/google_sheets'])
    expect(Object.fromEntries(page.searchParams)).toEqual({ company: northlight.id, state, code })
    expect((await finish('ada', state, code)).status).toBe(200)
    const { body } = await h.call('ada', 'integrations.tool', {
      company_id: northlight.id,
      integration_id: 'google_sheets',
    })
    expect(body.data).toMatchObject({ connected: 'T', fields: [{ value: 'sheets@northlight.example' }] })
    const kept = await h.db.tool.find({ companyId: northlight.id, slug: 'google_sheets' })
    expect(JSON.stringify(kept)).not.toContain(code)
  })

  it('says that it was refused, in none of the words of whose page it came from', async () => {
    const { back, state } = await sayYes('ada')
    const answer = await h.call(
      null,
      'integrations.signInReturn',
      { place, state, error: 'Call +1 555 0100' },
      { host: back.host },
    )
    const page = new URL(answer.headers.location ?? '')
    expect(Object.fromEntries(page.searchParams)).toEqual({ company: northlight.id, state, refused: 'T' })
    const nobodys = { place, state: 'x'.repeat(43) } as const
    expect((await h.call(null, 'integrations.signInReturn', nobodys, { host: back.host })).status).toBe(404)
  })

  it('hands what one tool gives to no other one: it comes back to an address of its own', async () => {
    const { back, state, code } = await sayYes('ada')
    const mixed = { place: 'sub-accounts', state, code } as const
    expect((await h.call(null, 'integrations.signInReturn', mixed, { host: back.host })).status).toBe(404)
    const { body } = await h.call('ada', 'integrations.beginSignIn', {
      company_id: northlight.id,
      integration_slug: 'gohighlevelv2',
    })
    expect(new URL(body.url).searchParams.get('redirect_uri')).toMatch(/\/sign-in\/return\/sub-accounts$/)
  })

  it('is finished once, in ten minutes, and by nobody else', async () => {
    const { state, code } = await sayYes('ada')
    expect((await finish('cleo', state, code)).status).toBe(400)
    // Nor by the same person where they signed in elsewhere.
    const token = (await h.signIn('ada')).body.access_token
    const named = { company_id: northlight.id, integration_slug: 'google_sheets', state, code } as const
    expect((await h.call('ada', 'integrations.finishSignIn', named, { token })).status).toBe(400)
    const ends = await Promise.all([finish('ada', state, code), finish('ada', state, code)])
    expect(ends.map(({ status }) => status).sort()).toEqual([200, 400])
    const late = await sayYes('ada')
    h.setClock(clock + 11 * MINUTE)
    expect((await finish('ada', late.state, late.code)).status).toBe(400)
  })

  it('is not for those who may not connect tools, nor for tools with keys', async () => {
    const sales = await h.call('sam', 'integrations.beginSignIn', {
      company_id: northlight.id,
      integration_slug: 'google_sheets',
    })
    expect(sales.status).toBe(403)
    const keys = await h.call('ada', 'integrations.beginSignIn', {
      company_id: northlight.id,
      integration_slug: 'sendgrid',
    })
    expect(keys.status).toBe(409)
  })

  it('says in the words of Google why it did not work', async () => {
    google.untick()
    const { state, code } = await sayYes('ada')
    const { status, body } = await finish('ada', state, code)
    expect([status, JSON.stringify(body)]).toEqual([409, expect.stringContaining('ticked')])
  })
})

describe('tokens', () => {
  it('INT-43+ are renewed once, no matter how many find them old', async () => {
    const connection = await connected()
    h.setClock(clock + 2 * HOUR)
    const found = await Promise.all(Array.from({ length: 4 }, () => whose(connection)))
    expect(found.map(({ email }) => email)).toEqual(Array(4).fill('sheets@northlight.example'))
    expect(renewals()).toBe(1)
    // Kept: the next one needs no other.
    await whose(connection)
    expect(renewals()).toBe(1)
  })

  it('are renewed where the tool says that they are over before their time', async () => {
    const connection = await connected()
    google.expire()
    expect((await whose(connection)).email).toBe('sheets@northlight.example')
    expect(renewals()).toBe(1)
  })

  it('INT-45+ that were taken back end in a connection that is lost, and a failure lets the next one try', async () => {
    const connection = await connected()
    google.expire()
    google.fail(500, { times: 2 })
    await expect(whose(connection)).rejects.toMatchObject({ end: 'retry' })
    google.clear()
    expect((await whose(connection)).email).toBe('sheets@northlight.example')
    google.forget()
    await expect(whose(connection)).rejects.toMatchObject({ end: 'disconnected' })
  })
})

describe('GoHighLevel', () => {
  const agencies = h.tools.gohighlevelv2
  const place = { companyId: northlight.id, slug: 'gohighlevelv2' } as const
  const named = { company_id: northlight.id, integration_slug: 'gohighlevelv2' } as const
  beforeEach(() => agencies.clear())

  async function connect() {
    const { body } = await h.call('ada', 'integrations.beginSignIn', named)
    const answer = await fetch(body.url, { redirect: 'manual' })
    const back = new URL(answer.headers.get('location') ?? '').searchParams
    const [state, code] = [back.get('state') ?? '', back.get('code') ?? '']
    return {
      url: new URL(body.url),
      state,
      ...(await h.call('ada', 'integrations.finishSignIn', { ...named, state, code })),
    }
  }
  const asked = { company_id: northlight.id, campaign_id: 'all' } as const
  const subAccounts = () => h.call('ada', 'integrations.subAccounts', asked)

  it('INT-14 INT-15 INT-19+ INT-21+ is connected by its sign-in, once, and names the sub-accounts that can be used', async () => {
    const { url, state, status } = await connect()
    expect(status).toBe(200)
    expect([url.pathname, url.searchParams.get('response_type')]).toEqual([
      '/gohighlevelv2/oauth/chooselocation',
      'code',
    ])
    // The state works once.
    expect((await h.call('ada', 'integrations.finishSignIn', { ...named, state, code: 'again' })).status).toBe(400)
    const { body } = await subAccounts()
    expect(body.result).toHaveLength(11)
    expect(body.result[0]).toEqual({ id: 'location1', name: 'Sub-account 1' })
    const { body: tags } = await h.call('ada', 'integrations.subAccountTags', { ...asked, location_id: 'location2' })
    expect(tags).toEqual({
      result: [
        { id: 'website', name: 'website' },
        { id: 'hot lead', name: 'hot lead' },
      ],
    })
    expect(agencies.received().map(({ path }) => path)).toContain('/oauth/locationToken')
  })

  it('INT-20+ has its tokens renewed once when they are over, before the same question', async () => {
    await connect()
    agencies.expire()
    expect((await Promise.all([subAccounts(), subAccounts()])).map(({ status }) => status)).toEqual([200, 200])
    const renewals = agencies.received().filter(({ body }) => body.grant_type === 'refresh_token')
    expect(renewals).toHaveLength(1)
  })

  const lostWords = async () => {
    const row = await h.db.tool.find(place)
    if (!row) throw new Error('It is not connected.')
    return withTokens(h.services, row, async ({ access = '' }) => access).then(
      () => '',
      (error: unknown) => String(Object(error).message),
    )
  }

  it('INT-20+ gets over an answer with new tokens that was lost, where the tool gives the same again', async () => {
    await connect()
    agencies.repeatRenewals()
    agencies.expire()
    h.setClock(h.services.now() + 2 * DAY)
    agencies.fail('answer lost', { method: 'POST' })
    expect((await subAccounts()).status).toBe(200)
    // What was given is what is kept: the next renewal is by it.
    h.setClock(h.services.now() + 2 * DAY)
    expect((await subAccounts()).status).toBe(200)
  })

  it('INT-20+ keeps what was renewed also where the box of before was sealed anew meanwhile', async () => {
    await connect()
    h.setClock(h.services.now() + 2 * DAY)
    const before = await h.db.tool.find(place)
    if (!before) throw new Error('It is not connected.')
    const { seal } = h.services.sealer
    onTestFinished(() => {
      h.services.sealer.seal = seal
    })
    h.services.sealer.seal = async (text, owner) => {
      h.services.sealer.seal = seal
      // By another key of the platform; what lies in it is the same.
      const again = await sealSecrets(h.services.sealer, place, await openCredentials(h.services.sealer, before))
      await h.db.tool.keepRenewed(before, again)
      return seal(text, owner)
    }
    expect((await subAccounts()).status).toBe(200)
    const renewed = await h.db.tool.find(place)
    if (!renewed) throw new Error('It is gone.')
    expect(await openCredentials(h.services.sealer, renewed)).not.toEqual(
      await openCredentials(h.services.sealer, before),
    )
    // The next one is by it: the tool takes what it gave first no more.
    h.setClock(h.services.now() + 2 * DAY)
    expect((await subAccounts()).status).toBe(200)
  })

  it('INT-20+ says that nobody did anything wrong where such an answer ends the connection', async () => {
    await connect()
    h.setClock(h.services.now() + 2 * DAY)
    agencies.fail('answer lost', { method: 'POST' })
    expect(await lostWords()).toMatch(/^This grant is invalid or was used\. \(.*did not reach us.*connecting again/)
    // Who asks later hears the same.
    expect(await lostWords()).toContain('did not reach us')
    // So it does after a worker that ended before it kept what it was given.
    await connect()
    h.setClock(h.services.now() + 2 * DAY)
    const row = await h.db.tool.find(place)
    if (!row) throw new Error('It is not connected.')
    const at = h.services.now()
    await h.db.tool.takeRenewal(row, at, at + 30_000)
    const signIn = await h.services.tools.signIn('gohighlevelv2')
    await signIn?.renew(await openCredentials(h.services.sealer, row))
    h.setClock(at + MINUTE)
    expect(await lostWords()).toContain('did not reach us')
    // A grant that somebody took back is over in the tool's words alone.
    await connect()
    agencies.revoke()
    h.setClock(h.services.now() + 2 * DAY)
    expect(await lostWords()).toBe('This grant is invalid or was used.')
  })

  it('INT-20+ keeps the tokens of a worker who is late, and the one after it goes on with them', async () => {
    await connect()
    h.setClock(h.services.now() + 2 * DAY)
    const row = await h.db.tool.find(place)
    const signIn = await h.services.tools.signIn('gohighlevelv2')
    if (!row || !signIn) throw new Error('It is not connected.')
    const at = h.services.now()
    await h.db.tool.takeRenewal(row, at, at + 30_000)
    const given = await signIn.renew(await openCredentials(h.services.sealer, row))
    h.setClock(at + MINUTE)
    const { tool } = h.db
    const { takeRenewal } = tool
    // The second worker has the lease, and the tool refuses it, when the first one keeps what it was given.
    Object.assign(tool, {
      async takeRenewal(...asked: Parameters<typeof takeRenewal>) {
        const taken = await takeRenewal.apply(tool, asked)
        await tool.keepRenewed(row, await sealSecrets(h.services.sealer, row, given))
        return taken
      },
    })
    expect(await withTokens(h.services, row, async ({ access = '' }) => access)).toBe(given.access)
    Object.assign(tool, { takeRenewal })
  })

  it('INT-18 INT-20+ is lost when it refuses to renew them, with one mail, and forgotten when it is disconnected', async () => {
    await connect()
    const campaign = await h.newCampaign()
    await h.db.toolChoice.set({
      companyId: campaign.companyId,
      campaignId: campaign.id,
      slug: 'gohighlevelv2',
      ownerId: northlight.id,
      isEnabled: true,
      values: { location: ['location3'], tags: ['website'] },
    })
    const destination = {
      kind: 'gohighlevelv2',
      id: 'gohighlevelv2',
      companyId: northlight.id,
      scope: campaign.id,
      name: 'GoHighLevel',
    } as const
    const send = async () => {
      const lead = await h.newLead(campaign)
      const { companyId, agencyId, id: campaignId } = campaign
      return h.deliver(
        h.services,
        { companyId, campaignId, agencyId, leadId: lead.id, leadAt: lead.createdAt, destination },
        0.5,
      )
    }
    expect(await send()).toMatch(/^delivered/)
    const [contact] = agencies.locations()[2]?.contacts.values() ?? []
    expect(contact?.tags).toEqual(['website'])
    agencies.revoke()
    expect(await send()).toBe('waits for its tool')
    expect((await h.db.tool.find(place))?.lostAt).toBeGreaterThan(0)
    // Somebody connects it in the moment in which a lead is put aside to wait for it, and the index does not know that lead yet.
    agencies.clear()
    await connect()
    agencies.revoke()
    const { delivery } = h.db
    const { hold } = delivery
    const late: Partial<typeof delivery> = {
      async hold(...asked) {
        const isHeld = await hold(...asked)
        agencies.clear()
        await connect()
        return isHeld
      },
      listHeld: async () => ({ deliveries: [], cursor: null }),
    }
    Object.assign(delivery, late)
    expect(await send()).toBe('waits for its tool')
    await h.drain()
    for (const name of Object.keys(late)) Reflect.deleteProperty(delivery, name)
    expect(agencies.received().filter(({ path }) => path.startsWith('/contacts'))).not.toEqual([])
    const gone = await h.call('ada', 'integrations.disconnectTool', {
      company_id: northlight.id,
      integration_id: 'gohighlevelv2',
    })
    expect(gone.status).toBe(200)
    const { body } = await h.call('ada', 'integrations.tool', {
      company_id: northlight.id,
      integration_id: 'gohighlevelv2',
    })
    expect(body.data).toMatchObject({ connected: 'F', connected_at: null })
  })
})
