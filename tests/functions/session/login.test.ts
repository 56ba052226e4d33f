import { describe, expect, it } from 'vitest'
import { PASSWORD } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()

describe('session.login', () => {
  it("AUT-001 AUT-002 AUT-041 signs a client in on the own agency's host and answers the three fields", async () => {
    const sent = {
      username: h.cast.users.cleo.email,
      password: PASSWORD,
      gtoken: '',
      domainName: h.cast.hosts.northlight,
      ownedcompanyid: h.cast.northlight.id,
      companyrootid: h.cast.root.id,
    }
    const { status, body } = await h.call(null, 'session.login', sent)
    expect(status).toBe(200)
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      refresh_token: expect.any(String),
      expires_in: 900,
    })
    if (!('access_token' in body)) throw new Error('Signed in with a second step.')
    const { iat, exp } = JSON.parse(Buffer.from(body.access_token.split('.')[1] ?? '', 'base64url').toString())
    expect(exp - iat).toBe(900)
  })

  it('AUT-036 answers an unknown user and a wrong password alike', async () => {
    const unknown = await h.call(null, 'session.login', { username: 'nobody@example.com', password: 'x' })
    const wrong = await h.call(null, 'session.login', { username: h.cast.users.cleo.email, password: 'x' })
    expect(unknown.status).toBe(401)
    expect({ ...unknown.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' })
  })

  it("AUT-037 refuses the right password on another agency's host, a client's as well as an agency's", async () => {
    for (const who of ['cleo', 'ada'] as const) {
      const { status } = await h.signIn(who, { host: h.cast.hosts.copper })
      expect(status).toBe(401)
    }
  })

  it("lets an agency in on the root's host too, and its clients on their own agency's host only", async () => {
    expect((await h.signIn('ada', { host: h.cast.hosts.root })).status).toBe(200)
    expect((await h.signIn('cleo', { host: h.cast.hosts.root })).status).toBe(401)
  })

  it('AUT-040 lets nobody in whose account was switched off, at the login or by a refresh', async () => {
    const before = await h.signIn('amos')
    await h.db.user.update(h.cast.users.amos.id, { status: 'disabled' })
    const refreshed = await h.call(
      null,
      'session.refresh',
      { refresh_token: before.body.refresh_token },
      { host: h.hostOf('amos') },
    )
    const again = await h.signIn('amos')
    expect([refreshed.status, again.status]).toEqual([401, 401])
    const unknown = await h.call(null, 'session.login', { username: 'nobody@example.com', password: 'x' })
    expect({ ...again.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
  })

  it('AUT-040 lets nobody in who was deleted, at the login or by a refresh', async () => {
    const { admin } = h.cast.users
    const before = await h.signIn('admin')
    expect(before.status).toBe(200)
    const removed = await h.call('ada', 'companies.remove', { companyId: admin.companyId, userId: admin.id })
    expect(removed.status).toBe(200)
    const refreshed = await h.call(
      null,
      'session.refresh',
      { refresh_token: before.body.refresh_token },
      { host: h.hostOf('admin') },
    )
    expect([refreshed.status, (await h.signIn('admin')).status]).toEqual([401, 401])
  })

  it('takes the address however it is written', async () => {
    const { status } = await h.call(null, 'session.login', {
      username: ` ${h.cast.users.cleo.email.toUpperCase()} `,
      password: PASSWORD,
    })
    expect(status).toBe(200)
  })

  it('names the field that is missing', async () => {
    const { status, body } = await h.call(null, 'session.login', { username: '', password: 'x' })
    expect(status).toBe(422)
    expect(body.fields).toEqual({ username: 'Enter your e-mail address.' })
  })
})
