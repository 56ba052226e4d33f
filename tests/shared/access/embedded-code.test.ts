import { describe, expect, it } from 'vitest'
import { mayRunOwnCode } from '#shared/access/embedded-code.ts'
import { type FixedRouteId, findLineRoute, fixedRoute } from '#shared/access/routes.ts'
import { defaultModules } from '#shared/model/company.ts'
import { agency } from './cast.ts'

const viewer = agency()
const closed: FixedRouteId[] = [
  'login',
  'sso',
  'register',
  'agencyRegister',
  'resetPasswordInvalid',
  'setNewPassword',
  'cardSetting',
  'profile',
  'profileSetup',
  'profileSetupV1',
  'downloadAuth',
  'salesConnectAccount',
  'generalSetting',
]

describe('mayRunOwnCode', () => {
  it.each(closed)('THM-017 never lets code of a tenant run on %s', (id) => {
    expect(mayRunOwnCode(viewer, fixedRoute(id))).toBe(false)
    expect(mayRunOwnCode(null, fixedRoute(id))).toBe(false)
  })

  it('lets it run on pages that ask for no secrets, for people who are signed in or not', () => {
    const dashboard = findLineRoute(defaultModules, 'lineDashboard', 'local')
    expect(dashboard && mayRunOwnCode(viewer, dashboard)).toBe(true)
    expect(mayRunOwnCode(null, fixedRoute('privacyPolicy'))).toBe(true)
  })

  it('SET-08 never lets it run while somebody looks through other eyes', () => {
    expect(mayRunOwnCode({ ...viewer, isViewing: true }, fixedRoute('privacyPolicy'))).toBe(false)
  })
})
