import { describe, expect, it } from 'vitest'
import { nodeOf } from '#shared/model/node.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()
const idOf = (who: Member) => h.cast.users[who].id
const me = async (who: Member) => (await h.call(who, 'account.me', { id: idOf(who) })).body
const company = {
  company_name: 'Bright Smiles Dental Care',
  address: '5 Lake Shore Drive',
  city: 'Evanston',
  state_code: 'IL',
  zip: '60201',
  country_code: 'us',
  industry_id: 'dental',
}
const profile = { name: 'Cleo Clearwater', phonenum: '+1 (773) 555-0150', phone_country_code: 'US' }

describe('account.saveProfile', () => {
  it("ENT-005 saves the own name and phone, read in the number's country", async () => {
    const { status } = await h.call('cleo', 'account.saveProfile', { usrID: idOf('cleo'), ...profile })
    expect(status).toBe(200)
    expect(await me('cleo')).toMatchObject({
      name: 'Cleo Clearwater',
      phonenum: '7735550150',
      phone_country_code: 'US',
      phone_country_calling_code: '+1',
    })
    await h.call('cleo', 'account.saveProfile', {
      usrID: idOf('cleo'),
      ...profile,
      phonenum: '030 901820',
      phone_country_code: 'DE',
    })
    expect(await me('cleo')).toMatchObject({
      phonenum: '30901820',
      phone_country_code: 'DE',
      phone_country_calling_code: '+49',
    })
  })

  it('leaves as it is what is not sent', async () => {
    const usrID = idOf('cleo')
    await h.call('cleo', 'account.saveProfile', { usrID, ...profile })
    expect((await h.call('cleo', 'account.saveProfile', { usrID, name: 'Cleo Alone' })).status).toBe(200)
    expect((await h.call('cleo', 'account.saveProfile', { usrID, phonenum: '(312) 555-0177' })).status).toBe(200)
    expect((await h.call('cleo', 'account.saveProfile', { usrID })).status).toBe(200)
    expect(await me('cleo')).toMatchObject({ name: 'Cleo Alone', phonenum: '3125550177', phone_country_code: 'US' })
  })

  it('refuses a number that cannot be, and says which field is wrong', async () => {
    for (const phonenum of ['555', '0000000000', 'call me']) {
      const { status, body } = await h.call('cleo', 'account.saveProfile', {
        usrID: idOf('cleo'),
        ...profile,
        phonenum,
      })
      expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['phonenum']])
    }
    const { body } = await h.call('cleo', 'account.saveProfile', { usrID: idOf('cleo'), ...profile, name: '  ' })
    expect(body.fields).toEqual({ name: 'Enter your name.' })
  })

  it("refuses another person's profile, even that of a client of one's own", async () => {
    expect((await h.call('ada', 'account.saveProfile', { usrID: idOf('cleo'), ...profile })).status).toBe(403)
  })

  it('shows the new name in the list of whoever manages the company', async () => {
    const { brightSmiles, users } = h.cast
    const parentId = brightSmiles.parentId ?? ''
    const known = await h.db.node.find(parentId, brightSmiles.id)
    const entry = nodeOf(brightSmiles, users.cleo)
    if (!known && entry) await h.db.node.create(entry)
    await h.call('cleo', 'account.saveProfile', { usrID: idOf('cleo'), ...profile, name: 'Cleo Listed' })
    await h.call('cleo', 'account.saveCompany', { companyID: brightSmiles.id, ...company })
    expect(await h.db.node.find(parentId, brightSmiles.id)).toMatchObject({
      fullName: 'Cleo Listed',
      companyName: 'Bright Smiles Dental Care',
    })
  })
})

describe('account.saveCompany', () => {
  it('ENT-005 ENT-006 saves address and industry', async () => {
    const { status } = await h.call('cleo', 'account.saveCompany', { companyID: h.cast.brightSmiles.id, ...company })
    expect(status).toBe(200)
    expect(await me('cleo')).toMatchObject({
      company_name: 'Bright Smiles Dental Care',
      address: '5 Lake Shore Drive',
      city: 'Evanston',
      zip: '60201',
      country_code: 'US',
      state_code: 'IL',
      industry_id: 'dental',
      industry_name: 'Dental',
    })
    expect((await h.db.company.get(h.cast.brightSmiles.id)).address.stateName).toBe('Illinois')
  })

  it('leaves as it is what is not sent, so that two people undo nothing of each other', async () => {
    const companyID = h.cast.brightSmiles.id
    const save = async (more: object) => (await h.call('cleo', 'account.saveCompany', { companyID, ...more })).status
    const franchize = { firstname: 'Fred', lastname: 'Chise', email: 'fred@example.com', phone: '' }
    expect(await save({ ...company, franchize })).toBe(200)
    expect(await save({ industry_id: '' })).toBe(200)
    expect(await save({ zip: '60203' })).toBe(200)
    expect(await save({})).toBe(200)
    const kept = await h.db.company.get(companyID)
    expect([kept.name, kept.industryId, kept.contacts.franchise?.firstName]).toEqual([company.company_name, '', 'Fred'])
    expect(kept.address).toMatchObject({
      street: company.address,
      zip: '60203',
      countryCode: 'US',
      stateName: 'Illinois',
    })
    expect(await save({ franchize: null })).toBe(200)
    expect((await h.db.company.get(companyID)).address.zip).toBe('60203')
  })

  it('ENT-013 saves the team contacts, keeps those that are left out and takes away those that are null', async () => {
    const contact = { firstname: 'Fran', lastname: 'Chise', email: 'FRAN@Example.com', phone: '312 555 0177' }
    const save = (more: object) =>
      h.call('ada', 'account.saveCompany', { companyID: h.cast.northlight.id, ...company, ...more })
    await save({ franchize: contact, franchizedirector: contact, officemanager: { ...contact, firstname: 'Olga' } })
    await save({ officemanager: null })
    expect(await me('ada')).toMatchObject({
      franchize: { ...contact, email: 'fran@example.com' },
      franchizedirector: { firstname: 'Fran' },
      officemanager: null,
    })
  })

  it('is for those who manage the company, and for their own', async () => {
    expect((await h.call('admin', 'account.saveCompany', { companyID: h.cast.northlight.id, ...company })).status).toBe(
      403,
    )
    expect((await h.call('ada', 'account.saveCompany', { companyID: h.cast.brightSmiles.id, ...company })).status).toBe(
      403,
    )
  })

  it('names what is missing or unknown', async () => {
    const { body } = await h.call('cleo', 'account.saveCompany', {
      companyID: h.cast.brightSmiles.id,
      ...company,
      city: '',
      country_code: 'Illinois',
      industry_id: 'witchcraft',
    })
    expect(body.fields).toEqual({
      city: 'Enter the city.',
      country_code: 'Choose a country.',
      industry_id: 'Choose an industry from the list.',
    })
  })
})

