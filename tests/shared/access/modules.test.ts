import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromRoleData, toRoleData } from '#functions/wire/roles/role.ts'
import {
  actionOf,
  bothAllow,
  covers,
  moduleNames,
  moduleOf,
  moduleOfPermission,
  modulesOfUser,
  refusalForModule,
  refusalForOthers,
} from '#shared/access/modules.ts'
import { permissions } from '#shared/access/roles.ts'
import { fullPermissions, menuModules, noPermissions, type Permissions } from '#shared/access/viewer.ts'
import { permissionsOfUser } from '#shared/access/viewer-of.ts'
import type { Role } from '#shared/model/role.ts'

const flag = fc.boolean()
const rights = fc.record({ enabled: flag, create: flag, update: flag, delete: flag })
const modules = fc.record({ adsDesign: rights, campaign: rights, leads: rights, settings: rights })
const flags = ['enabled', 'create', 'update', 'delete'] as const
const places = menuModules.flatMap((module) => flags.map((name) => ({ module, name })))
const full = fullPermissions.modules
/** Everything but one right in one module. */
const without = ({ module, name }: (typeof places)[number]) => ({
  ...full,
  [module]: { ...full[module], [name]: false },
})
const holder = { userType: 'user' as const, roleId: null, isDefaultAdmin: false }

describe('the modules of a role', () => {
  it('decides about every permission there is', () => {
    const nouns = new Set(permissions.map((permission) => permission.split(':')[0] ?? ''))
    expect([...nouns].sort()).toEqual(Object.keys(moduleOf).sort())
    for (const permission of permissions) expect(menuModules).toContain(moduleOfPermission(permission))
  })

  it('ROL-04 has the four names of the wire', () => {
    expect(menuModules.map((module) => moduleNames[module])).toEqual([
      'Ads Design',
      'Campaign',
      'LeadsPeek',
      'Settings',
    ])
  })

  it.each([
    { can: 'setting:read', method: 'GET', action: 'read' },
    { can: 'log:read', method: 'POST', action: 'read' },
    { can: 'agreement:download', method: 'POST', action: 'read' },
    { can: 'client:create', method: 'POST', action: 'create' },
    { can: 'setting:update', method: 'PUT', action: 'update' },
    { can: 'group:update', method: 'DELETE', action: 'delete' },
    { can: 'campaign:delete', method: 'PUT', action: 'delete' },
    { can: 'exclusion:delete', method: 'POST', action: 'delete' },
    { can: 'connection:update', method: 'GET', action: 'update' },
    { can: 'connection:update', method: 'POST', action: 'update' },
    { can: 'document:update', method: 'GET', action: 'read' },
  ] as const)('a $method with $can is to $action', ({ can, method, action }) => {
    expect(actionOf(can, method)).toBe(action)
  })

  it.each(['create', 'update', 'delete'] as const)('refuses to %s when that alone is off', (off) => {
    const settings = { enabled: true, create: true, update: true, delete: true, [off]: false }
    const narrowed: Permissions = { ...fullPermissions, modules: { ...fullPermissions.modules, settings } }
    const methods = { create: 'POST', update: 'PUT', delete: 'DELETE' } as const
    for (const [action, method] of Object.entries(methods) as [keyof typeof methods, 'POST' | 'PUT' | 'DELETE'][])
      expect(refusalForModule(narrowed, { can: 'role:update', method }) === null).toBe(action !== off)
    expect(refusalForModule(narrowed, { can: 'role:read', method: 'GET' })).toBeNull()
  })

  it('refuses everything of a module that is off, and nothing that asks for no permission', () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
      expect(refusalForModule(noPermissions, { can: 'setting:read', method })).toMatch(/no access to Settings/)
      for (const can of ['signed-in', 'anyone'] as const)
        expect(refusalForModule(noPermissions, { can, method })).toBeNull()
    }
  })

  it('says what is not let, and where', () => {
    const reading = { ...full, settings: { enabled: true, create: false, update: false, delete: false } }
    const say = (method: 'POST' | 'PUT' | 'DELETE') =>
      refusalForModule({ ...fullPermissions, modules: reading }, { can: 'role:update', method })
    expect([say('POST'), say('PUT'), say('DELETE')]).toEqual([
      'Your role does not let you create anything in Settings.',
      'Your role does not let you update anything in Settings.',
      'Your role does not let you delete anything in Settings.',
    ])
  })

  it('asks for the right to see clients, or to change them, where a call of one’s own is about somebody else', () => {
    const reads = { ...fullPermissions, modules: without({ module: 'settings', name: 'update' }) }
    expect(refusalForOthers(reads, { method: 'GET' })).toBeNull()
    expect(refusalForOthers(reads, { method: 'PUT' })).toContain('update')
    const creates = { ...fullPermissions, modules: without({ module: 'settings', name: 'create' }) }
    expect(refusalForOthers(creates, { method: 'POST' })).toContain('create')
    expect(refusalForOthers(noPermissions, { method: 'GET' })).toContain('no access to Settings')
  })

  it('travels as flags and comes back; what hangs below a module that is off is off', () => {
    fc.assert(
      fc.property(modules, (given) => {
        const back = fromRoleData(toRoleData(given))
        for (const module of menuModules)
          expect(back[module]).toEqual(given[module].enabled ? given[module] : noPermissions.modules[module])
      }),
    )
  })

  it('covers itself and less, never more', () => {
    fc.assert(
      fc.property(modules, (a) => {
        expect([covers(a, a), covers(full, a), covers(a, noPermissions.modules)]).toEqual([true, true, true])
      }),
    )
    // Of two sets that are drawn at random one hardly ever covers the other: so each right is taken alone.
    for (const place of places) {
      expect([place, covers(without(place), full), covers(full, without(place))]).toEqual([place, false, true])
      for (const other of places) expect(covers(without(place), without(other))).toBe(place === other)
    }
  })

  it('leaves of two sets what both allow', () => {
    for (const place of places) {
      expect(bothAllow(without(place), full)).toEqual(without(place))
      expect(bothAllow(full, without(place))).toEqual(without(place))
    }
    fc.assert(
      fc.property(modules, modules, (a, b) => {
        const both = bothAllow(a, b)
        expect([covers(a, both), covers(b, both)]).toEqual([true, true])
      }),
      { numRuns: 20 },
    )
  })
})

