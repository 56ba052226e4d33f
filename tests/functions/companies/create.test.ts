import { describe, expect, it } from 'vitest'
import { DAY, HOUR } from '#shared/dates.ts'
import { noCosts } from '#shared/money/price-list.ts'
import { harness } from '../../support/harness.ts'
import { stageOf } from './stage.ts'

const h = await harness()
const { list } = stageOf(h)
const { root, northlight } = h.cast
const agencyForm = {
  ClientCompanyName: 'Aurora Media',
  ClientFullName: 'Aron Aurora',
  ClientEmail: 'aron@aurora.example',
}
const clientForm = { ClientCompanyName: 'Nova Dental', ClientFullName: 'Nora Nova', ClientEmail: 'nora@nova.example' }
const linkIn = (text: string | undefined) => /https?:\/\/\S+\/set-new-password\/[^\s)\]]+/.exec(text ?? '')?.[0] ?? ''

describe('companies.create', () => {
  it('AGL-76 ERB-20 makes an agency with its person, host, products and terms, and answers its row', async () => {
    const { status, body } = await h.call('olive', 'companies.create', { companyID: root.id, ...agencyForm })
    expect([status, body.message, body.data.length]).toEqual([200, 'Data has been added successfully', 1])
    const [row] = body.data
    expect(row).toMatchObject({
      company_name: 'Aurora Media',
      name: 'Aron Aurora',
      email: 'aron@aurora.example',
      user_type: 'userdownline',
      orisubdomain: 'aurora-media',
      is_invited: true,
      phonenum: '',
    })
    expect(row?.selected_modules.filter(({ status: isOn }) => isOn).map(({ type }) => type)).toEqual([
      'local',
      'locator',
    ])
    expect(row?.selected_payment_term.filter(({ status: isOn }) => isOn).map(({ term }) => term)).toEqual(['Weekly'])
    expect(await h.db.domain.findCompanyId('aurora-media.localhost')).toBe(row?.company_id)
    const listed = await list('olive', { companyId: root.id, search: 'aurora' })
    expect(listed.body.data).toEqual([row])
  })

  it('AGL-80 makes all that an agency begins with', async () => {
    const at = h.services.now() - 1
    const fees = { platformFeeCents: 1050, periodFeeCents: 2000, perLeadCentiCents: 5000, perLeadAdvancedCentiCents: 0 }
    const { costs } = noCosts
    const asked = { term: 'Monthly' as const, costs: { ...costs, b2b: { ...costs.b2b, Monthly: fees } } }
    await h.db.price.saveCosts(root.id, asked, { by: h.cast.users.olive.id, at })
    const plan = await h.call('olive', 'pricing.createPlan', { planName: 'Begin', months: ['100'], flatMonth: '349' })
    const { idMinimumSpend } = plan.body.data
    await h.call('olive', 'pricing.setDefaultPlan', { idMinimumSpend })
    const made = await h.call('olive', 'companies.create', {
      companyID: root.id,
      ClientCompanyName: 'Begin Media',
      ClientFullName: 'Bea Begin',
      ClientEmail: 'bea@begin.example',
      DownlineSubDomain: 'begin-media',
    })
    expect(made.status).toBe(200)
    const [row] = (await list('olive', { companyId: root.id, search: 'begin' })).body.data
    const companyId = row?.company_id ?? ''
    expect(row).toMatchObject({
      company_name: 'Begin Media',
      user_type: 'userdownline',
      plan_minspend_id: idMinimumSpend,
    })
    expect(await h.db.user.get(row?.id ?? '')).toMatchObject({ companyId, isDefaultAdmin: true, status: 'invited' })
    expect(await h.db.domain.findCompanyId('begin-media.localhost')).toBe(companyId)
    const on = <T extends { status: boolean }>(all: readonly T[] = []) => all.filter(({ status }) => status)
    expect(on(row?.selected_payment_term)).toEqual([{ term: 'Weekly', status: true }])
    expect(on(row?.selected_modules).map(({ type }) => type)).toEqual(['local', 'locator'])
    const readCosts = async () => {
      const input = { companyID: companyId, settingname: 'costagency' as const, idSys: root.id }
      const { body } = await h.call('olive', 'settings.get', input)
      return body.settingname === 'costagency' ? body.data.b2b.Monthly : undefined
    }
    expect(await readCosts()).toMatchObject({ B2bPlatformFee: '10.5', B2bCostperlead: '0.5', B2bMinCostMonth: '20' })
    // A copy: what the root asks for later is agreed anew.
    await h.db.price.saveCosts(root.id, noCosts, { by: h.cast.users.olive.id, at: h.services.now() })
    expect(await readCosts()).toMatchObject({ B2bPlatformFee: '10.5' })
    const [mail] = await h.mailsTo('bea@begin.example')
    expect(mail?.text).toContain('7 days')
    const token = new URL(linkIn(mail?.text)).pathname.split('/').pop() ?? ''
    const chosen = { token, email: 'bea@begin.example', newpassword: 'fresh paint 7' }
    const choose = () => h.call(null, 'session.setPassword', chosen, { host: 'begin-media.localhost' })
    const issuedAt = h.services.now()
    try {
      h.setClock(issuedAt + 7 * DAY + HOUR)
      expect((await choose()).status).toBe(422)
      h.setClock(issuedAt + 7 * DAY - HOUR)
      expect((await choose()).status).toBe(200)
    } finally {
      h.setClock()
      await h.call('olive', 'pricing.setDefaultPlan', { idMinimumSpend: '' })
    }
  })

  it("CLI-07 CLI-13 invites a client by mail on the agency's site, who signs in after choosing a password", async () => {
    const { body } = await h.call('ada', 'companies.create', {
      ...clientForm,
      ClientPhone: '(312) 555-0188',
      ClientPhoneCountryCode: 'US',
    })
    expect(body.data[0]).toMatchObject({ company_name: 'Nova Dental', phonenum: '3125550188', user_type: 'client' })
    const [mail] = await h.mailsTo('nora@nova.example')
    expect(mail?.subject).toContain('invited')
    expect(mail?.text).toContain('7 days')
    expect(mail?.text).toContain('Ada Agency')
    const link = new URL(linkIn(mail?.text))
    expect(link.hostname).toBe(h.cast.hosts.northlight)
    const token = link.pathname.split('/').pop() ?? ''
    const checked = await h.call(null, 'session.verifyReset', { token, email: 'nora@nova.example' })
    expect(checked.body).toEqual({ valid: true, reason: '', is_invitation: true })
    const set = await h.call(null, 'session.setPassword', {
      token,
      email: 'nora@nova.example',
      newpassword: 'fresh paint 7',
    })
    expect(set.status).toBe(200)
    // Nothing was changed: it is the first password, and the screen welcomes instead.
    expect(set.body.message).toMatch(/^Welcome to /)
    expect((await h.mailsTo('nora@nova.example')).map(({ subject }) => subject)).toEqual([mail?.subject])
    const login = await h.call(null, 'session.login', { username: 'nora@nova.example', password: 'fresh paint 7' })
    expect(login.status).toBe(200)
    const { body: after } = await list('ada', { companyId: northlight.id, search: 'nova' })
    expect(after.data[0]?.is_invited).toBe(false)
  })

  it('CLI-13 lets a person sign in at once whose password was chosen for them, and keeps it as a hash', async () => {
    const form = { ...clientForm, ClientEmail: 'direct@nova.example' }
    expect((await h.call('ada', 'companies.create', { ...form, ClientPass: 'short1' })).status).toBe(422)
    const { body } = await h.call('ada', 'companies.create', { ...form, ClientPass: 'given word 77' })
    expect(body.data[0]?.is_invited).toBe(false)
    expect((await h.db.user.get(body.data[0]?.id ?? '')).passwordHash).toMatch(/^\$argon2id\$/)
    const login = await h.call(null, 'session.login', { username: 'direct@nova.example', password: 'given word 77' })
    expect(login.status).toBe(200)
    expect(await h.mailsTo('direct@nova.example')).toHaveLength(0)
  })

  it('AGL-76 CLI-14 OTH-04 refuses an address that is known already, and adds no row', async () => {
    const form = { ...clientForm, ClientEmail: 'twice@nova.example' }
    await h.call('ada', 'companies.create', form)
    const { total } = (await list('ada', { companyId: northlight.id })).body
    const again = await h.call('ada', 'companies.create', { ...form, ClientEmail: 'TWICE@nova.example' })
    expect([again.status, again.body.result, again.body.message]).toEqual([422, 'failed', 'This email already exists'])
    expect(again.body.fields).toEqual({ ClientEmail: 'This email already exists' })
    expect((await list('ada', { companyId: northlight.id })).body.total).toBe(total)
    const staff = await h.call('ada', 'companies.create', { ...clientForm, ClientEmail: h.cast.users.ada.email })
    expect(staff.body.message).toBe('This email already exists')
    const elsewhere = await h.call('abe', 'companies.create', form)
    expect(elsewhere.status).toBe(200)
  })

  it('of many at once with one address, makes one', async () => {
    const form = { ...clientForm, ClientEmail: 'race@nova.example' }
    const { total } = (await list('ada', { companyId: northlight.id })).body
    const answers = await Promise.all(Array.from({ length: 6 }, () => h.call('ada', 'companies.create', form)))
    // Anybody who looked before the other wrote is refused by the write itself.
    const lost = answers.map(({ status }) => status).filter((status) => status !== 200)
    expect(lost).toEqual(Array(5).fill(expect.toSatisfy((status: number) => status === 409 || status === 422)))
    expect((await list('ada', { companyId: northlight.id })).body.total).toBe(total + 1)
  })

  it('AGL-33 refuses a sub-domain that is taken or reserved, and keeps it in small letters', async () => {
    const form = (more: object) => ({ companyID: root.id, ...agencyForm, ...more })
    const taken = await h.call(
      'olive',
      'companies.create',
      form({
        ClientEmail: 'a1@aurora.example',
        DownlineSubDomain: northlight.subdomain?.toUpperCase(),
      }),
    )
    expect([taken.status, taken.body.fields]).toEqual([422, { DownlineSubDomain: 'This sub-domain is taken.' }])
    for (const DownlineSubDomain of ['www', 'api', 'app', 'admin', 'mail', '-a', 'a_b'])
      expect(
        (await h.call('olive', 'companies.create', form({ ClientEmail: 'a2@aurora.example', DownlineSubDomain })))
          .status,
      ).toBe(422)
    const kept = await h.call(
      'olive',
      'companies.create',
      form({ ClientEmail: 'a3@aurora.example', DownlineSubDomain: 'AURORA-2' }),
    )
    expect(kept.body.data[0]?.orisubdomain).toBe('aurora-2')
    const same = await h.call('olive', 'companies.create', form({ ClientEmail: 'a4@aurora.example' }))
    expect(same.status).toBe(200)
    expect(same.body.data[0]?.orisubdomain).toMatch(/^aurora-media-/)
  })

  it('CLI-11 keeps what a client may do', async () => {
    const { body } = await h.call('ada', 'companies.create', {
      ...clientForm,
      ClientEmail: 'flags@nova.example',
      disabledreceivedemail: 'T',
      disabledaddcampaign: 'T',
      enablephonenumber: 'F',
    })
    expect(body.data[0]).toMatchObject({
      disabledreceivedemail: 'T',
      disable_client_add_campaign: 'T',
      enablephonenumber: 'F',
      editorspreadsheet: 'F',
    })
  })

  it('SAL-14 SAL-08 sets the sales people of an agency, which must be sales people of this root', async () => {
    const form = (salesRep: string) => ({
      companyID: root.id,
      ...agencyForm,
      ClientEmail: 'sales@aurora.example',
      salesRep,
    })
    const wrong = await h.call('olive', 'companies.create', form(h.cast.users.ada.id))
    expect([wrong.status, wrong.body.fields]).toEqual([422, { salesRep: 'Choose a sales person.' }])
    const right = await h.call('olive', 'companies.create', {
      ...form(h.cast.users.sam.id),
      salesAE: h.cast.users.ellen.id,
    })
    expect(right.body.data[0]).toMatchObject({
      salesrep: 'Sam Sales',
      accountexecutive: 'Ellen Executive',
      accountref: '',
    })
  })

  it("refuses what is not the caller's to say: companies elsewhere, below clients, products and sales people", async () => {
    const status = async (who: 'ada' | 'olive' | 'cleo', more: object) =>
      (await h.call(who, 'companies.create', { ...clientForm, ClientEmail: 'no@nova.example', ...more })).status
    expect(await status('ada', { companyID: h.cast.copper.id })).toBe(403)
    expect(await status('ada', { companyID: root.id })).toBe(403)
    expect(await status('olive', { companyID: h.cast.brightSmiles.id })).toBe(403)
    expect(await status('ada', { salesRep: h.cast.users.sam.id })).toBe(403)
    expect(await status('ada', { selectedmodules: [{ type: 'b2b', status: true }] })).toBe(403)
    expect(await status('cleo', {})).toBe(403)
    expect(await h.mailsTo('no@nova.example')).toHaveLength(0)
  })

  it('refuses bad input with a sentence for each field', async () => {
    const { status, body } = await h.call('ada', 'companies.create', {
      ClientCompanyName: ' ',
      ClientFullName: '',
      ClientEmail: 'no address',
      ClientPhone: '12',
    })
    expect(status).toBe(422)
    expect(Object.keys(body.fields ?? {}).sort()).toEqual(['ClientCompanyName', 'ClientEmail', 'ClientFullName'])
    const long = await h.call('ada', 'companies.create', {
      ...clientForm,
      ClientEmail: `${'a'.repeat(59)}@nova.exampl`,
    })
    expect(long.status).toBe(422)
    const phone = await h.call('ada', 'companies.create', {
      ...clientForm,
      ClientEmail: 'p@nova.example',
      ClientPhone: '12',
    })
    expect(phone.body.message).toBe('Please enter valid phone number')
  })
})
