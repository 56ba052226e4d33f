import { describe, expect, it } from 'vitest'
import { PASSWORD } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { stageOf } from './stage.ts'

const h = await harness()
const { post, deliver, connect } = stageOf(h)
const companyID = h.cast.northlight.id
const back = { return_url: '/configuration/general-setting?tab=payment' }
const check = (who: 'ada' | 'olive' = 'ada') => h.call(who, 'payments.checkConnectedAccount', { companyID })
const accountOf = async () => (await h.db.connectedAccount.get({ company: companyID })).accountId
const start = () => h.db.company.update(companyID, { connection: '', chargesEnabled: false, payoutsEnabled: false })
await start()

/** Opens a page of the provider the way a browser does, and makes a choice there. */
async function choose(url: string, step: string): Promise<string | null> {
  const page = await fetch(url)
  expect(await page.text()).toContain('Open your payment account')
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ step }), redirect: 'manual' })
  return answer.headers.get('location')
}

describe('connected accounts of agencies', () => {
  it('CRD-14 CRD-19 makes an account once, stores its id, and answers the form that opens it', async () => {
    const none = await h.call('ada', 'payments.getConnectedAccountLink', { companyID, ...back })
    expect([none.status, none.body.message]).toEqual([409, 'There is no payment account yet. Connect one first.'])
    const { status, body } = await h.call('ada', 'payments.createConnectedAccount', { companyID, ...back })
    expect([status, body.data.status, body.data.charges_enabled]).toEqual([200, 'pending', false])
    expect(body.data.url).toContain('/connect/')
    expect(body.data.requirements).toContain('A bank account for payouts')
    const id = await accountOf()
    expect(h.stripe.get('account', id)?.metadata).toEqual({ company: companyID })
    await h.call('ada', 'payments.createConnectedAccount', { companyID, ...back })
    expect([await accountOf(), h.stripe.list('account').length]).toEqual([id, 1])
    expect((await h.db.company.get(companyID)).connection).toBe('pending')
  })

  it('takes only a return address on the own site', async () => {
    for (const return_url of [
      'https://evil.example/',
      '//evil.example/x',
      'http://northlight.localhost:8787@evil.example/',
    ])
      expect(
        (await h.call('ada', 'payments.getConnectedAccountLink', { companyID, return_url })).status,
        return_url,
      ).toBe(422)
  })

  it('CRD-12 CRD-13 CRD-16 CRD-20 follows the provider from the form over verification to a connected account', async () => {
    const link = async () =>
      (await h.call('ada', 'payments.getConnectedAccountLink', { companyID, ...back })).body.data.url
    const first = await link()
    expect(await choose(first, 'verifying')).toBe(`http://${h.cast.hosts.northlight}:8787${back.return_url}`)
    expect((await check()).body.data).toMatchObject({
      status: 'inverification',
      charges_enabled: false,
      requirements: [],
    })
    // A link works once.
    expect((await fetch(first, { redirect: 'manual' })).status).toBe(303)
    const going = await h.call('ada', 'payments.getExistingConnectedAccountLink', { companyID, ...back })
    expect(going.body.data.url).toContain('/connect/')
    await choose(going.body.data.url, 'complete')
    expect((await check()).body.data).toMatchObject({
      status: 'completed',
      charges_enabled: true,
      payouts_enabled: true,
    })
    const own = await h.call('ada', 'payments.getExistingConnectedAccountLink', { companyID, ...back })
    expect(own.body.data.url).toContain(`/dashboard/${await accountOf()}`)
    const company = await h.db.company.get(companyID)
    expect([company.connection, company.chargesEnabled, company.packageId !== '']).toEqual(['completed', true, true])
  })

  it('PAY-003 PAY-013 tells each state of the account in the set-up check, to the clients of the agency too', async () => {
    const states = {
      unfinished: 'pending',
      verifying: 'inverification',
      restricted: 'inverification',
      rejected: 'failed',
      complete: 'completed',
    } as const
    for (const [step, state] of Object.entries(states)) {
      const id = await accountOf()
      h.stripe.setAccount(id, step as keyof typeof states)
      await check()
      for (const who of ['ada', 'cleo'] as const) {
        const { body } = await h.call(who, 'account.checkSetup', { id: h.cast.users[who].id })
        expect([step, who, body.accountconnected]).toEqual([step, who, state])
      }
    }
    await h.db.company.update(companyID, { connection: '' })
    expect((await h.call('ada', 'account.checkSetup', { id: h.cast.users.ada.id })).body.accountconnected).toBe('')
    await check()
  })

  it('CRD-20 is kept current by events, whose signature counts', async () => {
    await deliver()
    h.stripe.setAccount(await accountOf(), 'restricted')
    const event = JSON.stringify({ ...h.stripe.list('event', await accountOf())[0] })
    const bad = await post(event, `t=${Math.floor(h.services.now() / 1000)},v1=${'0'.repeat(64)}`)
    expect(bad.status).toBe(400)
    expect((await h.db.company.get(companyID)).connection).toBe('completed')
    await deliver()
    const { connection, payoutsEnabled, accountRequirements } = await h.db.company.get(companyID)
    expect([connection, payoutsEnabled, accountRequirements]).toEqual([
      'inverification',
      false,
      ['A photo of your identity document'],
    ])
    h.stripe.setAccount(await accountOf(), 'complete')
    await deliver()
    expect((await h.db.company.get(companyID)).connection).toBe('completed')
  })

  it('keeps by when something is wanted, as long as it is', async () => {
    h.stripe.setAccount(await accountOf(), 'asked')
    await check()
    const asked = async () => {
      const { connection, accountRequirements, accountRequiredBy } = await h.db.company.get(companyID)
      return { connection, accountRequirements, accountRequiredBy }
    }
    expect(await asked()).toEqual({
      connection: 'completed',
      accountRequirements: ['A photo of your identity document'],
      accountRequiredBy: expect.any(Number),
    })
    const { accountRequiredBy } = await asked()
    expect(accountRequiredBy).toBeGreaterThan(h.services.now())
    const { body } = await h.call('ada', 'account.home', {})
    expect(body.attention).toContainEqual(
      expect.objectContaining({ kind: 'account', at: new Date(accountRequiredBy).toISOString() }),
    )
    h.stripe.setAccount(await accountOf(), 'complete')
    await check()
    expect(await asked()).toEqual({ connection: 'completed', accountRequirements: [], accountRequiredBy: 0 })
  })

  it('CRD-18 CRD-21 lets go of an account when nothing runs on it, and opens another one then', async () => {
    const reset = () => h.call('ada', 'payments.resetPaymentConnection', { companyID })
    const running = await reset()
    expect([running.status, running.body.message]).toEqual([422, expect.stringContaining('has active campaigns')])
    // Campaigns of an agency that is billed by hand are not paid through it.
    await h.db.company.update(companyID, { manualBill: true })
    expect((await reset()).status).toBe(200)
    await h.db.company.update(companyID, { manualBill: false })
    await connect('ada')
    const { stopCampaigns } = await import('#functions/domain/campaigns/stop.ts')
    await stopCampaigns(h.services, h.cast.northlight, 'user')
    const before = await accountOf()
    const { status, body } = await reset()
    expect([status, body.data.status, await accountOf()]).toEqual([200, '', ''])
    expect((await h.db.company.get(companyID)).connection).toBe('')
    expect((await reset()).status).toBe(409)
    await connect('ada')
    expect([await accountOf()]).not.toEqual([before])
  })

  it('is refused to clients, sales people and agencies of others', async () => {
    for (const who of ['cleo', 'abe', 'admin', 'sam'] as const)
      expect((await h.call(who, 'payments.createConnectedAccount', { companyID, ...back })).status, who).toBe(403)
    expect((await check('olive')).status).toBe(200)
  })
})

