import { describe, expect, it } from 'vitest'
import type { Output } from '#shared/contracts/index.ts'
import { type Member, PASSWORD } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()
const idOf = (who: Member) => h.cast.users[who].id
const me = async (who: Member) => (await h.call(who, 'account.me', { id: idOf(who) })).body
const flag = expect.stringMatching(/^[TF]$/)
const text = expect.any(String)
const colour = expect.stringMatching(/^#[0-9a-f]{6}$/i)
const pick = (from: object, names: readonly string[]) =>
  Object.fromEntries(names.filter((name) => name in from).map((name) => [name, Reflect.get(from, name)]))
const each = (names: readonly string[], value: unknown) => Object.fromEntries(names.map((name) => [name, value]))

describe('account.me', () => {
  it('ENT-001 names the person, their company and its parent', async () => {
    const { cleo } = h.cast.users
    expect(await me('cleo')).toMatchObject({
      id: cleo.id,
      name: cleo.name,
      email: cleo.email,
      company_id: h.cast.brightSmiles.id,
      company_parent: h.cast.northlight.id,
      role_id: text,
      user_type: 'client',
      user_type_ori: 'client',
    })
  })

  it('ENT-002 tells the five kinds of user', async () => {
    const kinds = await Promise.all(
      (['cleo', 'amos', 'ada', 'sam', 'admin'] as const).map(async (who) => (await me(who)).user_type),
    )
    expect(kinds).toEqual(['client', 'user', 'userdownline', 'sales', 'administrator'])
  })

  it('ENT-003 carries the flags', async () => {
    expect(await me('olive')).toMatchObject({
      systemuser: true,
      rootcomp: 'T',
      isViewMode: false,
      isAccExecutive: false,
    })
    expect(await me('ellen')).toMatchObject({ isAccExecutive: true })
    expect(await me('ada')).toMatchObject({ systemuser: false, rootcomp: 'F' })
  })

  it('ENT-004 carries company, parent and picture', async () => {
    const body = await me('cleo')
    expect(body).toMatchObject({ company_name: 'Bright Smiles Dental', companyparentname: 'Northlight' })
    const names = ['company_logo', 'companyparentlogo', 'profile_pict']
    expect(pick(body, names)).toEqual(each(names, text))
  })

  it('SHL-002 SHL-024 THM-005 brings who lives at their own address to those who signed in at one above it', async () => {
    const { northlight } = h.cast
    await h.db.company.update(northlight.id, { accountRequirements: ['company.tax_id'] })
    await h.call('ada', 'settings.save', {
      companyID: northlight.id,
      comsetname: 'rootAgencyEmbeddedCode',
      comsetval: { placeEmbedded: 'footer', embeddedcode: '<b>Hello</b>' },
    })
    h.forgetTenants()
    const own = (await h.call(null, 'public.domainInfo', {}, { host: h.cast.hosts.northlight })).body
    expect(own.data).toMatchObject({ account_requirements: ['company.tax_id'], embedded_code: 'footer' })
    for (const who of ['ada', 'cleo'] as const) {
      const { body } = await h.call(who, 'account.me', { id: idOf(who) }, { host: h.cast.hosts.root })
      // Code of the agency's own is served at its own address alone.
      expect(body.home).toEqual({ ...own, data: { ...own.data, embedded_code: null } })
      expect(await me(who)).not.toHaveProperty('home')
    }
  })

  it('says of nobody else whose brand they work under, nor of those whose own address it is', async () => {
    const { hosts } = h.cast
    const ofAda = await h.call('olive', 'account.me', { id: idOf('ada') }, { host: hosts.root })
    const ofCleo = await h.call('ada', 'account.me', { id: idOf('cleo') }, { host: hosts.root })
    for (const { status, body } of [ofAda, ofCleo]) {
      expect(status).toBe(200)
      expect(body).not.toHaveProperty('home')
    }
    expect(await me('olive')).not.toHaveProperty('home')
  })

  it('ENT-005 ENT-006 carries contact and industry', async () => {
    const names = [
      'phonenum',
      'phone_country_code',
      'phone_country_calling_code',
      'address',
      'city',
      'zip',
      'country_code',
      'state_code',
      'industry_id',
      'industry_name',
    ]
    expect(pick(await me('cleo'), names)).toEqual(each(names, text))
    expect(await me('cleo')).toMatchObject({ city: 'Chicago', state_code: 'IL', phone_country_calling_code: '+1' })
  })

  it('ENT-007 carries the theme', async () => {
    const names = ['box_bgcolor', 'text_color', 'link_color', 'template_bgcolor', 'sidebar_bgcolor']
    expect(pick(await me('cleo'), names)).toEqual(each(names, colour))
    expect((await me('cleo')).font_theme).toBe('Inter')
  })

  it('ENT-008 ENT-009 carries billing and progress', async () => {
    expect(await me('ada')).toMatchObject({
      customer_card_id: text,
      manual_bill: 'F',
      status_acc: 'completed',
      charges_enabled: true,
      payouts_enabled: true,
      ip_login: '203.0.113.7',
      profile_setup_completed: 'T',
      questionnaire_setup_completed: 'T',
    })
  })

  it('ENT-010 ENT-015 carries permissions, the one for the analytics among them', async () => {
    const body = await me('olive')
    expect(body.user_permissions.report_analytics).toBe('T')
    expect((await me('otto')).user_permissions.report_analytics).toBe('F')
    expect(body.user_permissions_view_mode).toBeNull()
    const names = body.user_permissions.modules.map((entry) => entry.module_name)
    expect(names).toEqual(['Ads Design', 'Campaign', 'LeadsPeek', 'Settings'])
    for (const entry of body.user_permissions.modules)
      expect(entry).toEqual({
        module_name: text,
        ...each(['enable_permission', 'create_permission', 'update_permission', 'delete_permission'], flag),
      })
  })

  it('ENT-011 ENT-012 carries the product lines and what decides the first page', async () => {
    expect(await me('carl')).toMatchObject({
      leadlocalname: 'Visitor Radar',
      leadlocalurl: 'radar',
      leadlocatorname: 'Intent Finder',
      leadlocatorurl: 'intent',
      leadenhancename: '',
      leadenhanceurl: '',
      leadb2bname: '',
      leadb2burl: '',
      leadspeek_type: 'local',
      menuLeadspeek: 'T',
      disable_client_add_campaign: 'F',
    })
    expect((await me('lola')).leadspeek_type).toBe('locator')
  })

  it('ENT-013 carries the three team contacts', async () => {
    const contact = { firstName: 'Fran', lastName: 'Chise', email: 'fran@example.com', phone: '+1 312 555 0100' }
    await h.db.company.update(h.cast.northlight.id, {
      contacts: { franchise: contact, franchiseDirector: contact, officeManager: contact },
    })
    const shown = { firstname: 'Fran', lastname: 'Chise', email: 'fran@example.com', phone: '+1 312 555 0100' }
    expect(await me('ada')).toMatchObject({ franchize: shown, franchizedirector: shown, officemanager: shown })
  })

  it('holds nothing that is secret', async () => {
    await h.call('cleo', 'security.saveTwoFactor', {
      userId: idOf('cleo'),
      two_factor_auth: true,
      two_factor_auth_type: 'email',
    })
    const sent = JSON.stringify(await me('cleo'))
    expect(sent).not.toContain('argon2')
    expect(sent).not.toContain(PASSWORD)
    expect(sent).not.toMatch(/hash|secret|token/i)
    await h.db.twoFactor.remove(idOf('cleo'))
  })

  it('gives a person of an older shape what was added since', async () => {
    const old = await h.db.user.get(idOf('rita'))
    expect(old.picture).toBeNull()
    expect((await h.db.company.get(h.cast.copper.id)).contacts).toEqual({})
  })
})

describe('account.checkSetup', () => {
  const check = async (who: Member): Promise<Output<'account.checkSetup'>> =>
    (await h.call(who, 'account.checkSetup', { id: idOf(who) })).body

  it('ENT-022 ENB-27 carries betas', async () => {
    const feature = {
      id: text,
      slug: text,
      name: text,
      is_beta: expect.any(Boolean),
      apply_to_all_agency: expect.any(Boolean),
    }
    expect(await check('ada')).toMatchObject({
      isBeta: false,
      betaFeature: { b2b_module: { ...feature, slug: 'b2b_module' }, data_wallet: { ...feature, slug: 'data_wallet' } },
    })
  })

  it('ENT-023 ENT-028 carries payment, set-up and connected account', async () => {
    expect(await check('ada')).toMatchObject({
      paymentStatusFailed: false,
      setupcomplete: 'T',
      accessmodule: '',
      accessmodule_agency: '',
      accountconnected: 'completed',
      package_id: 'standard',
      paymentgateway: 'stripe',
    })
    await h.db.company.update(h.cast.northlight.id, { paymentFailed: true, connection: 'pending' })
    expect(await check('ada')).toMatchObject({
      paymentStatusFailed: true,
      accessmodule_agency: 'paymentfailed',
      accountconnected: 'pending',
    })
    expect(await check('cleo')).toMatchObject({ accessmodule: '', accessmodule_agency: '' })
    await h.db.company.update(h.cast.northlight.id, { paymentFailed: false, connection: 'completed' })
    await h.db.company.update(h.cast.brightSmiles.id, { paymentFailed: true })
    expect(await check('cleo')).toMatchObject({ setupcomplete: 'F', accessmodule: 'paymentfailed' })
    await h.db.company.update(h.cast.brightSmiles.id, { paymentFailed: false })
  })

  it('ENT-023 is incomplete without a profile, and without a card where one is needed', async () => {
    await h.db.user.update(idOf('ada'), { hasCard: false })
    expect(await check('ada')).toMatchObject({ setupcomplete: 'F', creditcardsetup: false })
    await h.db.user.update(idOf('ada'), { hasCard: true, profileSetupCompleted: false })
    expect(await check('ada')).toMatchObject({ setupcomplete: 'F', creditcardsetup: true })
    await h.db.user.update(idOf('ada'), { profileSetupCompleted: true })
    await h.db.user.update(idOf('cleo'), { hasCard: false })
    await h.db.company.update(h.cast.brightSmiles.id, { manualBill: true })
    expect(await check('cleo')).toMatchObject({ setupcomplete: 'T', creditcardsetup: true, manual_bill: 'T' })
    await h.db.company.update(h.cast.brightSmiles.id, { manualBill: false })
    expect(await check('cleo')).toMatchObject({ setupcomplete: 'F' })
    await h.db.user.update(idOf('cleo'), { hasCard: true })
    await h.db.user.update(idOf('olive'), { hasCard: false, profileSetupCompleted: false })
    expect(await check('olive')).toMatchObject({ setupcomplete: 'T' })
  })

  it('ENT-024 ENT-025 carries the sidebar of clients, a failed invoice, onboarding and minimum spend', async () => {
    expect(await check('cleo')).toMatchObject({
      clientsidebar: h.cast.northlight.modules,
      fcampid: '',
      finamt: '',
      agencyonboarding: { status: flag, price: text, enable_coupon: flag },
      minimumspend: { status: flag, flatMonth: text },
    })
  })

  it('THM-012 carries the colours of the company above the agency, also to its clients', async () => {
    const parent = { sidebarColour: '#101820', templateColour: '#fefefe', boxColour: '#fdfdfd', textColour: '#111111' }
    await h.db.company.update(h.cast.root.id, { brand: { ...h.cast.root.brand, ...parent, linkColour: '#0055aa' } })
    for (const who of ['abe', 'cleo'] as const)
      expect((await check(who)).parentcolors).toEqual({
        sidebar: '#101820',
        template: '#fefefe',
        box: '#fdfdfd',
        text: '#111111',
        link: '#0055aa',
      })
  })

  it('ENT-026 ENT-027 carries API mode, modules, white-labelling, colours and terms', async () => {
    const body = await check('abe')
    expect(body).toMatchObject({
      api_mode: 'F',
      is_whitelabeling: 'T',
      parentcolors: each(['sidebar', 'template', 'box', 'text', 'link'], colour),
    })
    expect(body.agencymodules).toEqual([
      { type: 'local', status: true },
      { type: 'locator', status: true },
      { type: 'enhance', status: false },
      { type: 'b2b', status: false },
    ])
    expect(body.defaultmodules.map(({ type }) => type)).toEqual(['local', 'locator', 'enhance', 'b2b'])
    expect(body.paymenttermlist.map(({ term }) => term)).toEqual(['Weekly', 'Monthly', 'One Time', 'Prepaid'])
    for (const { status } of body.paymenttermlist) expect(typeof status).toBe('boolean')
  })
})