describe('account.completeProfile', () => {
  it('WIZ-11 answers 422 with every field that steps 1 and 2 still lack', async () => {
    await h.db.user.update(idOf('lola'), { profileSetupCompleted: false, phone: '' })
    const { address } = h.cast.harbor
    await h.db.company.update(h.cast.harbor.id, { address: { ...address, street: '', zip: '' } })
    const { status, body } = await h.call('lola', 'account.completeProfile', { usrID: idOf('lola'), status: 'T' })
    expect([status, Object.keys(body.fields ?? {}).sort()]).toEqual([422, ['address', 'phonenum', 'zip']])
    expect((await me('lola')).profile_setup_completed).toBe('F')
    await h.db.company.update(h.cast.harbor.id, { address })
    // Each by itself.
    const person = await h.db.user.get(idOf('lola'))
    const { name } = h.cast.harbor
    const empty = [
      ['name', { name: '' }, {}],
      ['phonenum', { phone: '' }, {}],
      ['company_name', {}, { name: ' ' }],
      ['address', {}, { address: { ...address, street: '' } }],
      ['city', {}, { address: { ...address, city: '' } }],
      ['state_code', {}, { address: { ...address, stateCode: '' } }],
      ['zip', {}, { address: { ...address, zip: '' } }],
      ['country_code', {}, { address: { ...address, countryCode: '' } }],
    ] as const
    for (const [field, ofPerson, ofCompany] of empty) {
      await h.db.user.update(person.id, { name: person.name, phone: '3125550123', ...ofPerson })
      await h.db.company.update(h.cast.harbor.id, { name, address, ...ofCompany })
      const answer = await h.call('lola', 'account.completeProfile', { usrID: person.id, status: 'T' })
      expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, [field]])
    }
    await h.db.company.update(h.cast.harbor.id, { name, address })
  })

  it('WIZ-10 WIZ-11 marks the set-up as done, without an industry', async () => {
    await h.db.user.update(idOf('lola'), { profileSetupCompleted: false, phone: '3125550123' })
    const { status } = await h.call('lola', 'account.completeProfile', { usrID: idOf('lola'), status: 'T' })
    expect(status).toBe(200)
    expect((await me('lola')).profile_setup_completed).toBe('T')
    const setup = await h.call('lola', 'account.checkSetup', { id: idOf('lola') })
    expect(setup.body.setupcomplete).toBe('T')
  })

  it('takes T and nothing else, for oneself', async () => {
    const input = { usrID: idOf('lola'), status: 'F' as 'T' }
    expect((await h.call('lola', 'account.completeProfile', input)).status).toBe(422)
    expect((await h.call('ada', 'account.completeProfile', { usrID: idOf('lola'), status: 'T' })).status).toBe(403)
  })
})

describe('account.questionnaire', () => {
  const answers = {
    business: ['seo'],
    clients: ['1-10'],
    products: ['local', 'b2b'],
    delivery: ['crm'],
    start: ['now'],
  }

  it('RTE-025 RTE-026 is refused to clients', async () => {
    expect((await h.call('cleo', 'account.questionnaire', { usrID: idOf('cleo') })).status).toBe(403)
    expect((await h.call('cleo', 'account.saveQuestionnaire', { usrID: idOf('cleo'), answers })).status).toBe(403)
  })

  it('ENT-009 keeps the answers of the company and marks them as given', async () => {
    await h.db.user.update(idOf('ada'), { questionnaireSetupCompleted: false })
    expect((await me('ada')).questionnaire_setup_completed).toBe('F')
    const { status } = await h.call('ada', 'account.saveQuestionnaire', {
      usrID: idOf('ada'),
      answers: { ...answers, notes: ['Hello'] },
    })
    expect(status).toBe(200)
    expect((await me('ada')).questionnaire_setup_completed).toBe('T')
    const { body } = await h.call('amos', 'account.questionnaire', { usrID: idOf('amos') })
    expect(body).toEqual({
      answers: { ...answers, notes: ['Hello'] },
      answered_at: expect.stringMatching(/^\d{4}-/),
      answered_by: 'Ada Agency',
    })
  })

  it('names what is open, double, or not among the answers', async () => {
    const { status, body } = await h.call('ada', 'account.saveQuestionnaire', {
      usrID: idOf('ada'),
      answers: { ...answers, business: [], clients: ['1-10', 'none'], products: ['moon'], shoe: ['42'] },
    })
    expect([status, body.fields]).toEqual([
      422,
      {
        business: 'Please answer this question.',
        clients: 'Choose one answer.',
        products: 'Choose from the answers.',
        shoe: 'There is no such question.',
      },
    ])
  })
})
