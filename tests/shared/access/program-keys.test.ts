import { describe, expect, it } from 'vitest'
import { refusalForScopes, scopesFor } from '#shared/access/program-keys.ts'
import { fullPermissions, type ModulePermission, noPermissions, type Permissions } from '#shared/access/viewer.ts'
import { type ApiScope, apiScopes } from '#shared/model/api-key.ts'

const { settings } = fullPermissions.modules
const withLeads = (leads: ModulePermission): Permissions => ({
  ...noPermissions,
  modules: { ...noPermissions.modules, settings, leads },
})
const rights = (more: Partial<ModulePermission>): ModulePermission => ({
  enabled: true,
  create: false,
  update: false,
  delete: false,
  ...more,
})
const staff = (permissions: Permissions) => ({ isDefaultAdmin: false, role: 'agency' as const, permissions })

describe('what a key may be good for', () => {
  it('is everything for default administrators and for operators with full rights', () => {
    for (const maker of [
      { isDefaultAdmin: true, role: 'agency' as const, permissions: fullPermissions },
      { isDefaultAdmin: false, role: 'root' as const, permissions: fullPermissions },
    ])
      expect(scopesFor(maker)).toEqual([...apiScopes])
  })

  it.each<{ name: string; leads: ModulePermission; may: ApiScope[] }>([
    { name: 'without leads', leads: noPermissions.modules.leads, may: ['clients:read'] },
    { name: 'that reads leads', leads: rights({}), may: ['clients:read', 'campaigns:read', 'leads:read'] },
    {
      name: 'that adds to them',
      leads: rights({ create: true }),
      may: ['clients:read', 'campaigns:read', 'leads:read', 'exclusions:write'],
    },
    {
      name: 'that may all of them',
      leads: rights({ create: true, update: true, delete: true }),
      may: ['clients:read', 'campaigns:read', 'leads:read', 'exclusions:write', 'webhooks:write'],
    },
  ])('is for a role $name what the role leaves', ({ leads, may }) => {
    const maker = staff(withLeads(leads))
    expect(scopesFor(maker)).toEqual(may)
    for (const scope of apiScopes) expect(refusalForScopes(maker, [scope]) === null).toBe(may.includes(scope))
  })

  it('signs nobody in for staff without a role, nor for an operator whose role is narrow', () => {
    expect(scopesFor(staff(fullPermissions))).not.toContain('sign-in:write')
    const narrow = { ...staff(withLeads(rights({}))), role: 'root' as const }
    expect(scopesFor(narrow)).not.toContain('sign-in:write')
    expect(refusalForScopes(narrow, ['leads:read', 'sign-in:write'])).toMatch(
      /^You cannot make a key that may “Sign people of clients in”\. Only a default administrator/,
    )
  })
})
