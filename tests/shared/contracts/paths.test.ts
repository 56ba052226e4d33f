import { describe, expect, it } from 'vitest'
import { allCalls } from '#shared/contracts/index.ts'

const routes = allCalls.map(({ id, call }) => [`${call.method} ${call.path}`, id] as const)
const idOf = (route: string) => routes.filter(([each]) => each === route).map(([, id]) => id)

describe('the addresses of the calls', () => {
  it.each([
    ['getDomainorSubInfo', 'GET /general/domain-info', 'public.domainInfo'],
    ['getUserData', 'GET /user/{id}', 'account.me'],
    ['getGoogleTfa', 'GET /setting/googletfa/{userId}/{companyId}', 'security.getGoogleTfa'],
    ['getDocumentAgreementFile', 'GET /general/agreement-document/{name}', 'documents.get'],
    ['jobProgress', 'GET /tools/optout-client/job-progress', 'exclusions.progress'],
    ['purgeSuppressionList', 'DELETE /tools/optout-client/purge', 'exclusions.purge'],
  ])('TRN-018 %s is %s', (_, route, id) => {
    expect(idOf(route)).toEqual([id])
  })

  it.each([
    ['settings', 'GET /configuration/setting/{companyID}/{settingname}/{idSys}', 'settings.get'],
    ['saving a setting', 'PUT /configuration/setting', 'settings.save'],
    ['company groups', 'PUT /company/group/addupdate', 'campaigns.saveGroup'],
    ['role modules', 'GET /configuration/role-module/{companyID}/{getType}/{roleID}/{usrID}', 'roles.list'],
    ['getMinimumSpendUser', 'GET /general/minimum-spend-user', 'pricing.userMinimum'],
    ['getMinSpendV2', 'GET /agreement-minimum-spend-v2/{company_id}', 'pricing.agreement'],
    ['agreeing to a feature', 'PUT /general/marketing-services-agreement-feature', 'documents.agreeFeature'],
    ['getMarketingServicesAgreement', 'GET /general/marketing-services-agreement/{company_id}', 'developer.agreement'],
    ['marketingServicesAgreement', 'PUT /general/marketing-services-agreement', 'developer.agree'],
    ['generateAuthenticateOpenApi', 'POST /developer/authenticate-open-api', 'developer.generate'],
    ['getAuthenticateOpenApi', 'GET /developer/authenticate-open-api/{companyID}', 'developer.keys'],
    ['prepaid wallet', 'POST /configuration/agencies/prepaid/charge-prepaid-direct-payment', 'wallet.charge'],
  ])('TRN-019 %s has one route, %s', (_, route, id) => {
    expect(idOf(route)).toEqual([id])
  })

  it('TRN-009 the upload is on the same origin as everything else: its call has a path below /api and no host', () => {
    expect(idOf('POST /tools/optout-client/upload')).toEqual(['exclusions.upload'])
    for (const { call } of allCalls) expect(call.path).toMatch(/^\/[^/]/)
  })

  it('no two calls share an address', () => {
    const shape = (route: string) => route.replaceAll(/\{\w+\}/g, '{}')
    expect(new Set(routes.map(([route]) => shape(route))).size).toBe(routes.length)
  })
})
