import { describe, expect, it } from 'vitest'
import { loginScopeOf } from '#functions/data/tenancy/user.ts'
import { PASSWORD } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()

/** Somebody who signs in for the first time. */
async function signInNewcomer(): Promise<string> {
  const { ada } = h.cast.users
  const newcomer = { ...ada, id: h.services.newId('user'), email: 'newcomer@example.com' }
  await h.db.user.create(newcomer, loginScopeOf(newcomer, newcomer.companyId))
  const { body } = await h.call(null, 'session.login', { username: newcomer.email, password: PASSWORD })
  if (!('access_token' in body)) throw new Error('The newcomer was asked for a second step.')
  return body.access_token
}

describe('settings.tour', () => {
  it('is new to a person until they went through it, and then never again', async () => {
    const token = await signInNewcomer()
    const seen = async () => (await h.call(null, 'settings.tour', {}, { token })).body.seen
    expect(await seen()).toBe(false)
    expect((await h.call(null, 'settings.finishTour', {}, { token })).status).toBe(200)
    expect(await seen()).toBe(true)
    expect((await h.call('ada', 'settings.tour', {})).body.seen).toBe(true)
  })
})
