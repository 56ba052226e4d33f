import { afterEach, describe, expect, it } from 'vitest'
import { toLeadMenu } from '#shared/model/lead-menu.ts'
import { nodeOf } from '#shared/model/node.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { rolesOf } from '../roles/stage.ts'
import { claimsOf, lookAs } from './view-as.ts'

const h = await harness()
const foreign = await h.plant()
const idOf = (who: Member) => h.cast.users[who].id
const me = (token: string, who: Member) => h.call('olive', 'account.me', { id: idOf(who) }, { token })

afterEach(() => h.setClock())

describe('account.switchUser', () => {
  it('VAS-001 is for system users alone', async () => {
    for (const who of ['ada', 'amos', 'admin', 'cleo', 'sam', 'ellen'] as const)
      expect([who, (await h.call(who, 'account.switchUser', { usrID: idOf('cleo') })).status]).toEqual([who, 403])
    expect((await h.call('otto', 'account.switchUser', { usrID: idOf('ada') })).status).toBe(200)
  })

  it('answers an hour for the viewed person, with the system user as the one who acts', async () => {
    const { access_token, expires_in } = await lookAs(h, 'ada')
    expect(expires_in).toBe(3600)
    const { ada, olive } = h.cast.users
    expect(claimsOf(access_token)).toMatchObject({
      sub: ada.id,
      company: ada.companyId,
      user_type: 'userdownline',
      act: { sub: olive.id, company: olive.companyId },
    })
    const { body } = await me(access_token, 'ada')
    expect([body.id, body.isViewMode]).toEqual([ada.id, true])
  })

  it('VAS-012 reaches the own tree only: nobody of another platform, existing or not', async () => {
    for (const id of [foreign.users.cleo.id, foreign.users.ada.id, 'usr_01JD0000000000000000000000'])
      expect((await h.call('olive', 'account.switchUser', { usrID: id })).status).toBe(403)
    const { access_token } = await lookAs(h, 'ada')
    const reach = (id: string) => h.call('olive', 'account.me', { id }, { token: access_token })
    expect((await reach(foreign.users.cleo.id)).status).toBe(403)
    expect((await reach(idOf('carl'))).status).toBe(403)
    expect((await reach(idOf('cleo'))).status).toBe(200)
  })

  it('VAS-004 VAS-005 shows the menus, brand and rights of the person, and the analytics right of who looks', async () => {
    const { access_token, home } = await lookAs(h, 'abe')
    const viewed = (await me(access_token, 'abe')).body
    const own = (await h.call('abe', 'account.me', { id: idOf('abe') })).body
    expect({ ...viewed, isViewMode: false, user_permissions_view_mode: null, ip_login: '' }).toEqual({
      ...own,
      ip_login: '',
    })
    const domain = (await h.call('abe', 'public.domainInfo', {})).body
    expect(home).toEqual(domain)
    expect(viewed.user_permissions.report_analytics).toBe('F')
    expect(viewed.user_permissions_view_mode?.report_analytics).toBe('T')
    expect(viewed.user_permissions_view_mode?.modules).toEqual(own.user_permissions.modules)
    const byOtto = await lookAs(h, 'abe', 'otto')
    expect((await me(byOtto.access_token, 'abe')).body.user_permissions_view_mode?.report_analytics).toBe('F')
  })

  it('VAS-005 gives nobody back what their own role took away', async () => {
    const { take, put } = rolesOf(h)
    await put('otto', { Settings: ['create', 'update', 'delete'] })
    const { access_token: token } = await lookAs(h, 'ada', 'otto')
    const { user_permissions_view_mode: lent } = (await me(token, 'ada')).body
    expect(lent?.modules.find(({ module_name }) => module_name === 'Settings')).toMatchObject({
      enable_permission: 'T',
      update_permission: 'F',
    })
    const { id: companyID, modules } = h.cast.northlight
    const input = { companyID, comsetname: 'customsidebarleadmenu', comsetval: toLeadMenu(modules) } as const
    expect((await h.call('otto', 'settings.save', input, { token })).status).toBe(403)
    await take('otto')
    const again = await lookAs(h, 'ada', 'otto')
    expect((await h.call('otto', 'settings.save', input, { token: again.access_token })).status).toBe(200)
    // A role that is narrowed counts from the next request on, also of a look that was begun before.
    await put('otto', { Settings: ['create', 'update', 'delete'] })
    expect((await h.call('otto', 'settings.save', input, { token: again.access_token })).status).toBe(403)
    await take('otto')
  })

  it("answers a client's agency as the home of the client", async () => {
    const { home } = await lookAs(h, 'carl')
    expect(home).toEqual((await h.call('carl', 'public.domainInfo', {})).body)
  })

  it('VAS-014 cannot be nested: the token of a look opens no other look', async () => {
    const { access_token, own } = await lookAs(h, 'ada')
    const nested = await h.call('olive', 'account.switchUser', { usrID: idOf('cleo') }, { token: access_token })
    expect(nested.status).toBe(403)
    // The sign-in that began the first look may begin another one, as itself.
    const second = await h.call('olive', 'account.switchUser', { usrID: idOf('abe') }, { token: own })
    expect(claimsOf(second.body.access_token).act).toMatchObject({ sub: idOf('olive') })
  })

  it('lends no rights of operators: neither their own eyes nor those of a colleague', async () => {
    expect((await h.call('otto', 'account.switchUser', { usrID: idOf('olive') })).status).toBe(403)
    expect((await h.call('olive', 'account.switchUser', { usrID: idOf('olive') })).status).toBe(403)
    const { access_token } = await lookAs(h, 'ada')
    expect((await h.call('olive', 'security.unlock', { userId: idOf('abe') }, { token: access_token })).status).toBe(
      403,
    )
  })

  it('refuses a person who cannot log in', async () => {
    await h.db.user.update(idOf('rita'), { status: 'disabled' })
    expect((await h.call('olive', 'account.switchUser', { usrID: idOf('rita') })).status).toBe(403)
    await h.db.user.update(idOf('rita'), { status: 'active' })
  })

  it('ends after an hour, and is good on the own site only', async () => {
    const at = Date.now()
    h.setClock(at)
    const { access_token } = await lookAs(h, 'cleo')
    expect((await me(access_token, 'cleo')).status).toBe(200)
    const elsewhere = { host: h.cast.hosts.northlight, token: access_token }
    expect((await h.call('olive', 'account.me', { id: idOf('cleo') }, elsewhere)).status).toBe(401)
    h.setClock(at + 3_600_000 + 1000)
    expect((await me(access_token, 'cleo')).status).toBe(401)
  })

  it('ends with the rights of who looks, and with the sign-in of the person looked at not at all', async () => {
    const { access_token } = await lookAs(h, 'cleo', 'otto')
    await h.db.user.raiseEpoch(idOf('cleo'))
    expect((await me(access_token, 'cleo')).status).toBe(200)
    await h.db.user.update(idOf('otto'), { isSystemUser: false })
    expect((await me(access_token, 'cleo')).status).toBe(401)
    await h.db.user.update(idOf('otto'), { isSystemUser: true })
    h.forgetTokens()
  })
})