describe('connected accounts of sales people', () => {
  const usrID = h.cast.users.sam.id
  const look = () => h.call('sam', 'payments.checkSalesConnectedAccount', { usrID })

  it('SAL-16 SAL-17 CRD-15 CRD-17 makes one, which opens their pages as soon as the provider says yes', async () => {
    const list = () =>
      h.call('sam', 'companies.list', {
        companyId: companyID,
        group: 'none',
        idsys: 'none',
        type: 'none',
        module: 'none',
        sort: 'none',
        order: 'none',
        search: 'none',
      })
    expect([(await list()).status, (await list()).body.message]).toEqual([403, 'Connect your payment account first.'])
    expect((await look()).body.data.status).toBe('')
    const page = { usrID, return_url: '/configuration/sales-connect-account' }
    const created = await h.call('sam', 'payments.createSalesConnectedAccount', page)
    expect([created.status, created.body.data.status]).toEqual([200, 'pending'])
    expect((await list()).status).toBe(403)
    await choose(created.body.data.url, 'verifying')
    expect((await look()).body.data.status).toBe('inverification')
    const again = await h.call('sam', 'payments.createSalesConnectedAccount', page)
    await choose(again.body.data.url, 'complete')
    await deliver()
    expect((await h.db.user.get(usrID)).connection).toBe('completed')
    expect((await look()).body.data).toMatchObject({ status: 'completed', payouts_enabled: true })
    expect((await list()).status).toBe(200)
  })

  it('opens their pages, where the bank account stands, after a fresh password alone', async () => {
    h.setClock(Date.now() - 16 * 60_000)
    const { refresh_token } = (await h.signIn('sam')).body
    h.setClock()
    const { body } = await h.call(null, 'session.refresh', { refresh_token }, { host: h.hostOf('sam') })
    const token = body.access_token
    const page = { usrID, return_url: '/configuration/sales-connect-account' }
    const open = () => h.call('sam', 'payments.createSalesConnectedAccount', page, { token })
    expect((await open()).body.code).toBe('reauthenticate')
    expect((await h.call('sam', 'session.confirmPassword', { password: PASSWORD }, { token })).status).toBe(200)
    expect((await open()).body.data.url).toContain('/dashboard/')
  })

  it('SAL-17 makes another one in place of one that failed, once for two who ask at once', async () => {
    const page = { usrID, return_url: '/configuration/sales-connect-account' }
    const accountOf = async () => (await h.db.connectedAccount.get({ user: usrID })).accountId
    const before = await accountOf()
    h.stripe.setAccount(before, 'rejected')
    expect((await look()).body.data.status).toBe('failed')
    const ask = () => h.call('sam', 'payments.createSalesConnectedAccount', page)
    const both = await Promise.all([ask(), ask()])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const after = await accountOf()
    expect(after).not.toBe(before)
    // Either link leads to the one that counts.
    for (const [{ body }, step, state] of [
      [both[0], 'verifying', 'inverification'],
      [both[1], 'complete', 'completed'],
    ] as const) {
      await choose(body.data.url, step)
      expect((await look()).body.data.status).toBe(state)
    }
  })

  it('is nobody else’s business but their operator’s, who only looks', async () => {
    const page = { usrID, return_url: '/configuration/sales-connect-account' }
    expect((await h.call('rita', 'payments.checkSalesConnectedAccount', { usrID })).status).toBe(403)
    expect((await h.call('ada', 'payments.checkSalesConnectedAccount', { usrID })).status).toBe(403)
    expect((await h.call('olive', 'payments.checkSalesConnectedAccount', { usrID })).status).toBe(200)
    expect((await h.call('olive', 'payments.createSalesConnectedAccount', page)).status).toBe(403)
    const notSales = { ...page, usrID: h.cast.users.ada.id }
    expect((await h.call('olive', 'payments.checkSalesConnectedAccount', notSales)).status).toBe(422)
  })
})
