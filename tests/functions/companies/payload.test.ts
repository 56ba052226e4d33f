// What a form says of a company or a person comes back from the lists, where it may be read.
import { describe, expect, it } from 'vitest'
import type { Input } from '#shared/contracts/index.ts'
import { harness } from '../../support/harness.ts'
import { stageOf } from './stage.ts'

const h = await harness()
const { list } = stageOf(h)
const { root, northlight, users } = h.cast
const { body: madePlan } = await h.call('olive', 'pricing.createPlan', {
  planName: 'Payload',
  months: ['100'],
  flatMonth: '349',
})
const planMinSpendId = madePlan.data.idMinimumSpend
const agency = {
  ClientCompanyName: 'Payload Media',
  ClientFullName: 'Pam Payload',
  ClientEmail: 'pam@payload.example',
  ClientPhone: '(312) 555-0142',
  ClientPhoneCountryCode: 'US',
  ClientPass: 'given word 77',
}
const said: Partial<Input<'companies.create'>> = {
  DownlineSubDomain: 'payload-media',
  DownlineOrganizationID: 'org-42',
  ClientWhiteLabeling: 'F',
  ApiMode: 'T',
  disabledreceivedemail: 'T',
  disabledaddcampaign: 'T',
  enablephonenumber: 'F',
  editorspreadsheet: 'T',
  planMinSpendId,
  salesRep: users.sam.id,
  salesAE: users.ellen.id,
  salesRef: users.rita.id,
  exclude_onboard_charge: 'T',
  twoFactorAuth: 'T',
  selectedterms: [
    { term: 'Weekly', status: true },
    { term: 'Monthly', status: true },
  ],
  selectedmodules: [
    { type: 'local', status: true },
    { type: 'b2b', status: true },
  ],
}
const listed = {
  company_name: 'Payload Media',
  name: 'Pam Payload',
  email: 'pam@payload.example',
  phonenum: '3125550142',
  phone_country_code: 'US',
  orisubdomain: 'payload-media',
  external_organizationid: 'org-42',
  is_whitelabeling: 'F',
  api_mode: 'T',
  disabledreceivedemail: 'T',
  disable_client_add_campaign: 'T',
  enablephonenumber: 'F',
  editorspreadsheet: 'T',
  plan_minspend_id: planMinSpendId,
  exclude_onboard_charge: 'T',
  salesrepid: users.sam.id,
  accountexecutiveid: users.ellen.id,
  accountrefid: users.rita.id,
}
const found = async (search: string) => (await list('olive', { companyId: root.id, search })).body.data[0]
const on = <T extends { status: boolean }>(all: readonly T[] | undefined) => all?.filter(({ status }) => status)

describe('what a form says', () => {
  it('ENB-23 CLI-12 of a new agency comes back from the list, and never its password', async () => {
    const { status } = await h.call('olive', 'companies.create', { companyID: root.id, ...said, ...agency })
    expect(status).toBe(200)
    const row = await found('payload')
    expect(row).toMatchObject(listed)
    expect(on(row?.selected_payment_term)).toEqual(said.selectedterms)
    expect(on(row?.selected_modules)).toEqual(said.selectedmodules)
    expect(JSON.stringify(row)).not.toMatch(/given word|argon2|password/i)
  })

  it('CLI-12 of an agency that is edited replaces what was said before', async () => {
    const before = await found('payload')
    const { status } = await h.call('olive', 'companies.update', {
      ClientID: before?.id ?? '',
      ...agency,
      DownlineSubDomain: 'payload-media',
      enablephonenumber: 'T',
      editorspreadsheet: 'F',
      planMinSpendId: '',
      salesRep: '',
      salesAE: users.sam.id,
      salesRef: '',
      twoFactorAuth: 'F',
      // Those of which nothing is said stay.
      selectedterms: [
        { term: 'Prepaid', status: true },
        { term: 'Monthly', status: false },
      ],
      selectedmodules: [
        { type: 'locator', status: true },
        { type: 'local', status: false },
      ],
    })
    expect(status).toBe(200)
    const row = await found('payload')
    expect(row).toMatchObject({
      enablephonenumber: 'T',
      editorspreadsheet: 'F',
      plan_minspend_id: '',
      salesrepid: '',
      accountrefid: '',
      accountexecutiveid: users.sam.id,
    })
    expect(
      on(row?.selected_payment_term)
        ?.map(({ term }) => term)
        .sort(),
    ).toEqual(['Prepaid', 'Weekly'])
    expect(
      on(row?.selected_modules)
        ?.map(({ type }) => type)
        .sort(),
    ).toEqual(['b2b', 'locator'])
    expect(await h.db.twoFactor.find(before?.id ?? '')).toBeUndefined()
  })

  it('CLI-12 ENB-23 of an administrator keeps role and permissions', async () => {
    const person = { ...agency, ClientEmail: 'admin@payload.example', userType: 'administrator' as const }
    const made = await h.call('ada', 'companies.create', {
      ...person,
      ClientRole: '',
      defaultAdmin: 'F',
      customercare: 'T',
      adminGetNotification: 'T',
      permission_active: 'T',
      user_permissions: { report_analytics: 'T' },
      twoFactorAuth: 'T',
    })
    expect([made.status, made.body.message]).toEqual([200, 'Data has been added successfully'])
    expect(made.body.person).toMatchObject({
      customercare: 'T',
      adminGetNotification: 'T',
      permission_active: 'T',
      defaultAdmin: 'F',
      user_permissions: { report_analytics: 'T' },
    })
    expect((await h.db.twoFactor.find(made.body.person?.id ?? ''))?.type).toBe('email')
  })
})

