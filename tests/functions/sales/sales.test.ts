import { describe, expect, it } from 'vitest'
import { harness } from '../../support/harness.ts'

const h = await harness()
const { root, northlight, copper, users } = h.cast
for (const who of ['sam', 'ellen', 'rita'] as const)
  await h.db.user.update(h.cast.users[who].id, { connection: 'completed' })
const { sam, ellen, rita } = users

const assign = (who: 'olive' | 'sam' | 'ada', companyID: string, people: object) =>
  h.call(who, 'sales.assign', { companyID, ...people })
const nodeOf = async (companyId: string) => {
  const { body } = await h.call('olive', 'companies.list', {
    companyId: root.id,
    group: 'none',
    idsys: 'none',
    type: 'none',
    module: 'none',
    sort: 'none',
    order: 'none',
    search: 'none',
  })
  return body.data.find((row) => row.company_id === companyId)
}

describe('sales.list', () => {
  it('SAL-05 ENB-19 names the sales people of the root, all of them or one', async () => {
    const { status, body } = await h.call('olive', 'sales.list', { companyID: root.id })
    expect([status, body.data]).toEqual([200, [ellen, rita, sam].map(({ id, name }) => ({ id, name }))])
    expect((await h.call('olive', 'sales.listOne', { id: rita.id })).body.data).toEqual([
      { id: rita.id, name: rita.name },
    ])
    expect((await h.call('olive', 'sales.listOne', { id: users.ada.id })).body.data).toEqual([])
    for (const who of ['ada', 'sam', 'cleo'] as const) expect((await h.call(who, 'sales.list', {})).status).toBe(403)
  })
})

describe('sales.assign', () => {
  it('SAL-06 SAL-07 sets who looks after an agency, the same person more than once, and takes away what is empty', async () => {
    const { status, body } = await assign('olive', copper.id, { salesRep: sam.id, salesAE: ellen.id, salesRef: sam.id })
    expect([status, body]).toEqual([200, { result: 'success', message: 'Setting has been saved.' }])
    expect(await nodeOf(copper.id)).toMatchObject({
      salesrep: sam.name,
      salesrepid: sam.id,
      accountexecutive: ellen.name,
      accountexecutiveid: ellen.id,
      accountref: sam.name,
      accountrefid: sam.id,
    })
    // Who is not named stays.
    await assign('olive', copper.id, { salesRef: '' })
    const { salesRepId, accountExecutiveId, referralUserId } = await h.db.company.get(copper.id)
    expect([salesRepId, accountExecutiveId, referralUserId]).toEqual([sam.id, ellen.id, null])
    await assign('olive', copper.id, { salesRep: '', salesAE: '', salesRef: '' })
    expect(await nodeOf(copper.id)).toMatchObject({
      salesrep: '',
      salesrepid: '',
      accountexecutive: '',
      accountexecutiveid: '',
      accountref: '',
      accountrefid: '',
    })
  })

  it('SAL-01 is refused to agencies and to sales people themselves', async () => {
    expect((await assign('sam', northlight.id, { salesRep: sam.id })).status).toBe(403)
    expect((await assign('ada', northlight.id, { salesRep: sam.id })).status).toBe(403)
  })

  it('SAL-08 takes nobody but sales people of this root who may still log in', async () => {
    const wrong = await assign('olive', copper.id, { salesRep: users.ada.id })
    expect([wrong.status, wrong.body.fields]).toEqual([422, { salesRep: 'Choose a sales person.' }])
    const foreign = await h.plant()
    expect((await assign('olive', copper.id, { salesAE: foreign.users.sam.id })).status).toBe(422)
    expect((await assign('olive', foreign.copper.id, { salesAE: sam.id })).status).toBe(403)
    await h.db.user.update(rita.id, { status: 'disabled' })
    expect((await assign('olive', copper.id, { salesRef: rita.id })).status).toBe(422)
    await h.db.user.update(rita.id, { status: 'active' })
    expect((await assign('olive', root.id, { salesRep: sam.id })).status).toBe(422)
  })
})

