// What was before and after stands in the audit log for every call that changes a fact.
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { LogEntry } from '#shared/audit-log.ts'
import { allCalls, type CallName, type Input } from '#shared/contracts/index.ts'
import { toLeadMenu } from '#shared/model/lead-menu.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()
const { root, northlight, brightSmiles, users } = h.cast

/** Calls that change no fact that could be written down, and why. */
const withoutFacts: Partial<Record<CallName, string>> = {
  'session.changePassword': 'A password is a secret: that it was changed is all there is to say.',
  'session.end': 'Ends a sign-in, and changes no record.',
  'session.endAll': 'Ends sign-ins, and changes no record.',
  'session.forgetDevice': 'Ends what a browser was remembered for, and changes no record.',
  'session.logout': 'Ends a sign-in, and changes no record.',
  'session.resendConfirmation': 'Sends a mail.',
  'account.switchUser': 'Looks through other eyes; the line names both people.',
  'account.revertView': 'Looks through own eyes again.',
  'account.changeEmail': 'Sends two codes; the address changes with account.confirmEmail.',
  'security.newRecoveryCodes': 'Recovery codes are secrets: that they were made anew is all there is to say.',
  'settings.testSmtp': 'Sends one mail.',
  'developer.rollWebhookSecret': 'A secret is a secret: that another one signs is all there is to say.',
  'integrations.rollWebhook': 'A secret is a secret: that another one signs is all there is to say.',
}

/** Calls whose facts are those of the company or the person that they name: written down no matter what the handler does. */
const byRecord: readonly CallName[] = [
  ...(['account.completeProfile', 'account.confirmEmail', 'account.saveCompany', 'account.saveProfile'] as const),
  ...(['account.savePicture', 'account.removePicture', 'companies.remove', 'companies.resendInvitation'] as const),
  ...([
    'companies.update',
    'pricing.excludeMinimum',
    'payments.cancelSubscription',
    'payments.createConnectedAccount',
  ] as const),
  ...(['payments.createSalesConnectedAccount', 'payments.resetPaymentConnection', 'payments.settleManually'] as const),
  'payments.payAgain',
]

const logged = allCalls.filter(({ call }) => call.audit !== 'none' && call.can !== 'anyone')
const sourceOf = (id: string) =>
  readFileSync(new URL(`../../../functions/api/${id.replace('.', '/')}.ts`, import.meta.url), 'utf8')

