import { describe, expect, it } from 'vitest'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { stageOf } from '../companies/stage.ts'

const h = await harness()
const foreign = await h.plant()
const { list } = stageOf(h)
const { root, northlight, copper, users } = h.cast
const set = (
  amount: string | number,
  enable_coupon: 'T' | 'F' = 'F',
  who: Member = 'olive',
  CompanyID = northlight.id,
) => h.call(who, 'pricing.setOnboarding', { CompanyID, amount, enable_coupon })
const get = async (who: Member, companyID = northlight.id) =>
  (
    await h.call(who, 'pricing.getOnboarding', {
      companyID,
      companyRootID: root.id,
      settingname: 'agencyonboardingcustom',
    })
  ).body.data
const checkOf = async (who: Member) =>
  (await h.call(who, 'account.checkSetup', { id: users[who].id })).body.agencyonboarding

describe('the onboarding charge', () => {
  it('SET-18 ONB-02 ONB-03 ENB-18 is set and read', async () => {
    expect(await get('olive', copper.id)).toEqual({ amount: '0', enable_coupon: 'F' })
    const { status, body } = await set('149.5', 'T')
    expect([status, body.result, body.status, body.message]).toEqual([
      ...[200, 'success', 'success', 'Your settings have been saved.'],
    ])
    expect(await get('olive')).toEqual({ amount: '149.5', enable_coupon: 'T' })
    expect(await get('ada')).toEqual({ amount: '149.5', enable_coupon: 'T' })
  })

  it('keeps what is not sent, also of two who save in the same instant', async () => {
    await set('100', 'F')
    const change = (given: { amount?: string; enable_coupon?: 'T' | 'F' }) =>
      h.call('olive', 'pricing.setOnboarding', { CompanyID: northlight.id, ...given })
    const saved = await Promise.all([change({ amount: '250' }), change({ enable_coupon: 'T' })])
    expect(saved.map(({ status }) => status)).toEqual([200, 200])
    expect(await get('olive')).toEqual({ amount: '250', enable_coupon: 'T' })
  })

  it('ONB-08 refuses with 422 what the screen refuses', async () => {
    const valid = 'Please enter a valid amount.'
    for (const [amount, message] of [
      ['0.5', 'Amount can not be less than or equal to 0.5.'],
      [-5, valid],
      ['abc', valid],
      ['', valid],
      ['1.234', valid],
    ] as const) {
      const { status, body } = await set(amount)
      expect([amount, status, body.fields]).toEqual([amount, 422, { amount: message }])
    }
    expect((await set('0.51')).status).toBe(200)
  })

  it('ONB-04 ONB-11 ENT-025 is what the set-up of an agency shows, until it is charged or excluded', async () => {
    await set('100', 'T')
    expect(await checkOf('ada')).toEqual({ status: 'T', price: '100', enable_coupon: 'T' })
    expect(await checkOf('cleo')).toEqual({ status: 'F', price: '0', enable_coupon: 'F' })
    await set('100', 'F')
    expect((await checkOf('ada')).enable_coupon).toBe('F')
    await h.db.company.update(northlight.id, { excludesOnboardCharge: true })
    expect((await checkOf('ada')).status).toBe('F')
    await h.db.company.update(northlight.id, { excludesOnboardCharge: false, isOnboardCharged: true })
    expect((await checkOf('ada')).status).toBe('F')
    await h.db.company.update(northlight.id, { isOnboardCharged: false })
    await set('0', 'T')
    expect(await checkOf('ada')).toEqual({ status: 'F', price: '0', enable_coupon: 'F' })
  })

  it('ONB-01 ONB-12 is set by operators of the platform itself alone', async () => {
    expect((await set('10', 'F', 'ada')).status).toBe(403)
    expect((await set('10', 'F', 'sam')).status).toBe(403)
    expect((await set('10', 'F', 'olive', users.cleo.companyId)).status).toBe(422)
    const login = await h.call(
      null,
      'session.login',
      { username: foreign.users.olive.email, password: 'correct horse 42' },
      { host: foreign.hosts.root },
    )
    const token = 'access_token' in login.body ? login.body.access_token : ''
    const there = { CompanyID: foreign.northlight.id, amount: '10', enable_coupon: 'F' } as const
    const answer = await h.call(null, 'pricing.setOnboarding', there, { token, host: foreign.hosts.root })
    expect(answer.status).toBe(403)
  })

  it('ONB-13 ONB-18 ENB-07 may be waived when an agency is edited, and the row shows it', async () => {
    const edit = (exclude_onboard_charge: 'T' | 'F') =>
      h.call('olive', 'companies.update', {
        ClientID: users.abe.id,
        ClientCompanyName: 'Copper & Co',
        ClientFullName: 'Abe Agency',
        ClientEmail: users.abe.email,
        ClientPhone: '(312) 555-0123',
        exclude_onboard_charge,
      })
    expect((await edit('T')).body.data[0]?.exclude_onboard_charge).toBe('T')
    const row = async () =>
      (await list('olive', { companyId: root.id })).body.data.find(({ company_id }) => company_id === copper.id)
    expect([(await row())?.exclude_onboard_charge, (await row())?.is_onboard_charged]).toEqual(['T', 'F'])
    await edit('F')
    expect((await row())?.exclude_onboard_charge).toBe('F')
    const own = await h.call('ada', 'companies.update', {
      ClientID: users.cleo.id,
      ClientCompanyName: 'Bright Smiles Dental',
      ClientFullName: 'Cleo Client',
      ClientEmail: users.cleo.email,
      ClientPhone: '(312) 555-0123',
      exclude_onboard_charge: 'T',
    })
    expect(own.status).toBe(403)
  })
})