describe('sales people', () => {
  const make = (more: object) =>
    h.call('olive', 'companies.create', {
      userType: 'sales',
      ClientFullName: 'Sid Seller',
      ClientEmail: 'sid@sellers.example',
      ...more,
    })
  const rows = async () => (await h.call('olive', 'sales.accounts', { companyId: root.id })).body.data

  it('SAL-11 are representatives, account executives and referrers', async () => {
    for (const salesKind of ['representative', 'accountExecutive', 'referrer'] as const)
      expect((await make({ salesKind, ClientEmail: `${salesKind}@sellers.example` })).status).toBe(200)
    const kinds = (await rows()).filter(({ email }) => email.endsWith('@sellers.example')).map((row) => row.sales_kind)
    expect(kinds.sort()).toEqual(['accountExecutive', 'referrer', 'representative'])
    expect((await make({})).body.fields).toEqual({ salesKind: 'Choose what kind of sales person this is.' })
  })

  it('SAL-13 are added by invitation, edited and deleted by the user calls, which others are refused', async () => {
    const { body } = await make({ salesKind: 'representative', ClientPhone: '(312) 555-0188' })
    const { person } = body
    expect(person).toMatchObject({
      name: 'Sid Seller',
      email: 'sid@sellers.example',
      phonenum: '3125550188',
      sales_kind: 'representative',
      user_type: 'sales',
      status_acc: '',
      is_invited: true,
      created_at: expect.stringMatching(/Z$/),
    })
    expect(await h.mailsTo('sid@sellers.example')).toHaveLength(1)
    const edit = {
      ClientID: person?.id ?? '',
      action: 'staff' as const,
      ClientFullName: 'Sid Sold',
      ClientPhone: '(312) 555-0188',
      ClientEmail: 'sid@sellers.example',
      salesKind: 'accountExecutive' as const,
    }
    expect((await h.call('olive', 'companies.update', edit)).status).toBe(200)
    expect((await rows()).find(({ id }) => id === person?.id)).toMatchObject({
      name: 'Sid Sold',
      sales_kind: 'accountExecutive',
    })
    for (const who of ['sam', 'ada'] as const) {
      expect((await h.call(who, 'companies.update', edit)).status).toBe(403)
      expect((await h.call(who, 'sales.accounts', { companyId: root.id })).status).toBe(403)
      const form = {
        userType: 'sales',
        salesKind: 'referrer',
        ClientFullName: 'No',
        ClientEmail: 'no@no.example',
      } as const
      expect((await h.call(who, 'companies.create', form)).status).toBe(403)
    }
    await assign('olive', copper.id, { salesRep: person?.id })
    const remove = () => h.call('olive', 'companies.remove', { companyId: root.id, userId: person?.id ?? '' })
    const kept = await remove()
    expect([kept.status, kept.body.message]).toEqual([
      409,
      'Sid Sold looks after one agency. Set another sales person there first.',
    ])
    await assign('olive', copper.id, { salesRep: '' })
    expect((await remove()).body.message).toBe('Deleted!')
    expect((await rows()).some(({ id }) => id === person?.id)).toBe(false)
  })
})

describe('referral links', () => {
  it('OTH-09 OTH-10 are the same every time, tell whose they are, and bring agencies to that person', async () => {
    const link = async () => (await h.call('sam', 'sales.referralLink', { usrID: sam.id })).body
    const first = await link()
    expect(first).toEqual({
      result: 'success',
      code: expect.stringMatching(/^[2-9A-Z]{10}$/),
      url: `http://${root.subdomain}.localhost:8787/agency-register/${first.code}`,
    })
    expect(await link()).toEqual(first)
    const check = (code: string, host = h.cast.hosts.root) => h.call(null, 'sales.checkReferral', { code }, { host })
    expect((await check(first.code)).body).toEqual({ valid: true, name: 'Sam Sales' })
    expect((await check('NOBODYS')).body).toEqual({ valid: false, name: '' })
    const foreign = await h.plant()
    expect((await check(first.code, foreign.hosts.root)).body).toEqual({ valid: false, name: '' })

    const form = {
      companyname: 'Brought Agency',
      name: 'Bea Brought',
      email: 'bea@brought.example',
      phonenum: '+1 312 555 0177',
      password: 'fresh paint 7',
      userType: 'userdownline' as const,
      refcode: first.code,
    }
    expect((await h.call(null, 'session.register', form, { host: h.cast.hosts.root })).status).toBe(200)
    const { body } = await h.call('olive', 'companies.list', {
      companyId: root.id,
      group: 'none',
      idsys: 'none',
      type: 'none',
      module: 'none',
      sort: 'none',
      order: 'none',
      search: 'brought',
    })
    expect(body.data[0]).toMatchObject({ accountref: 'Sam Sales', accountrefid: sam.id })
  })

  it('are made for sales people alone, by themselves or by operators', async () => {
    expect((await h.call('olive', 'sales.referralLink', { usrID: sam.id })).status).toBe(200)
    expect((await h.call('olive', 'sales.referralLink', { usrID: users.ada.id })).status).toBe(422)
    expect((await h.call('sam', 'sales.referralLink', { usrID: ellen.id })).status).toBe(403)
    expect((await h.call('ada', 'sales.referralLink', { usrID: users.ada.id })).status).toBe(403)
  })
})
