// Addresses that a browser opens without a token: each is worth what the sign-in is that asked for it.
import { describe, expect, it } from 'vitest'
import { type Member, PASSWORD } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { rolesOf } from '../roles/stage.ts'

const h = await harness()
const { northlight, users, hosts } = h.cast
const { put, take } = rolesOf(h)

const fileKey = `documents/${northlight.id}/terms.csv`
await h.services.files.put(fileKey, 'a,b\n1,2\n', 'text/csv')
const document = { id: 'doc_1', fileKey, fileName: 'terms.csv', createdAt: Date.now() }
await h.db.protectedFile.create({ companyId: northlight.id, ...document })

async function signIn(who: Member): Promise<string> {
  const { status, body } = await h.signIn(who)
  if (status !== 200) throw new Error(`${who} could not sign in.`)
  return body.access_token
}
const kinds = {
  document: {
    async ask(who: Member, token: string) {
      const { body } = await h.call(who, 'session.documentAccess', { pwd: PASSWORD, urldata: 'doc_1' }, { token })
      return new URL(body.url).pathname
    },
    over: 404,
  },
  'file of the log': {
    async ask(who: Member, token: string) {
      return (await h.call(who, 'audit.download', { companyID: northlight.id }, { token })).body.url
    },
    over: 401,
  },
}
const open = async (address: string, host = hosts.northlight) => {
  const [path = '', query = ''] = address.split('?')
  return (await h.send({ method: 'GET', path, query: new URLSearchParams(query) }, host)).status
}

/** What ends the sign-in of `who`, done with the very token or from elsewhere; and what undoes it for the next. */
type End = (who: Member, token: string) => Promise<unknown>
const restore = (who: Member) => h.db.user.update(users[who].id, { status: 'active', roleId: null })
const hashOf = async (who: Member) => (await h.db.user.get(users[who].id)).passwordHash
const ends: Record<string, End> = {
  'signing out': (who, token) => h.call(who, 'session.logout', {}, { token }),
  'ending it from another device': async (who, token) => {
    const own = (await h.call(who, 'session.list', {}, { token })).body.data.find((each) => each.is_current)
    const other = await signIn(who)
    await h.call(who, 'session.end', { session_id: own?.id ?? '' }, { token: other })
  },
  'signing out everywhere': (who, token) => h.call(who, 'session.endAll', {}, { token }),
  'signing out all others from another device': async (who) =>
    h.call(who, 'session.endAll', { others: 'T' }, { token: await signIn(who) }),
  'a new password that was set elsewhere': async (who) => {
    const passwordHash = await hashOf(who)
    const [token, fresh] = [await signIn(who), 'another word 42']
    const input = { usrID: users[who].id, currpassword: PASSWORD, newpassword: fresh, renewpassword: fresh }
    const { status } = await h.call(who, 'session.changePassword', input, { token })
    expect(status).toBe(200)
    await h.db.user.update(users[who].id, { passwordHash })
  },
  'a second step that was set up elsewhere': async (who) => {
    const token = await signIn(who)
    const wanted = { userId: users[who].id, two_factor_auth: true, two_factor_auth_type: 'email' as const }
    expect((await h.call(who, 'security.saveTwoFactor', wanted, { token })).status).toBe(200)
    await h.db.twoFactor.remove(users[who].id)
  },
  'being let in anew by somebody above': async (who) => {
    expect((await h.call('ada', 'security.unlock', { userId: users[who].id })).status).toBe(200)
  },
  'being shut out': (who) => h.db.user.update(users[who].id, { status: 'disabled' }),
  'a role that leaves nothing of it': (who) => put(who, { Settings: ['enable'] }),
}

describe.each(Object.entries(kinds))('the address of a %s', (_, { ask, over }) => {
  it.each(Object.entries(ends))('AUT-031 LOG-12 opens nothing after %s', async (_, end) => {
    const token = await signIn('amos')
    const [before, after] = [await ask('amos', token), await ask('amos', token)]
    expect(await open(before)).toBe(303)
    await end('amos', token)
    expect(await open(after)).toBe(over)
    await restore('amos')
    await take('amos')
  })

  it('AUT-031 LOG-12 goes on with a sign-in that goes on while the others end', async () => {
    const [token, other] = [await signIn('amos'), await signIn('amos')]
    const [own, theirs] = [await ask('amos', token), await ask('amos', other)]
    expect((await h.call('amos', 'session.endAll', { others: 'T' }, { token })).status).toBe(200)
    expect([await open(own), await open(theirs)]).toEqual([303, over])
  })
})

it('LOG-12 opens for who looks through others’ eyes, and no more once the look, or the sign-in behind it, ended', async () => {
  const look = async (token: string) =>
    (await h.call('olive', 'account.switchUser', { usrID: users.ada.id }, { token })).body.access_token
  const ask = async (token: string) =>
    (await h.call('ada', 'audit.download', { companyID: northlight.id }, { token, host: hosts.root })).body.url
  const token = await signIn('olive')
  const [first, second] = [await look(token), await look(token)]
  const [open1, after1, after2] = [await ask(first), await ask(first), await ask(second)]
  expect(await open(open1, hosts.root)).toBe(303)
  await h.call('ada', 'account.revertView', {}, { token: first, host: hosts.root })
  expect(await open(after1, hosts.root)).toBe(401)
  await h.call('olive', 'session.logout', {}, { token })
  expect(await open(after2, hosts.root)).toBe(401)
})

it('AUT-031 LOG-12 opens nothing for who was removed, or whose company was', async () => {
  const all = Object.values(kinds)
  const asked = async (who: Member) => {
    const token = await signIn(who)
    return Promise.all(all.map(({ ask }) => ask(who, token)))
  }
  const [ofStaff, ofOwner] = [await asked('amos'), await asked('ada')]
  const gone = await h.call('ada', 'companies.remove', { companyId: northlight.id, userId: users.amos.id })
  expect(gone.status).toBe(200)
  expect(await Promise.all(ofStaff.map((url) => open(url)))).toEqual(all.map(({ over }) => over))
  await h.db.company.update(northlight.id, { deletedAt: Date.now() })
  // A container that knows the site still.
  expect(await Promise.all(ofOwner.map((url) => open(url)))).toEqual(all.map(({ over }) => over))
})