describe('every call that is written down', () => {
  it.each(logged.map(({ id }) => id))('%s: says what was before and after, or why there is nothing to say', (id) => {
    const tells = /\b(changed|watch|watchBilling|flatFacts|editCampaign)\(|\b(before|after)[:,]/.test(sourceOf(id))
    expect([tells, id in withoutFacts, byRecord.includes(id)].filter(Boolean)).toHaveLength(1)
  })

  it('names no call without facts that is not there, or gives no reason', () => {
    const ids = logged.map(({ id }) => id)
    for (const [id, reason] of Object.entries(withoutFacts)) {
      expect(ids).toContain(id)
      expect(reason).toMatch(/\.$/)
    }
    expect(ids).toEqual(expect.arrayContaining([...byRecord]))
  })
})

/** What the books of all tenants got by one call. */
async function written<Name extends CallName>(who: Member, name: Name, input: Input<Name>): Promise<LogEntry> {
  await h.tokenOf(who)
  const tenants = [root.id, northlight.id]
  const all = async () => {
    await h.drain()
    return (await Promise.all(tenants.map((id) => h.db.auditLog.chain(id)))).flatMap(({ links }) => links)
  }
  const known = new Set((await all()).map(({ entry }) => entry.id))
  const { status, body } = await h.call(who, name, input)
  if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`)
  const fresh = (await all())
    .map(({ entry }) => entry)
    .filter(({ id, action }) => !known.has(id) && action !== 'Sign In')
  const [entry] = fresh
  if (!entry || fresh.length > 1) throw new Error(`${name} wrote ${fresh.length} lines.`)
  return LogEntry.parse(entry)
}
const facts = async <Name extends CallName>(who: Member, name: Name, input: Input<Name>) => {
  const { before, after } = await written(who, name, input)
  return { before, after }
}

describe('the facts of a change', () => {
  beforeAll(async () => {
    for (const who of ['olive', 'ada', 'cleo'] as const) await h.tokenOf(who)
  })

  it('of an agency are every field that its form changed', async () => {
    const { ada } = users
    const form = {
      ...({ ClientID: ada.id, action: 'downline', ClientCompanyName: 'Northlight', ClientFullName: ada.name } as const),
      ClientEmail: ada.email,
      ClientPhone: '(312) 555-0177',
      DownlineSubDomain: northlight.subdomain ?? '',
    }
    const selectedterms = (['Weekly', 'Monthly', 'One Time', 'Prepaid'] as const).map((term) => ({
      term,
      status: term === 'Weekly' || term === 'Prepaid',
    }))
    const selectedmodules = (['local', 'locator', 'enhance', 'b2b'] as const).map((type) => ({
      type,
      status: type !== 'b2b',
    }))
    const { before, after } = await facts('olive', 'companies.update', { ...form, selectedterms, selectedmodules })
    expect(before).toMatchObject({ terms: 'Weekly', 'modules.b2b.name': 'B2B ID', 'person.phone': '***123' })
    expect(after).toMatchObject({ terms: 'Weekly, Prepaid', 'modules.b2b.name': null, 'person.phone': '***177' })
    expect(Object.keys(after ?? {})).not.toContain('modules.local.name')
  })

  it('of toggles, minimum spend and the charge of the set-up', async () => {
    expect(await facts('olive', 'pricing.excludeMinimum', { CompanyID: northlight.id })).toEqual({
      before: { excludesMinimumSpend: false },
      after: { excludesMinimumSpend: true },
    })
    const charge = { CompanyID: northlight.id, amount: '100', enable_coupon: 'T' } as const
    expect((await facts('olive', 'pricing.setOnboarding', charge)).after).toMatchObject({ amountCents: 10_000 })
  })

  it('of a campaign are what an edit changed, by the call of all products and by that of one', async () => {
    const leadspeekID = h.cast.campaigns.smiles.id
    const { name } = h.cast.campaigns.smiles
    expect(await facts('ada', 'campaigns.update', { leadspeekID, campaignName: 'Another name' })).toEqual({
      before: { campaign: name },
      after: { campaign: 'Another name' },
    })
    const said = { leadspeekID, campaignName: name, urlCode: 'https://other.example/' }
    const { after } = await facts('ada', 'campaigns.updateSite', said)
    expect(after).toEqual({ campaign: name, page: 'https://other.example/' })
  })

  it('of plans and coupons', async () => {
    const months = ['10', '20', '30', '40', '50', '60'].map(Number)
    const made = await facts('olive', 'pricing.createPlan', { planName: 'Facts', months, flatMonth: '70' })
    expect(made).toMatchObject({ before: null, after: { plan: 'Facts', after_them: '70' } })
    const [plan] = (await h.db.minimumSpend.list(root.id)).filter(({ name }) => name === 'Facts')
    const id = { idMinimumSpend: plan?.id ?? '' }
    const update = { ...id, planName: 'Facts two', months, flatMonth: '70' }
    expect(await facts('olive', 'pricing.updatePlan', update)).toEqual({
      before: { plan: 'Facts' },
      after: { plan: 'Facts two' },
    })
    expect(await facts('olive', 'pricing.setDefaultPlan', id)).toEqual({
      before: { plan_of_new_agencies: '' },
      after: { plan_of_new_agencies: plan?.id },
    })
    await h.call('olive', 'pricing.setDefaultPlan', { idMinimumSpend: '' })
    expect((await facts('olive', 'pricing.removePlan', id)).before).toMatchObject({ plan: 'Facts two' })
    const coupon = { code: 'FACTS', type: 'percent', value: '50', max_uses: 10 } as const
    expect((await facts('olive', 'pricing.createCoupon', coupon)).after).toMatchObject({ coupon: 'FACTS', value: '50' })
    expect((await facts('olive', 'pricing.removeCoupon', { code: 'FACTS' })).before).toMatchObject({ coupon: 'FACTS' })
  })

  it('of settings: menu names, code without its text, a mail server without its password', async () => {
    // Its products, one of which was switched off above.
    const menu = toLeadMenu((await h.db.company.get(northlight.id)).modules)
    const comsetval = { ...menu, local: { ...menu.local, name: 'Radar' } }
    const named = { companyID: northlight.id, comsetname: 'customsidebarleadmenu', comsetval } as const
    expect((await facts('ada', 'settings.save', named)).after).toMatchObject({ 'modules.local.name': 'Radar' })
    const code = { placeEmbedded: 'head', embeddedcode: '<script>key=5</script>' }
    const codeSetting = { companyID: northlight.id, comsetname: 'rootAgencyEmbeddedCode', comsetval: code } as const
    expect((await facts('ada', 'settings.save', codeSetting)).after).toEqual({ place: 'head', letters: 22 })
    const server = {
      host: 'smtp.example.com',
      port: 587,
      username: 'mailer',
      password: 'hush hush',
      security: 'tls' as const,
      fromaddress: 'hello@northlight.example',
    }
    const smtp = { companyID: northlight.id, comsetname: 'customsmtpmodule', comsetval: server } as const
    expect(await facts('ada', 'settings.save', smtp)).toMatchObject({
      before: { server: 'of the platform' },
      after: { server: 'smtp.example.com', signs_in: true, fromaddress: 'h***@northlight.example' },
    })
    const off = { is_beta: false, apply_to_all_agency: false }
    const tried = { b2b_module: { ...off, is_beta: true }, data_wallet: off }
    const betas = { companyID: root.id, comsetname: 'betafeatures', comsetval: tried } as const
    expect(await facts('olive', 'settings.save', betas)).toEqual({
      before: { 'b2b_module.is_beta': false },
      after: { 'b2b_module.is_beta': true },
    })
    await h.call('olive', 'settings.save', { ...betas, comsetval: { ...tried, b2b_module: off } })
    const minimum = { status: 'T', first_month: '1', second_month: '2', monthly: '3' } as const
    const types = await h.call('olive', 'settings.informationTypes', { type: 'b2b' })
    const [gone, ...left] = types.body.data
    const listed = await facts('olive', 'settings.saveInformationTypes', { type: 'b2b', data: left, revision: 0 })
    expect(JSON.stringify(listed.before)).toContain(gone?.name)
    expect(JSON.stringify(listed.after)).not.toContain(gone?.name)
    const least = { companyID: root.id, comsetname: 'rootminspend', comsetval: minimum } as const
    expect(await facts('olive', 'settings.save', least)).toMatchObject({
      before: { monthly: '0' },
      after: { monthly: '3' },
    })
  })

  it('of a profile, a company of one’s own, and the second step', async () => {
    const { cleo } = users
    const phone = { phonenum: '(312) 555-0188', phone_country_code: 'US' }
    expect(await facts('cleo', 'account.saveProfile', { usrID: cleo.id, name: 'Cleo Changed', ...phone })).toEqual({
      before: { 'person.name': 'Cleo Client', 'person.phone': '***123' },
      after: { 'person.name': 'Cleo Changed', 'person.phone': '***188' },
    })
    const company = {
      companyID: brightSmiles.id,
      company_name: 'Brighter Smiles',
      address: '2 Loom Street',
      city: 'Chicago',
      state_code: 'IL',
      zip: '60601',
      country_code: 'US',
    }
    expect(await facts('cleo', 'account.saveCompany', company)).toMatchObject({
      before: { name: 'Bright Smiles Dental', 'address.street': '1 Loom Street' },
      after: { name: 'Brighter Smiles', 'address.street': '2 Loom Street' },
    })
    const second = { userId: cleo.id, two_factor_auth: true, two_factor_auth_type: 'email' } as const
    expect(await facts('cleo', 'security.saveTwoFactor', second)).toEqual({
      before: { second_step: 'off' },
      after: { second_step: 'email' },
    })
    expect((await facts('olive', 'security.unlock', { userId: cleo.id })).before).toMatchObject({ second_step: true })
  })

  it('of groups, audiences, files and exclusion lists', async () => {
    const company = { companyID: northlight.id }
    const group = await h.call('ada', 'campaigns.saveGroup', { ...company, companyGroupName: 'One' })
    const companyGroupID = group.body.params?.id ?? ''
    expect(await facts('ada', 'campaigns.saveGroup', { ...company, companyGroupID, companyGroupName: 'Two' })).toEqual({
      before: { group: 'One' },
      after: { group: 'Two' },
    })
    expect((await facts('ada', 'campaigns.removeGroup', { companyGroupID })).before).toEqual({ group: 'Two' })
    const audience: Input<'audiences.save'> = {
      ...company,
      name: 'Roofs',
      leadspeek_type: 'locator',
      keywords: ['roof'],
      area: 'national',
    }
    expect((await facts('ada', 'audiences.save', audience)).after).toMatchObject({ audience: 'Roofs' })
    expect((await facts('ada', 'companies.startImport', { ...company, filename: 'c.csv' })).after).toMatchObject({
      file: 'c.csv',
    })
    const upload = { ClientCompanyID: northlight.id, campaigntype: 'client', filename: 'list.csv' } as const
    expect(await facts('ada', 'exclusions.upload', upload)).toMatchObject({
      before: { records: 0 },
      after: { file: 'list.csv' },
    })
    const purge = { paramID: northlight.id, campaignType: 'client' } as const
    expect(await facts('ada', 'exclusions.purge', purge)).toEqual({ before: { records: 0 }, after: { records: 0 } })
    const { id: leadspeekID, companyId: paramID } = h.cast.campaigns.smiles
    expect(await facts('ada', 'exclusions.purge', { paramID, campaignType: 'campaign', leadspeekID })).toEqual({
      before: { records: 0 },
      after: { records: 0 },
    })
  })

  it('of documents, agreements, wallets and how somebody pays', async () => {
    const document = { name: 'privacy-policy', title: 'Privacy policy', text: 'New text.', version: 1 } as const
    expect((await facts('olive', 'documents.save', document)).after).toMatchObject({ document_version: 2, letters: 9 })
    const wallet = { company_id: northlight.id }
    expect(await facts('ada', 'wallet.stopContinual', { ...wallet, stop_continual: 'T' })).toEqual({
      before: { automatic_stopped: false },
      after: { automatic_stopped: true },
    })
    const card = {
      company_id: northlight.id,
      usrID: users.ada.id,
      token: 'pm_card_visa',
      cardholder: 'Ada Agency',
      address: '1 Loom Street',
      city: 'Chicago',
      state: 'IL',
      zip: '60601',
      country: 'US',
    }
    expect(await facts('ada', 'payments.saveCard', card)).toMatchObject({
      before: { card: '' },
      after: { card: 'visa 4242' },
    })
    const end = { company_id: northlight.id, reason: 'Closing down.' }
    const { before, after } = await facts('olive', 'payments.cancelSubscription', end)
    expect([before?.cancelledAt, typeof after?.cancelledAt]).toEqual([null, 'number'])
  })

  it('are told field by field to whoever reads the log', async () => {
    const { body } = await h.call('olive', 'audit.list', { companyID: northlight.id, page: 1 })
    const end = body.data.find(({ changes }) => changes?.some(({ field }) => field === 'cancelledAt'))
    expect(end?.changes?.find(({ field }) => field === 'cancelledAt')).toEqual({
      field: 'cancelledAt',
      before: null,
      after: expect.any(Number),
    })
    expect(body.data.filter(({ action }) => action === 'Sign In').every(({ changes }) => !changes)).toBe(true)
  })

  it('of what operators did are told to operators alone', async () => {
    const { body } = await h.call('ada', 'audit.list', { companyID: northlight.id, page: 1, userType: 'root' })
    expect(body.data.length).toBeGreaterThan(0)
    expect(body.data.every(({ changes }) => changes === undefined)).toBe(true)
    const own = await h.call('ada', 'audit.list', { companyID: northlight.id, page: 1, userType: 'admin' })
    expect(own.body.data.some(({ changes }) => changes !== undefined)).toBe(true)
  })

  it('hold nothing that is secret', async () => {
    const text = JSON.stringify(
      (await Promise.all([root.id, northlight.id].map((id) => h.db.auditLog.chain(id)))).flat(),
    )
    for (const secret of ['hush hush', '$argon2', 'pm_card_visa', 'key=5', users.ada.email, users.cleo.email])
      expect(text).not.toContain(secret)
  })
})
