import { describe, expect, it } from 'vitest'
import type { Input } from '#shared/contracts/index.ts'
import { harness } from '../../support/harness.ts'
import { all, flags, names, rolesOf } from './stage.ts'

const h = await harness()
const { northlight, copper, users } = h.cast
const { save, list, mine, put, take } = rolesOf(h)

describe('roles', () => {
  it('ROL-02 ROL-03 ROL-05 ENB-24 ENT-014 are made, listed with their four modules, changed and removed', async () => {
    const made = await save('ada', { roleName: 'Reader', roleIcon: 'star', roledata: [flags('Settings', ['delete'])] })
    expect([made.status, made.body.message]).toEqual([200, 'Data has been added successfully'])
    const off = ['enable', 'create', 'update', 'delete']
    const role = {
      roleID: expect.stringMatching(/^rol_/),
      roleName: 'Reader',
      roleIcon: 'star',
      roledata: names.map((name) => flags(name, name === 'Settings' ? ['delete'] : off)),
    }
    expect(made.body.data).toEqual(role)
    expect((await list('ada')).body.roles).toContainEqual(role)
    const { roleID } = made.body.data
    expect((await list('ada', roleID)).body.roles).toEqual([role])
    const changed = await save('ada', { roleID, roleName: 'Writer' })
    expect([changed.body.message, changed.body.data.roleName, changed.body.data.roledata]).toEqual([
      ...['Data has been updated successfully', 'Writer', all()],
    ])
    // What is not sent stays: a right that somebody else took away does not come back with an older form.
    await save('ada', { roleID, roledata: [flags('Campaign', ['delete'])], roleName: undefined, roleIcon: undefined })
    const { body } = await save('ada', { roleID, roledata: [], roleName: 'Last', roleIcon: undefined })
    expect(body.data).toEqual({ ...role, roleName: 'Last', roledata: all({ Campaign: ['delete'] }) })
    expect((await save('ada', { roleName: undefined })).body.fields).toEqual({ roleName: 'Enter a name for the role.' })
    const remove = () => h.call('ada', 'roles.remove', { companyID: northlight.id, roleID })
    expect((await remove()).body.message).toBe('Deleted!')
    expect((await list('ada', roleID)).status).toBe(404)
    expect((await remove()).status).toBe(404)
  })

  it('ROL-06 need a name that no other role of the company has, and stay as long as somebody has them', async () => {
    const { body } = await save('ada', { roleName: 'Taken' })
    expect((await save('ada', { roleName: ' tAken ' })).body.fields).toEqual({
      roleName: 'There is a role of this name already.',
    })
    expect((await save('ada', { roleName: '  ' })).body.fields).toEqual({ roleName: 'Enter a name for the role.' })
    expect((await save('abe', { roleName: 'Taken' })).status).toBe(200)
    await h.db.user.update(users.amos.id, { roleId: body.data.roleID })
    const remove = () => h.call('ada', 'roles.remove', { companyID: northlight.id, roleID: body.data.roleID })
    const kept = await remove()
    expect([kept.status, kept.body.result, kept.body.message]).toEqual([
      ...[409, 'failed', 'Amos Assistant has this role. Give them another one first.'],
    ])
    await take('amos')
    expect((await remove()).status).toBe(200)
  })

  it('ROL-06 are not removed while somebody gets one in the same moment', async () => {
    const at = { companyID: northlight.id }
    const book = async () => (await h.db.role.find(northlight.id)).roles.map(({ id }) => id)
    for (let round = 0; round < 12; round++) {
      const { roleID } = (await save('ada')).body.data
      const staff = { action: 'staff', ClientRole: roleID } as const
      const [removed, given, made] = await Promise.all([
        h.call('ada', 'roles.remove', { ...at, roleID }),
        h.call('ada', 'companies.update', { ClientID: users.amos.id, ...staff }),
        h.call('ada', 'companies.create', {
          userType: 'administrator',
          ClientFullName: 'Nina New',
          ClientEmail: `nina${round}@roles.example`,
          ClientRole: roleID,
        } as Input<'companies.create'>),
      ])
      const holders = (await h.db.user.listByCompany(northlight.id)).filter(({ roleId }) => roleId === roleID)
      expect((await book()).includes(roleID)).toBe(holders.length > 0 || removed.status !== 200)
      for (const { status } of [removed, given, made]) expect([200, 409, 422]).toContain(status)
      await take('amos')
    }
  })

  it('belong to one company: nobody else lists, changes or removes them', async () => {
    const { roleID } = (await save('ada')).body.data
    const asked = { companyID: northlight.id, getType: 'getrole', roleID, usrID: users.abe.id } as const
    expect((await h.call('abe', 'roles.list', asked)).status).toBe(403)
    // Nor what the people of another company may do.
    const mixed = { ...asked, getType: 'getrolemodule', usrID: users.cleo.id } as const
    expect((await h.call('ada', 'roles.list', mixed)).status).toBe(403)
    expect((await save('abe', { roleID })).status).toBe(404)
    expect((await h.call('abe', 'roles.remove', { companyID: copper.id, roleID })).status).toBe(404)
    // An operator works inside an agency through its owner's eyes, not from above.
    expect((await save('olive', { companyID: northlight.id, roleID })).status).toBe(403)
    for (const who of ['cleo', 'sam'] as const) expect((await list(who)).status).toBe(403)
  })

  it('tell everybody what they themselves may do', async () => {
    expect((await mine('cleo')).body.modules).toEqual(all())
    await put('amos', { Settings: ['create'], Campaign: ['enable', 'create', 'update', 'delete'] })
    const { body } = await mine('amos')
    expect(body.modules).toEqual(all({ Settings: ['create'], Campaign: ['enable', 'create', 'update', 'delete'] }))
    const me = await h.call('amos', 'account.me', { id: users.amos.id })
    expect(me.body.user_permissions.modules).toEqual(body.modules)
    expect(me.body.role_id).toMatch(/^rol_/)
    await take('amos')
  })

  it('are written once when two people write at the same time', async () => {
    const before = (await list('ada')).body.roles.length
    const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => save('ada', { roleName: `At once ${i}` })))
    const done = answers.filter(({ status }) => status === 200).length
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect((await list('ada')).body.roles.length).toBe(before + done)
  })
})

