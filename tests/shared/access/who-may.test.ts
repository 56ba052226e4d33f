// Who may do what to people and companies, once permission and tree have said yes: each rule by a table of its own.
import { describe, expect, it } from 'vitest'
import { refusalForExcluding } from '#shared/access/exclude-minimum.ts'
import { NOT_IN_VIEW, refusalForSettingInView, settingsInView } from '#shared/access/in-view.ts'
import { refusalForMailServer } from '#shared/access/mail-server.ts'
import * as companies from '#shared/access/manage-companies.ts'
import * as people from '#shared/access/manage-staff.ts'
import { refusalForDomain } from '#shared/access/own-domain.ts'
import { idleMsOf, needsSecondStep } from '#shared/access/powerful.ts'
import { refusalForOwnCompany, refusalForOwnProfile } from '#shared/access/profile.ts'
import { roleOf } from '#shared/access/role-of.ts'
import { refusalForOwnTwoFactor, refusalForTwoFactor } from '#shared/access/two-factor.ts'
import { afterRevert, afterSwitch, mayViewAs, refusalForViewAs } from '#shared/access/view-as.ts'
import { fullPermissions, noPermissions, type Permissions } from '#shared/access/viewer.ts'
import { permissionsInView, permissionsOfUser, stakeOf } from '#shared/access/viewer-of.ts'
import { DAY, HOUR } from '#shared/dates.ts'
import type { UserActor } from '#shared/model/actor.ts'
import type { Role } from '#shared/model/role.ts'
import { actorOf as actor, agency, root, sales, without as withoutModules } from './cast.ts'

const viewing = { userId: 'olive', companyId: 'root', viewId: 'v1' }
const roles = ['root', 'sales', 'agency', 'administrator', 'client'] as const
const others = roles.filter((role) => role !== 'sales')
/** Whom a rule lets through. */
const letIn = (refusal: (actor: UserActor) => string | null) => roles.filter((role) => refusal(actor(role)) === null)

const some: Permissions['modules'] = {
  ...noPermissions.modules,
  settings: { enabled: true, create: true, update: false, delete: false },
}
const wider: Permissions['modules'] = { ...some, settings: { ...some.settings, update: true } }
const me = (modules: Permissions['modules'], reportAnalytics = false) => ({
  isDefaultAdmin: false,
  permissions: { modules, reportAnalytics },
})
const chief = { ...me(noPermissions.modules), isDefaultAdmin: true }
const given = (modules: Permissions['modules'], more = {}) => ({
  modules,
  reportAnalytics: false,
  isDefaultAdmin: false,
  ...more,
})

describe('the people of a company', () => {
  it('are kept by operators and agencies in their own company, sales people by operators in their root', () => {
    const root = { id: 'own', kind: 'root' } as const
    const agency = { id: 'own', kind: 'agency' } as const
    expect(letIn((who) => people.refusalForStaff(who, agency, 'administrator'))).toEqual(['root', 'agency'])
    expect(letIn((who) => people.refusalForStaff(who, root, 'sales'))).toEqual(['root'])
    expect(letIn((who) => people.refusalForStaff(who, agency, 'sales'))).toEqual([])
    expect(letIn((who) => people.refusalForStaff(who, { ...agency, id: 'other' }, 'user'))).toEqual([])
    expect(letIn((who) => people.refusalForStaff(who, { ...root, id: 'other' }, 'sales'))).toEqual([])
  })

  it('are all but those of clients', () => {
    const kinds = ['client', 'user', 'administrator', 'agency', 'sales'] as const
    expect(kinds.filter((userType) => people.isStaff({ userType }))).toEqual(kinds.slice(1))
  })

  it.each([
    { name: 'a default administrator all there is', from: chief, to: given(fullPermissions.modules), may: true },
    { name: 'one another one', from: chief, to: given(some, { isDefaultAdmin: true }), may: true },
    { name: 'somebody what they have', from: me(some), to: given(some), may: true },
    { name: 'somebody less', from: me(wider), to: given(some), may: true },
    { name: 'nobody more', from: me(some), to: given(wider), may: false },
    { name: 'nobody a default administrator', from: me(wider), to: given(some, { isDefaultAdmin: true }), may: false },
    { name: 'no analytics without', from: me(some), to: given(some, { reportAnalytics: true }), may: false },
    { name: 'analytics with', from: me(some, true), to: given(some, { reportAnalytics: true }), may: true },
  ])('give, and are changed by, who has as much: $name', ({ from, to, may }) => {
    expect(people.refusalForGiving(from, to) === null).toBe(may)
    expect(people.refusalForChanging(actor('agency'), from, { ...to, id: 'somebody' }) === null).toBe(may)
    // Everybody may change what is theirs, no matter what it is.
    expect(people.refusalForChanging(actor('agency'), from, { ...to, id: 'me' })).toBeNull()
  })

  it('write no role that is their own, or wider than it', () => {
    const of = (isDefaultAdmin: boolean, roleId: string | null, modules: Permissions['modules'], id = 'r2') =>
      people.refusalForRole({ isDefaultAdmin, roleId }, { modules: some, reportAnalytics: false }, { id, modules })
    expect([of(false, 'r1', some), of(false, null, some), of(true, 'r2', wider)]).toEqual([null, null, null])
    expect(of(false, 'r2', some)).toContain('have themselves')
    expect(of(false, 'r1', wider)).toContain('more than your own')
    expect(of(false, null, wider)).toContain('more than your own')
  })
})