describe('the second step of a person that somebody else keeps', () => {
  const form = { ClientCompanyName: 'Step Dental', ClientFullName: 'Stella Step', ClientEmail: 'stella@step.example' }
  const login = () => h.call(null, 'session.login', { username: form.ClientEmail, password: 'given word 77' })

  it('CLI-12 asks for a code by mail, ends what was signed in before, and is taken off again', async () => {
    const made = await h.call('ada', 'companies.create', { ...form, ClientPass: 'given word 77', twoFactorAuth: 'F' })
    const ClientID = made.body.data[0]?.id ?? ''
    const first = (await login()).body
    const token = 'access_token' in first ? first.access_token : ''
    expect(token).not.toBe('')
    const save = (twoFactorAuth?: 'T' | 'F', who: 'ada' | 'abe' | 'olive' = 'olive') =>
      h.call(who, 'companies.update', { ClientID, ...form, ClientPhone: '(312) 555-0143', twoFactorAuth })
    for (const who of ['abe', 'ada'] as const) expect((await save('T', who)).status).toBe(403)
    expect((await save('T')).status).toBe(200)
    expect((await login()).body).toMatchObject({ two_factor_auth: true, two_factor_auth_type: 'email' })
    expect((await h.call(null, 'account.me', { id: ClientID }, { host: h.hostOf('ada'), token })).status).toBe(401)
    const texts = (await h.mailsTo(form.ClientEmail)).map(({ text }) => text)
    expect(texts.filter((text) => text?.includes('Two-factor authentication was turned on'))).toHaveLength(1)
    // What is not said stays, and so does what is said again.
    for (const again of [undefined, 'T'] as const) await save(again)
    expect((await h.mailsTo(form.ClientEmail)).filter(({ text }) => text?.includes('turned on'))).toHaveLength(1)
    expect((await h.db.twoFactor.find(ClientID))?.type).toBe('email')
    expect((await save('F')).status).toBe(200)
    expect('access_token' in (await login()).body).toBe(true)
  })

  it('leaves an authenticator that the person chose as it is', async () => {
    const { cleo } = users
    await h.db.twoFactor.save({ userId: cleo.id, type: 'google', secretBox: 'sealed', createdAt: 1 }, undefined)
    const { status } = await h.call('olive', 'companies.update', {
      ClientID: cleo.id,
      ClientCompanyName: h.cast.brightSmiles.name,
      ClientFullName: cleo.name,
      ClientEmail: cleo.email,
      ClientPhone: '(312) 555-0144',
      twoFactorAuth: 'T',
    })
    expect(status).toBe(200)
    expect((await h.db.twoFactor.find(cleo.id))?.type).toBe('google')
  })
})

it('keeps a client of Northlight without a domain of its own', async () => {
  const form = { ClientCompanyName: 'No Domain', ClientFullName: 'Nina No', ClientEmail: 'nina@nodomain.example' }
  for (const said of [{ ClientDomain: 'leads.nodomain.example' }, { DownlineDomain: 'leads.nodomain.example' }]) {
    const refused = await h.call('olive', 'companies.create', { companyID: northlight.id, ...form, ...said })
    const [field = ''] = Object.keys(said)
    expect([refused.status, refused.body.fields]).toEqual([422, { [field]: 'Only an agency has a domain of its own.' }])
  }
  const byAgency = await h.call('ada', 'companies.create', { ...form, ClientDomain: 'leads.nodomain.example' })
  expect(byAgency.status).toBe(403)
})
