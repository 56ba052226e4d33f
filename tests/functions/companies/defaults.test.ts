import { describe, expect, it } from 'vitest'
import { paymentTerms } from '#shared/model/company.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()
const terms = ['Weekly', 'Monthly', 'One Time', 'Prepaid']

describe('a company that is new', () => {
  it('CON-018 CON-019 CON-020 has the usual names of its products, the four terms to choose from, and Weekly', async () => {
    const made = await h.call('olive', 'companies.create', {
      ClientCompanyName: 'Fresh Start',
      ClientFullName: 'Fay Fresh',
      ClientEmail: 'fay@fresh.example',
      ClientPass: 'correct horse 42',
      DownlineSubDomain: 'fresh-start',
    })
    const [row] = made.body.data
    expect(row?.selected_payment_term.filter(({ status }) => status).map(({ term }) => term)).toEqual(['Weekly'])
    const saved = await h.call('olive', 'companies.update', {
      ClientID: row?.id ?? '',
      ClientCompanyName: 'Fresh Start',
      ClientFullName: 'Fay Fresh',
      ClientEmail: 'fay@fresh.example',
      ClientPhone: '(312) 555-0199',
      action: 'downline',
      selectedmodules: (['local', 'locator', 'enhance', 'b2b'] as const).map((type) => ({ type, status: true })),
    })
    expect(saved.status).toBe(200)
    const { body } = await h.call(null, 'public.domainInfo', {}, { host: 'fresh-start.localhost' })
    const { local, locator, enhance, b2b } = body.sidemenu
    const names = [local, locator, enhance, b2b].map((line) => line?.name)
    expect(names).toEqual(['Site ID', 'Search ID', 'Enhance ID', 'B2B ID'])
    expect([...paymentTerms]).toEqual(terms)
    expect(body.paymenttermlist).toEqual(terms.map((term) => ({ value: term, label: term })))
  })
})

describe('the developer mode of an agency', () => {
  it('AGL-66 takes key and agreement away when it is switched off, and begins without them', async () => {
    const made = await h.call('olive', 'companies.create', {
      ClientCompanyName: 'Program Works',
      ClientFullName: 'Pia Program',
      ClientEmail: 'pia@program.example',
      ClientPass: 'correct horse 42',
      ClientPhone: '(312) 555-0199',
    })
    const [row] = made.body.data
    const id = row?.company_id ?? ''
    const save = async (ApiMode?: 'T' | 'F', who: 'olive' | 'sam' = 'olive') =>
      h.call(who, 'companies.update', {
        ClientID: row?.id ?? '',
        ClientCompanyName: 'Program Works',
        ClientFullName: 'Pia Program',
        ClientEmail: 'pia@program.example',
        ClientPhone: '(312) 555-0199',
        action: 'downline',
        ApiMode,
      })
    expect((await save('T')).body.data[0]).toMatchObject({ api_mode: 'T', is_user_generate_api: false })
    await h.db.company.update(id, { hasApiKey: true, hasDeveloperAgreement: true })
    // Another change leaves it alone.
    expect((await save()).body.data[0]).toMatchObject({ api_mode: 'T', is_user_generate_api: true })
    expect((await save('F')).body.data[0]).toMatchObject({
      api_mode: 'F',
      is_user_generate_api: false,
      is_marketing_services_agreement_developer: 'F',
    })
    expect((await save('T')).body.data[0]).toMatchObject({
      api_mode: 'T',
      is_user_generate_api: false,
      is_marketing_services_agreement_developer: 'F',
    })
    expect((await save('F', 'sam')).status).toBe(403)
  })
})
