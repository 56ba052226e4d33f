import { describe, expect, it } from 'vitest'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()

const statusFor = async (who: Member) =>
  (await h.call(who, 'documents.featureAgreement', { user_id: h.cast.users[who].id, feature_id: 'b2b_module' })).body
    .status
const agree = (who: Member, more: { user_id?: string; company_id?: string; version?: number } = {}) =>
  h.call(
    who,
    'documents.agreeFeature',
    {
      feature_id: 'b2b_module',
      feature_name: 'B2B',
      user_id: h.cast.users[who].id,
      is_marketing_services_agreement_feature: 'T',
      company_name: 'Some other name',
      company_id: h.cast.users[who].companyId,
      location_menu: 'B2B ID',
      ...more,
    },
    { ip: '192.0.2.44', headers: { 'x-timezone': 'Europe/Berlin' } },
  )

describe('agreement to a feature', () => {
  it('AGR-011 OTH-15 SET-19 is not given before, and is after', async () => {
    expect(await statusFor('ada')).toBe('F')
    expect((await agree('ada')).status).toBe(200)
    expect(await statusFor('ada')).toBe('T')
    expect(await statusFor('amos')).toBe('F')
  })

  it('AGR-019 ENT-037 keeps who, for which company, what in which version, where, when, and from which address', async () => {
    await agree('abe')
    const { copper, users } = h.cast
    expect(await h.db.legalDocument.findAgreement(copper.id, users.abe.id, 'b2b_module')).toEqual({
      companyId: copper.id,
      userId: users.abe.id,
      feature: 'b2b_module',
      documentName: 'b2b-service-agreement',
      version: 1,
      companyName: 'Copper & Co',
      locationMenu: 'B2B ID',
      ip: '192.0.2.44',
      timeZone: 'Europe/Berlin',
      agreedAt: expect.any(Number),
    })
  })

  it('keeps the first time when somebody agrees twice', async () => {
    const { copper, users } = h.cast
    const first = await h.db.legalDocument.findAgreement(copper.id, users.abe.id, 'b2b_module')
    expect((await agree('abe')).status).toBe(200)
    expect(await h.db.legalDocument.findAgreement(copper.id, users.abe.id, 'b2b_module')).toEqual(first)
  })

  it('is refused for a text that came after the one that was read', async () => {
    const { status, body } = await agree('amos', { version: 2 })
    expect([status, body.message]).toEqual([
      409,
      'This agreement was changed since it was shown to you. Load the page again to read it.',
    ])
    expect(await statusFor('amos')).toBe('F')
    const { northlight, users } = h.cast
    const developer = {
      user_id: users.ada.id,
      is_marketing_services_agreement_developer: 'T' as const,
      company_name: northlight.name,
      company_id: northlight.id,
      location_menu: 'Developer',
      document_type: 'developer' as const,
    }
    await h.db.company.update(northlight.id, { apiMode: true, hasDeveloperAgreement: false })
    expect((await h.call('ada', 'developer.agree', { ...developer, version: 2 })).status).toBe(409)
    expect((await h.db.company.get(northlight.id)).hasDeveloperAgreement).toBe(false)
  })

  it('AGR-020 asks again once the document has a new version', async () => {
    await h.call('olive', 'documents.save', {
      name: 'b2b-service-agreement',
      title: 'Service agreement',
      text: 'New terms.',
      version: 1,
    })
    expect(await statusFor('ada')).toBe('F')
    await agree('ada')
    expect(await statusFor('ada')).toBe('T')
  })

  it('AGR-022 is refused for another company and for another person', async () => {
    const { copper, users } = h.cast
    expect((await agree('ada', { company_id: copper.id })).status).toBe(403)
    expect((await agree('ada', { company_id: h.cast.brightSmiles.id })).status).toBe(403)
    expect((await agree('ada', { user_id: users.amos.id })).status).toBe(403)
  })

  it('cannot be given without ticking', async () => {
    const { status, body } = await h.call('ada', 'documents.agreeFeature', {
      feature_id: 'b2b_module',
      feature_name: 'B2B',
      user_id: h.cast.users.ada.id,
      is_marketing_services_agreement_feature: 'F' as never,
      company_name: '',
      company_id: h.cast.northlight.id,
      location_menu: '',
    })
    expect(status).toBe(422)
    expect(body.fields).toEqual({
      is_marketing_services_agreement_feature: 'Please click agree before you continue',
    })
  })
})