describe('what others sign in with', () => {
  const target = { id: 'them', companyId: 'own', status: 'active', invitedById: '' } as const
  const of = (who: UserActor, isDefaultAdmin: boolean, more: object = {}) =>
    people.refusalForSignIn(who, { isDefaultAdmin }, { ...target, ...more })

  it('is changed by default administrators of their company, and by operators of the companies below', () => {
    expect(of(actor('agency'), true)).toBeNull()
    expect(of(actor('agency'), false)).toContain('default administrator')
    expect(of(actor('root'), false)).toContain('default administrator')
    expect(of(actor('root'), false, { companyId: 'below' })).toBeNull()
    for (const role of ['agency', 'sales', 'administrator', 'client'] as const)
      expect(of(actor(role), true, { companyId: 'below' })).toContain('They sign in with this')
  })

  it('is nobody’s own here, and nobody’s while viewing', () => {
    expect(of(actor('root'), true, { id: 'me' })).toContain('in your profile')
    expect(of(actor('root', { viewing }), true)).toContain('viewing')
    const invited = { status: 'invited', invitedById: 'me' }
    expect(of(actor('root', { viewing }), true, invited)).toContain('viewing')
  })

  it('is corrected by who invited them, until they took the invitation', () => {
    const invited = { companyId: 'below', status: 'invited', invitedById: 'me' }
    expect(of(actor('sales'), false, invited)).toBeNull()
    expect(of(actor('sales'), false, { ...invited, status: 'active' })).not.toBeNull()
    expect(of(actor('sales'), false, { ...invited, invitedById: 'olive' })).not.toBeNull()
  })

  it('of a second step is seen by themselves and by who unlocks people, and set up by themselves alone', () => {
    expect(letIn((who) => refusalForTwoFactor(who, { id: 'me' }))).toEqual(roles)
    expect(letIn((who) => refusalForOwnTwoFactor(who, { id: 'me' }))).toEqual(roles)
    expect(letIn((who) => refusalForOwnTwoFactor(who, { id: 'them' }))).toEqual([])
    expect(letIn((who) => refusalForTwoFactor(who, { id: 'them' }))).toEqual(['root', 'agency', 'administrator'])
    // Who may not even see it is told no more than that.
    expect(refusalForOwnTwoFactor(actor('client'), { id: 'them' })).toBe('You may not reach this account.')
    expect(refusalForOwnTwoFactor(actor('agency'), { id: 'them' })).toContain('Only this person')
  })
})

