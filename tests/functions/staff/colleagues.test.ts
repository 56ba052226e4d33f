// Nobody takes the place of a colleague who may do more than they themselves.
import { describe, expect, it } from 'vitest'
import type { Input } from '#shared/contracts/index.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { lookAs } from '../account/view-as.ts'
import { rolesOf } from '../roles/stage.ts'

const h = await harness()
const { users } = h.cast
const { put, take } = rolesOf(h)
const edit = (who: Member, id: string, more: Partial<Input<'companies.update'>> = {}) => {
  const { name = '', email = '' } = Object.values(users).find((user) => user.id === id) ?? {}
  return h.call(who, 'companies.update', {
    ClientID: id,
    action: 'staff',
    ClientFullName: name,
    ClientPhone: '(312) 555-0123',
    ClientEmail: email,
    ...more,
  })
}
const remove = (who: Member, userId: string) =>
  h.call(who, 'companies.remove', { companyId: users[who].companyId, userId })

describe('a colleague who may do more', () => {
  const wider = 'This person may do more than you. Ask a default administrator to change them.'
  const left = 'Only a default administrator changes what others sign in with.'
  const { admin } = users
  const address = { ClientEmail: 'taken.over@staff.example' }

  it('keeps their address, second step and account from whoever has a narrower role', async () => {
    await put('amos', { Campaign: ['enable', 'create', 'update', 'delete'] })
    const userId = admin.id
    for (const tried of [
      await edit('amos', userId, address),
      await edit('amos', userId, { twoFactorAuth: 'F' }),
      await remove('amos', userId),
      await h.call('amos', 'security.saveTwoFactor', { userId, two_factor_auth: false }),
      await h.call('amos', 'security.unlock', { userId }),
    ])
      expect([tried.status, tried.body.message]).toEqual([403, wider])
    expect(await h.db.user.get(userId)).toMatchObject({ email: admin.email, status: 'active' })
    // The list says so beforehand, of whom it holds and of nobody else.
    const { body } = await h.call('amos', 'staff.list', { companyId: admin.companyId })
    const whyNot = (id: string) => body.data.find((row) => row.id === id)?.why_not
    expect([whyNot(userId), whyNot(users.amos.id), whyNot(users.ada.id)]).toEqual([
      ...[wider, '', 'Only a default administrator changes another one.'],
    ])
    // Of their own width they may keep people, and their own name.
    const roleId = (await h.db.user.get(users.amos.id)).roleId
    await h.db.user.update(userId, { roleId })
    expect((await edit('amos', userId)).status).toBe(200)
    expect((await h.call('amos', 'security.unlock', { userId })).body.message).toBe(left)
    await h.db.user.update(userId, { roleId: null })
    await take('amos')
    expect((await edit('amos', userId)).status).toBe(200)
  })

  it('may do more by the report analytics alone, as long as that right counts', async () => {
    await h.db.user.update(admin.id, { reportAnalytics: true })
    expect((await edit('amos', admin.id, address)).body.message).toBe(wider)
    await h.db.user.update(admin.id, { usesOwnPermissions: false })
    expect((await edit('amos', admin.id)).status).toBe(200)
    await h.db.user.update(admin.id, { reportAnalytics: false, usesOwnPermissions: true })
  })

  it('may be a default administrator, whose second step nobody else turns off', async () => {
    for (const tried of [
      await h.call('admin', 'security.saveTwoFactor', { userId: users.ada.id, two_factor_auth: false }),
      await h.call('admin', 'security.unlock', { userId: users.ada.id }),
    ])
      expect([tried.status, tried.body.message]).toEqual([403, 'Only a default administrator changes another one.'])
    expect((await h.call('olive', 'security.unlock', { userId: users.ada.id })).status).toBe(200)
  })

  it('may be a sales person, who makes and changes clients', async () => {
    const sam = { userType: 'sales', salesKind: 'representative', ClientEmail: users.sam.email } as const
    await put('otto', { Settings: ['create'] })
    expect((await edit('otto', users.sam.id, sam)).body.message).toBe(wider)
    const whyNot = async (who: Member) =>
      (await h.call(who, 'sales.accounts', { companyId: users.otto.companyId })).body.data.map(
        (row) => [row.id, row.why_not] as const,
      )
    expect(await whyNot('otto')).toContainEqual([users.sam.id, wider])
    expect(await whyNot('olive')).toContainEqual([users.sam.id, ''])
    await put('otto', { Settings: ['delete'], Campaign: ['enable'] })
    expect(await whyNot('otto')).toContainEqual([users.sam.id, ''])
    expect((await edit('otto', users.sam.id, sam)).status).toBe(200)
    await take('otto')
  })
})

describe('what somebody signs in with', () => {
  const theirs = 'Change your own e-mail address in your profile, and your second step under Two Factor Authentication.'

  it('A23 is not changed beside the rest of oneself: that has calls that ask for the password', async () => {
    for (const more of [{ ClientEmail: 'thief@staff.example' }, { twoFactorAuth: 'F' as const }]) {
      const tried = await edit('ada', users.ada.id, more)
      expect([tried.status, tried.body.message]).toEqual([403, theirs])
    }
    expect((await edit('ada', users.ada.id, { ClientFullName: 'Ada of Northlight' })).status).toBe(200)
    expect(await h.db.user.get(users.ada.id)).toMatchObject({ email: users.ada.email, name: 'Ada of Northlight' })
  })

  it('VAS-018 2FA-026 is nobody changed while viewing as someone else', async () => {
    const { access_token: token } = await lookAs(h, 'ada')
    for (const { id, name, email } of [users.admin, users.cleo])
      for (const more of [{ ClientEmail: `x-${email}` }, { twoFactorAuth: 'F' as const }]) {
        const action = id === users.cleo.id ? ('downline' as const) : ('staff' as const)
        const form = { ClientID: id, action, ClientFullName: name, ClientPhone: '(312) 555-0123', ClientEmail: email }
        const input = { ...form, ClientCompanyName: 'Bright Smiles Dental', ...more }
        const tried = await h.call('olive', 'companies.update', input, { token })
        expect([tried.status, tried.body.message]).toEqual([403, 'This cannot be done while viewing as someone else.'])
      }
    expect((await h.db.user.get(users.cleo.id)).email).toBe(users.cleo.email)
  })

  it('stays as it is when somebody else changes the name: a removal or a new password is not undone', async () => {
    const stale = await h.db.user.get(users.admin.id)
    await h.db.user.update(stale.id, { passwordHash: 'fresh' })
    const company = await h.db.company.get(stale.companyId)
    const name = { name: 'Anna Again' }
    expect(await h.db.staff.change({ company, user: stale, changes: name })).toBe('changed')
    expect(await h.db.user.get(stale.id)).toMatchObject({ ...name, passwordHash: 'fresh' })
    expect(await h.db.staff.remove({ company, user: stale })).toBe(true)
    expect(await h.db.staff.change({ company, user: stale, changes: { name: 'Anna Back' } })).toBe('gone')
    expect(await h.db.user.get(stale.id)).toMatchObject({ ...name, status: 'disabled' })
  })
})