describe('what a person may do inside the modules', () => {
  const role: Role = { id: 'rol_1', name: 'Reader', icon: 'user', modules: noPermissions.modules }

  it('is everything without a role and for a default administrator, and what the role leaves otherwise', () => {
    expect(modulesOfUser(holder, [role])).toBe(fullPermissions.modules)
    expect(modulesOfUser({ ...holder, roleId: 'rol_1', isDefaultAdmin: true }, [role])).toBe(fullPermissions.modules)
    expect(modulesOfUser({ ...holder, roleId: 'rol_1' }, [role])).toBe(role.modules)
    expect(modulesOfUser({ ...holder, userType: 'client', roleId: 'rol_1' }, [role])).toBe(fullPermissions.modules)
  })

  it('is nothing with a role that is gone', () => {
    expect(modulesOfUser({ ...holder, roleId: 'rol_gone' }, [role])).toBe(noPermissions.modules)
  })

  it('ROL-13 leaves the role alone when the permissions of their own are switched off', () => {
    const own = { ...holder, reportAnalytics: true, usesOwnPermissions: true }
    expect(permissionsOfUser(own, []).reportAnalytics).toBe(true)
    expect(permissionsOfUser({ ...own, usesOwnPermissions: false }, []).reportAnalytics).toBe(false)
    expect(permissionsOfUser({ ...own, usesOwnPermissions: false, roleId: 'rol_1' }, [role]).modules).toBe(role.modules)
  })
})