describe('companies', () => {
  it('are put below a root by operators, below an agency by its people, and below a client by nobody', () => {
    expect(letIn((who) => companies.refusalForAdding(who, { kind: 'client' }))).toEqual([])
    expect(letIn((who) => companies.refusalForAdding(who, { kind: 'root' }))).toEqual(others)
    expect(letIn((who) => companies.refusalForAdding(who, { kind: 'agency' }))).toEqual(roles)
  })

  it('are changed by those above them, and not by their own people here', () => {
    const may = (id: string, ancestors: string[]) =>
      companies.refusalForManaging(actor('agency'), { id, ancestors }) === null
    expect([may('c', ['root', 'own']), may('own', ['root']), may('c', ['root', 'other'])]).toEqual([true, false, false])
  })

  it('leave to operators who looks after an agency, and to sales people neither a root nor an address nor passwords', () => {
    expect(letIn(companies.refusalForGoverning)).toEqual(['root'])
    expect(letIn((who) => companies.refusalForPart(who, { kind: 'root' }))).toEqual(others)
    expect(letIn((who) => companies.refusalForPart(who, { kind: 'agency' }))).toEqual(roles)
    expect(letIn(companies.refusalForPassword)).toEqual(others)
    const move = (before: string | null, asked: string | undefined) =>
      letIn((who) => companies.refusalForMove(who, { subdomain: before }, asked))
    expect(move('a', 'b')).toEqual(others)
    expect(move(null, 'b')).toEqual(others)
    for (const [before, asked] of [
      ['a', 'a'],
      ['a', undefined],
      [null, ''],
    ] as const)
      expect(move(before, asked)).toEqual(roles)
  })

  it('keep their domain to default administrators and operators, and to nobody while viewing', () => {
    const of = (isDefaultAdmin: boolean, more = {}) =>
      roles.filter((role) => refusalForDomain(actor(role, more), { isDefaultAdmin }) === null)
    expect(of(true)).toEqual(['root', 'agency', 'administrator', 'client'])
    expect(of(false)).toEqual(['root'])
    expect(of(true, { viewing })).toEqual([])
  })

  it('keep their mail server to default administrators, and to nobody while viewing', () => {
    const of = (isDefaultAdmin: boolean, more = {}) => refusalForMailServer(actor('agency', more), { isDefaultAdmin })
    expect(of(true)).toBeNull()
    expect(of(false)).toContain('Only a default administrator')
    expect(of(true, { viewing })).toContain('while viewing')
  })

  it('keep from view mode what outlives the look, and let looks and names be helped with', () => {
    const names = Object.keys(settingsInView) as (keyof typeof settingsInView)[]
    const letIn = names.filter((name) => refusalForSettingInView({ viewing }, name) === null)
    expect(letIn).toEqual(['agencytheme', 'customsidebarleadmenu'])
    expect(refusalForSettingInView({ viewing }, 'costagency')).toBe(NOT_IN_VIEW)
    for (const name of names) expect(refusalForSettingInView({}, name)).toBeNull()
  })

  it('are taken out of the minimum spend by operators of the platform itself, clients by their agency', () => {
    const agency = { kind: 'agency', parentId: 'root' } as const
    const client = { kind: 'client', parentId: 'own' } as const
    expect(letIn((who) => refusalForExcluding(who, agency, false))).toEqual([])
    expect(letIn((who) => refusalForExcluding(who, agency, true))).toEqual(roles)
    expect(letIn((who) => refusalForExcluding(who, client, true))).toEqual(['agency'])
    expect(letIn((who) => refusalForExcluding(who, { ...client, parentId: 'other' }, true))).toEqual([])
    expect(letIn((who) => refusalForExcluding(who, { kind: 'root', parentId: null }, true))).toEqual([])
  })

  it('and profiles are one’s own', () => {
    expect([
      refusalForOwnCompany(actor('client'), { id: 'own' }),
      refusalForOwnProfile(actor('client'), { id: 'me' }),
    ]).toEqual([null, null])
    expect(refusalForOwnCompany(actor('root'), { id: 'other' })).not.toBeNull()
    expect(refusalForOwnProfile(actor('root'), { id: 'other' })).not.toBeNull()
  })
})