describe('account.viewable', () => {
  it('VAS-001 lists the agencies of the root and the clients of an agency, by the beginnings of words', async () => {
    const { northlight, copper, brightSmiles, users } = h.cast
    const pairs = [
      [northlight, users.ada],
      [copper, users.abe],
      [brightSmiles, users.cleo],
    ] as const
    for (const [company, user] of pairs) {
      const entry = nodeOf(company, user)
      const known = entry && (await h.db.node.find(entry.parentId, entry.companyId))
      if (entry && !known) await h.db.node.create(entry)
    }
    const look = (company_id: string, search = '') => h.call('olive', 'account.viewable', { company_id, search })
    const agencies = (await look(h.cast.root.id)).body
    expect(agencies.data.map((each) => [each.usrID, each.company_name, each.has_clients])).toEqual([
      [users.abe.id, 'Copper & Co', true],
      [users.ada.id, 'Northlight', true],
    ])
    expect((await look(h.cast.root.id, 'north')).body.data.map(({ usrID }) => usrID)).toEqual([users.ada.id])
    expect((await look(northlight.id, 'clea')).body.data).toEqual([])
    expect((await look(northlight.id, 'cleo')).body.data).toMatchObject([{ usrID: users.cleo.id, has_clients: false }])
    expect((await look(foreign.northlight.id)).status).toBe(403)
    expect((await h.call('ada', 'account.viewable', { company_id: northlight.id })).status).toBe(403)
  })
})

describe('account.revertView', () => {
  it('VAS-007 ends the look at once and leaves the sign-in as it was', async () => {
    const { access_token, own } = await lookAs(h, 'ada')
    const { status } = await h.call('olive', 'account.revertView', {}, { token: access_token })
    expect(status).toBe(200)
    expect((await me(access_token, 'ada')).status).toBe(401)
    const { body } = await me(own, 'olive')
    expect([body.id, body.isViewMode]).toEqual([idOf('olive'), false])
  })

  it('leaves a note of who looked at whom, and for how long', async () => {
    const at = Date.now()
    h.setClock(at)
    const { access_token } = await lookAs(h, 'lola')
    h.setClock(at + 60_000)
    await h.call('olive', 'account.revertView', {}, { token: access_token })
    const [note] = await h.db.view.listOf(idOf('lola'))
    expect(note).toMatchObject({ holderId: idOf('olive'), viewedId: idOf('lola'), createdAt: at, endedAt: at + 60_000 })
  })
})

describe('session.logout in view mode', () => {
  it('VAS-015 ends the whole session', async () => {
    h.forgetTokens()
    const { access_token, own } = await lookAs(h, 'ada')
    expect((await h.call('olive', 'session.logout', {}, { token: access_token })).status).toBe(200)
    expect((await me(access_token, 'ada')).status).toBe(401)
    expect((await me(own, 'olive')).status).toBe(401)
    h.forgetTokens()
  })
})
