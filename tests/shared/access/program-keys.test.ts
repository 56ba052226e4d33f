import { describe, expect, it } from 'vitest'
import { holds } from '#shared/access/can.ts'
import { keysBeyond, refusalForScopes, scopesFor } from '#shared/access/program-keys.ts'
import { fullPermissions, type ModulePermission, noPermissions, type Permissions } from '#shared/access/viewer.ts'
import { ANY_PROGRAM, ApiKey, type ApiScope, apiScopes, programPermission } from '#shared/model/api-key.ts'

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

  it('is webhooks only with every right that making, changing and removing them takes', () => {
    for (const right of ['create', 'update', 'delete'] as const) {
      const leads = { ...rights({ create: true, update: true, delete: true }), [right]: false }
      expect(scopesFor(staff(withLeads(leads)))).not.toContain('webhooks:write')
    }
  })

  it('is nothing of clients without the right to see them', () => {
    const { leads } = fullPermissions.modules
    const maker = staff({ ...noPermissions, modules: { ...noPermissions.modules, leads } })
    expect(scopesFor(maker)).toEqual(['campaigns:read', 'leads:read', 'exclusions:write', 'webhooks:write'])
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

describe('a key', () => {
  const key = (id: string, createdBy: string, scopes: ApiScope[]) =>
    ApiKey.parse({
      id,
      companyId: 'c',
      name: id,
      scopes,
      secretHash: '',
      secretEnd: '',
      version: 1,
      createdAt: 0,
      createdBy,
    })

  it('holds what its scopes say, what every key may, and nothing else', () => {
    const actor = {
      kind: 'apiKey',
      keyId: 'k',
      companyId: 'c',
      rootId: 'r',
      scopes: ['leads:read', 'clients:read'],
    } as const
    const held = apiScopes.filter((scope) => holds(actor, programPermission(scope)))
    expect(held).toEqual(['clients:read', 'leads:read'])
    expect(holds({ ...actor, scopes: [] }, ANY_PROGRAM)).toBe(true)
    for (const permission of ['lead:read', 'leads:read', 'signed-in', 'anyone'])
      expect(holds({ ...actor, scopes: apiScopes }, permission)).toBe(false)
  })

  it('is beyond its maker where they could not make it any more, and nobody else’s', () => {
    const keys = [key('a', 'me', ['clients:read']), key('b', 'me', ['leads:read']), key('c', 'other', ['leads:read'])]
    const maker = { ...staff(withLeads(noPermissions.modules.leads)), userId: 'me' }
    expect(keysBeyond(maker, keys).map(({ id }) => id)).toEqual(['b'])
  })
})