describe('a look through other eyes', () => {
  const user = { id: 'them', isSystemUser: false, userType: 'client', status: 'active' } as const
  it.each([
    { name: 'a client', more: {}, may: true },
    { name: 'an operator', more: { isSystemUser: true }, may: false },
    { name: 'oneself', more: { id: 'me' }, may: false },
    { name: 'somebody who is invited', more: { status: 'invited' }, may: false },
  ] as const)('at $name', ({ more, may }) => {
    expect(refusalForViewAs(actor('root'), { ...user, ...more }) === null).toBe(may)
    expect(refusalForViewAs(actor('root', { viewing }), { ...user, ...more })).not.toBeNull()
  })

  it('is offered to operators, and to nobody who looks already; it begins and ends at a page that opens', () => {
    expect([root(), sales({ isSystemUser: true }), agency(), root({ isViewing: true })].map(mayViewAs)).toEqual([
      true,
      false,
      false,
      false,
    ])
    const closed = agency({ permissions: withoutModules('settings') })
    expect([afterSwitch(agency()), afterSwitch(closed)]).toEqual([
      '/configuration/general-setting',
      '/siteid/dashboard',
    ])
    expect([afterRevert(root()), afterRevert(agency())]).toEqual(['/configuration/agency-list/', '/siteid/dashboard'])
  })

  const role = (id: string, modules: Permissions['modules']): Role => ({
    id,
    name: id,
    icon: 'star',
    modules,
  })
  const holder = (more = {}) => ({
    userType: 'administrator' as const,
    roleId: 'r1',
    isDefaultAdmin: false,
    reportAnalytics: true,
    usesOwnPermissions: true,
    ...more,
  })

  it('lends what both have, and the analytics of who looks', () => {
    const all = [role('r1', wider)]
    expect(permissionsInView(holder(), holder({ reportAnalytics: false }), all, some)).toEqual({
      modules: some,
      reportAnalytics: false,
    })
    expect(permissionsInView(holder({ reportAnalytics: false }), holder(), all)).toEqual({
      modules: wider,
      reportAnalytics: true,
    })
    expect(permissionsInView(holder(), holder({ usesOwnPermissions: false }), all).reportAnalytics).toBe(false)
  })

  it('shows what a role leaves of somebody, and nothing where the role is gone', () => {
    const modulesOf = (more: object, all: Role[]) => permissionsOfUser(holder(more), all).modules
    expect(modulesOf({}, [role('r2', wider), role('r1', some)])).toEqual(some)
    expect(modulesOf({}, [role('r2', wider)])).toEqual(noPermissions.modules)
    for (const more of [{ roleId: null }, { isDefaultAdmin: true }, { userType: 'client' }, { userType: 'sales' }])
      expect(modulesOf(more, [])).toEqual(fullPermissions.modules)
    for (const userType of ['user', 'agency', 'administrator'])
      expect(modulesOf({ userType }, [role('r1', some)])).toEqual(some)
  })

  it('puts at stake what somebody could do, of sales people what their kind may', () => {
    expect(stakeOf(holder(), [role('r1', some)])).toEqual({
      isDefaultAdmin: false,
      modules: some,
      reportAnalytics: true,
    })
    expect(stakeOf(holder({ userType: 'sales' }), []).modules).toEqual({
      ...noPermissions.modules,
      settings: { enabled: true, create: true, update: true, delete: false },
    })
  })
})

describe('people whose sign-in opens much', () => {
  it.each([
    { name: 'an operator', user: { userType: 'administrator', isSystemUser: true, isDefaultAdmin: false }, is: true },
    { name: 'a sales person', user: { userType: 'sales', isSystemUser: false, isDefaultAdmin: false }, is: true },
    {
      name: 'a default administrator',
      user: { userType: 'agency', isSystemUser: false, isDefaultAdmin: true },
      is: true,
    },
    { name: 'one of a client', user: { userType: 'client', isSystemUser: false, isDefaultAdmin: true }, is: false },
    {
      name: 'an administrator',
      user: { userType: 'administrator', isSystemUser: false, isDefaultAdmin: false },
      is: false,
    },
  ] as const)('are asked for more: $name', ({ user, is }) => {
    expect(idleMsOf(user)).toBe(is ? 12 * HOUR : 14 * DAY)
    expect([needsSecondStep('required', user), needsSecondStep('optional', user)]).toEqual([is, false])
  })

  it('are known by their kind before their place', () => {
    const of = (userType: 'sales' | 'user' | 'agency' | 'administrator' | 'client', isSystemUser = false) =>
      roleOf({ userType, isSystemUser })
    expect([
      of('sales', true),
      of('administrator', true),
      of('user'),
      of('agency'),
      of('administrator'),
      of('client'),
    ]).toEqual(['sales', 'root', 'agency', 'agency', 'administrator', 'client'])
  })
})
