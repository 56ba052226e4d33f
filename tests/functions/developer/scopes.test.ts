// A key asks nobody's role: what its maker may not do, it may not do either, and it becomes no colleague.
import { afterEach, describe, expect, it } from 'vitest'
import type { ApiScope } from '#shared/model/api-key.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { all, rolesOf } from '../roles/stage.ts'
import { programsOf } from './stage.ts'

const h = await harness()
const { db, cast } = h
const { northlight, users } = cast
const { open, makeKey, askToken, run, tokenFor } = programsOf(h)
const { put, save, take } = rolesOf(h)
await open(northlight)
const shut = ['enable', 'create', 'update', 'delete']
const settingsOnly = { 'Ads Design': shut, Campaign: shut, LeadsPeek: shut }
const generate = (who: Member, name: string, scopes?: ApiScope[]) =>
  h.call(who, 'developer.generate', {
    company_id: northlight.id,
    email: users[who].email,
    name,
    ...(scopes && { scopes }),
  })

afterEach(async () => {
  await take('amos')
  await take('otto')
})

describe('a key of somebody with a narrow role', () => {
  it.each(['amos', 'otto'] as const)(
    'is refused to %s what the role keeps from them, and given the rest',
    async (who) => {
      await put(who, settingsOnly)
      for (const scopes of [undefined, ['leads:read'], ['sign-in:write']] as (ApiScope[] | undefined)[]) {
        const { status, body } = await generate(who, 'Mine', scopes)
        expect([scopes, status, /^You cannot make a key that may/.test(body.message ?? '')]).toEqual([
          scopes,
          403,
          true,
        ])
      }
      expect(await db.apiKey.list(northlight.id)).toEqual([])
      expect((await generate(who, 'Mine', ['clients:read'])).status).toBe(200)
      const { body } = await h.call(who, 'developer.keys', { companyID: northlight.id })
      expect([body.may_give, body.keys.map(({ created_by }) => created_by)]).toEqual([
        ['clients:read'],
        [users[who].name],
      ])
      await h.call('ada', 'developer.removeKey', { company_id: northlight.id, key_id: body.keys[0]?.id ?? '' })
    },
  )

  it('takes over no key that does more, and needs the right to update to take over any', async () => {
    const pair = await makeKey('ada', { name: 'Website', scopes: ['leads:read'] })
    await put('amos', settingsOnly)
    expect((await generate('amos', 'website', ['clients:read'])).status).toBe(403)
    const small = await makeKey('ada', { name: 'Small', scopes: ['clients:read'] })
    await put('amos', { ...settingsOnly, Settings: ['update'] })
    const refused = await generate('amos', 'small', ['clients:read'])
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Your role does not let you update anything in Settings.',
    ])
    for (const key of [pair, small]) expect((await askToken(key, h.hostOf('ada'))).status).toBe(200)
  })
})

describe('a sign-in link', () => {
  it('is made for people of clients alone: for no colleague, with a role or without one', async () => {
    const token = await tokenFor('ada', { name: 'Portal', scopes: ['sign-in:write'] })
    const issue = (email: string) =>
      run(token, 'developer.createSignInToken', { email }, { headers: { 'idempotency-key': crypto.randomUUID() } })
    for (const who of ['amos', 'admin', 'ada'] as const) expect((await issue(users[who].email)).status).toBe(404)
    expect((await issue(users.cleo.email)).status).toBe(200)
  })
})

describe('keys of somebody who loses powers or leaves', () => {
  it('go on, and are named to whoever changes or removes the person', async () => {
    const { amos } = users
    await h.call('ada', 'developer.generate', { company_id: northlight.id, email: users.ada.email, name: 'Of another' })
    const feed = await makeKey('amos', { name: 'Feed', scopes: ['leads:read'] })
    const edit = async (roleID: string) => {
      const { status, body } = await h.call('ada', 'companies.update', {
        ClientID: amos.id,
        action: 'staff',
        ClientFullName: amos.name,
        ClientPhone: '(312) 555-0123',
        ClientEmail: amos.email,
        ClientRole: roleID,
      })
      expect(status).toBe(200)
      return body.message
    }
    const wide = (await save('ada', { roledata: all() })).body.data.roleID
    const narrow = (await save('ada', { roledata: all(settingsOnly) })).body.data.roleID
    expect(await edit(wide)).not.toContain('API keys')
    expect(await edit(narrow)).toContain(
      'API keys that they made may do more than they may themselves: Feed. Replace their secrets or remove them under Developer.',
    )
    const { body } = await h.call('ada', 'companies.remove', { companyId: northlight.id, userId: amos.id })
    expect(body.message).toContain('API keys that they made go on working: Feed. Replace')
    expect((await askToken(feed, h.hostOf('ada'))).status).toBe(200)
  })
})