describe('coupons', () => {
  type Made = Parameters<typeof h.call<'pricing.createCoupon'>>[2]
  const create = (code: string, more: Partial<Made> = {}, who: Member = 'olive') =>
    h.call(who, 'pricing.createCoupon', { code, type: 'percent', value: '50', max_uses: 2, ...more })
  const look = (coupon_code: string, who: Member = 'ada', company_id = northlight.id) =>
    h.call(who, 'pricing.getCoupon', { company_id, coupon_code })

  it('ONB-14 ONB-15 ENB-29 are looked up with what the charge comes to', async () => {
    await set('100', 'T')
    await create('HALF50')
    const { status, body } = await look(' half50 ')
    expect([status, body.result]).toEqual([200, 'success'])
    expect(body.data).toEqual({ code: 'HALF50', type: 'percent', value: '50', final_amount: '50' })
    await create('TEN', { type: 'amount', value: '10.25' })
    expect((await look('TEN')).body.data).toEqual({
      code: 'TEN',
      type: 'amount',
      value: '10.25',
      final_amount: '89.75',
    })
    const unknown = await look('NOSUCH')
    expect([unknown.status, unknown.body.result, unknown.body.message]).toEqual([422, 'failed', 'Coupon is not valid'])
  })

  it('ONB-15 are not valid once expired, used up, or where coupons are not taken', async () => {
    await set('100', 'T')
    await create('ENDS', { expiry: '2030-06-01' })
    await create('ONCE', { max_uses: 1 })
    expect((await look('ENDS')).status).toBe(200)
    h.setClock(Date.parse('2030-06-01T20:00:00Z'))
    expect((await look('ENDS')).status).toBe(200)
    h.setClock(Date.parse('2030-06-02T06:00:00Z'))
    expect((await look('ENDS')).body.message).toBe('Coupon is not valid')
    h.setClock()
    expect(await h.db.coupon.take({ rootId: root.id, code: 'ONCE', companyId: copper.id }, h.services.now())).toBe(true)
    expect((await look('ONCE')).body.message).toBe('Coupon is not valid')
    await set('100', 'F')
    expect((await look('HALF50')).body.message).toBe('Coupon is not valid')
    await set('100', 'T')
  })

  it('ONB-19 are managed by operators of the platform itself', async () => {
    expect((await create('MANAGED', { expiry: '2031-01-31', max_uses: 7, value: '12.5' })).body.data).toEqual({
      code: 'MANAGED',
      type: 'percent',
      value: '12.5',
      max_uses: 7,
      uses: 0,
      expiry: '2031-01-31',
      is_valid: true,
    })
    const twice = await create('managed')
    expect([twice.status, twice.body.fields]).toEqual([422, { code: 'There is a coupon with this code.' }])
    const rows = (await h.call('olive', 'pricing.listCoupons', {})).body.data
    expect(rows.find(({ code }) => code === 'MANAGED')?.expiry).toBe('2031-01-31')
    for (const wrong of [
      { value: '0' },
      { value: '101' },
      { max_uses: 0 },
      { expiry: '2020-01-01' },
      { expiry: '2031-02-30' },
    ])
      expect([wrong, (await create('WRONG', wrong)).status]).toEqual([wrong, 422])
    expect((await create('BY-ADA', {}, 'ada')).status).toBe(403)
    expect((await h.call('olive', 'pricing.removeCoupon', { code: 'MANAGED' })).status).toBe(200)
    for (const [code, status] of [
      ['', 422],
      ['  ', 422],
      ['NOBODY', 404],
    ] as const)
      expect([code, (await h.call('olive', 'pricing.removeCoupon', { code })).status]).toEqual([code, status])
    expect((await h.call('olive', 'pricing.listCoupons', {})).body.data.map(({ code }) => code)).not.toContain(
      'MANAGED',
    )
  })

  it('are never used more often than they allow, whoever comes at once', async () => {
    await create('RACE', { max_uses: 3 })
    const ids = Array.from({ length: 10 }, (_, i) => `com_race${i}`)
    const take = (companyId: string) =>
      h.db.coupon.take({ rootId: root.id, code: 'RACE', companyId }, h.services.now()).catch(() => false)
    const taken = await Promise.all(ids.map(take))
    const winners = ids.filter((_, i) => taken[i])
    expect([winners.length > 0, winners.length <= 3]).toEqual([true, true])
    // Who took a use has it, however often they ask.
    expect(await take(winners[0] ?? '')).toBe(true)
    expect((await h.db.coupon.find(root.id, 'RACE'))?.uses).toBe(winners.length)
  })
})