describe('whoever has a role', () => {
  it('neither widens it nor makes a wider one', async () => {
    const roleID = await put('amos', { Settings: ['delete'] })
    expect((await save('amos', { roleID })).body.message).toBe('Nobody changes the role they have themselves.')
    expect((await save('amos')).body.message).toBe('A role cannot allow more than your own does.')
    expect((await save('amos', { roledata: all({ Settings: ['delete', 'update'] }) })).status).toBe(200)
    await take('amos')
  })

  it('does not narrow a wider one either, because others have it', async () => {
    const wide = (await save('ada')).body.data.roleID
    await put('amos', { Settings: ['create'] })
    const narrowed = await save('amos', { roleID: wide, roledata: all({ Settings: ['create', 'delete'] }) })
    expect([narrowed.status, narrowed.body.message]).toEqual([403, 'A role cannot allow more than your own does.'])
    const removed = await h.call('amos', 'roles.remove', { companyID: northlight.id, roleID: wide })
    expect([removed.status, removed.body.message]).toEqual([403, 'A role cannot allow more than your own does.'])
    expect((await list('ada', wide)).body.roles[0]?.roledata).toEqual(all())
    await take('amos')
  })

  it('sees the roles of the company only where it may see its settings, and always what is left to them', async () => {
    await put('amos', { Settings: ['enable', 'create', 'update', 'delete'] })
    const seen = await list('amos')
    expect([seen.status, seen.body.message]).toEqual([403, 'Your role has no access to Settings.'])
    expect((await mine('amos')).status).toBe(200)
    await take('amos')
  })
})
