// Roles and the people who have them.
import type { Input } from '#shared/contracts/index.ts'
import type { Member } from '../../support/cast.ts'
import type { Harness } from '../../support/harness.ts'

type Entry = Input<'roles.save'>['roledata'][number]
export const names = ['Ads Design', 'Campaign', 'LeadsPeek', 'Settings'] as const

/** All flags on, but for those that are named. */
export const flags = (module_name: (typeof names)[number], off: readonly string[] = []): Entry => {
  const flag = (name: string) => (off.includes(name) ? ('F' as const) : ('T' as const))
  return {
    module_name,
    enable_permission: flag('enable'),
    create_permission: flag('create'),
    update_permission: flag('update'),
    delete_permission: flag('delete'),
  }
}
export const all = (off: Partial<Record<(typeof names)[number], readonly string[]>> = {}) =>
  names.map((name) => flags(name, off[name]))

export function rolesOf(h: Harness) {
  const companyOf = (who: Member) => h.cast.users[who].companyId
  let made = 0
  const save = (who: Member, more: Partial<Input<'roles.save'>> = {}) =>
    h.call(who, 'roles.save', { companyID: companyOf(who), roleName: `Role ${++made}`, roledata: all(), ...more })
  return {
    companyOf,
    save,
    list: async (who: Member, roleID = 'none') =>
      h.call(who, 'roles.list', { companyID: companyOf(who), getType: 'getrole', roleID, usrID: h.cast.users[who].id }),
    mine: async (who: Member) =>
      h.call(who, 'roles.list', {
        companyID: companyOf(who),
        getType: 'getrolemodule',
        roleID: 'none',
        usrID: h.cast.users[who].id,
      }),
    /** Gives a role whose modules have these flags off, behind every call's back. */
    async put(who: Member, off: Parameters<typeof all>[0]) {
      const keeper = companyOf(who) === h.cast.root.id ? 'olive' : companyOf(who) === h.cast.copper.id ? 'abe' : 'ada'
      const { body } = await save(keeper, { roledata: all(off) })
      await h.db.user.update(h.cast.users[who].id, { roleId: body.data.roleID })
      return body.data.roleID
    },
    take: (who: Member) => h.db.user.update(h.cast.users[who].id, { roleId: null }),
  }
}
