import { describe, expect, it } from 'vitest'
import { PASSWORD } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()

describe('session.login', () => {
  it("AUT-001 AUT-002 signs a client in on the own agency's host and answers the three fields", async () => {
    const { status, body } = await h.signIn('cleo')
    expect(status).toBe(200)
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      refresh_token: expect.any(String),
      expires_in: 900,
    })
  })

  it('AUT-036 answers an unknown user and a wrong password alike', async () => {
    const unknown = await h.call(null, 'session.login', { username: 'nobody@example.com', password: 'x' })
    const wrong = await h.call(null, 'session.login', { username: h.cast.users.cleo.email, password: 'x' })
    expect(unknown.status).toBe(401)
    expect({ ...unknown.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' })
  })

  it("AUT-037 refuses the right password on another agency's host", async () => {
    const { status } = await h.signIn('cleo', { host: h.cast.hosts.copper })
    expect(status).toBe(401)
  })

  it('AUT-038 slows down after ten tries from one address, and lets another address in', async () => {
    const tries = []
    for (let i = 0; i < 11; i++)
      tries.push(
        (
          await h.call(
            null,
            'session.login',
            { username: h.cast.users.lola.email, password: 'no' },
            { ip: '192.0.2.9' },
          )
        ).status,
      )
    expect(tries).toEqual([...Array(10).fill(401), 429])
    const owner = await h.call(
      null,
      'session.login',
      { username: h.cast.users.lola.email, password: PASSWORD },
      { ip: '192.0.2.10' },
    )
    expect(owner.status).toBe(200)
  })

  it('names the field that is missing', async () => {
    const { status, body } = await h.call(null, 'session.login', { username: '', password: 'x' })
    expect(status).toBe(422)
    expect(body.fields).toEqual({ username: 'Enter your e-mail address.' })
  })
})
