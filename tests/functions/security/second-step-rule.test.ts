// Outside of a demonstration a password alone opens nothing to operators, sales people and default administrators.

import { describe, expect, it } from 'vitest'
import { portionOf } from '#bin/portion.ts'
import { issueToken } from '#functions/domain/security/one-time.ts'
import { readEnv } from '#functions/kit/env.ts'
import { needsSecondStep } from '#shared/access/powerful.ts'
import { allCalls } from '#shared/contracts/index.ts'
import { signInLimits } from '#shared/sign-in.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { samples } from '../../support/samples.ts'

const h = await harness({ env: { SECOND_STEP: 'required' } })
const members = Object.keys(h.cast.users) as Member[]
const asked = members.filter((who) => needsSecondStep('required', h.cast.users[who]))
const sentence = 'Set up the second step of your sign-in first.'
const inputOf = (id: (typeof allCalls)[number]['id'], who: Member) => samples[id](h.cast, who) as never
const turnOn = (who: Member) =>
  h.call(who, 'security.saveTwoFactor', {
    userId: h.cast.users[who].id,
    two_factor_auth: true,
    two_factor_auth_type: 'email',
  })
const check = (who: Member) => h.call(who, 'account.checkSetup', { id: h.cast.users[who].id })

describe('the rule of the second step', () => {
  it('holds wherever nobody said otherwise, for operators, sales people and default administrators', () => {
    const { SECOND_STEP: _, ...others } = process.env
    expect(readEnv(others).SECOND_STEP).toBe('required')
    expect(asked).toEqual(expect.arrayContaining(['olive', 'otto', 'sam', 'ada', 'abe']))
    for (const who of ['cleo', 'carl', 'lola'] as const) expect(asked).not.toContain(who)
    for (const who of members) expect(needsSecondStep('optional', h.cast.users[who])).toBe(false)
  })

  it.each(
    portionOf(
      allCalls.filter(({ call }) => call.can !== 'anyone').map((entry) => [entry.id, entry] as const),
      3,
    ),
  )('%s: is refused to who has none yet, unless it sets one up or ends a sign-in', async (id, { call }) => {
    for (const who of ['olive', 'sam', 'ada'] as const) {
      const { body } = await h.call(who, id, inputOf(id, who))
      if (call.beforeSecondStep) expect(body.message).not.toBe(sentence)
      else if (body.message !== sentence) expect(body.code).toBe('forbidden')
      if (id === 'session.logout' || id === 'session.endAll') h.forgetTokens()
    }
    const client = await h.call('cleo', id, inputOf(id, 'cleo'))
    expect(client.body.message).not.toBe(sentence)
    if (id === 'session.logout' || id === 'session.endAll') h.forgetTokens()
  })

  it('leads to the set-up, opens everything once it is done, and does not let go of it again', async () => {
    expect((await check('ada')).body.secondstepdue).toBe(true)
    expect((await check('cleo')).body.secondstepdue).toBe(false)
    const list = () => h.call('ada', 'sales.accounts', { companyId: h.cast.northlight.id })
    const before = await h.call('ada', 'settings.tour', {})
    expect([before.status, before.body.message]).toEqual([403, sentence])
    expect((await turnOn('ada')).status).toBe(200)
    expect((await check('ada')).body.secondstepdue).toBe(false)
    expect((await h.call('ada', 'settings.tour', {})).status).toBe(200)
    expect((await list()).body.message).not.toBe(sentence)
    const off = await h.call('ada', 'security.saveTwoFactor', { userId: h.cast.users.ada.id, two_factor_auth: false })
    expect([off.status, off.body.message]).toEqual([
      403,
      'Your account asks for a second step. You can change it, but not turn it off.',
    ])
    expect((await turnOn('cleo')).status).toBe(200)
    const free = { userId: h.cast.users.cleo.id, two_factor_auth: false }
    expect((await h.call('cleo', 'security.saveTwoFactor', free)).status).toBe(200)
  })

  it('holds for a sign-in that another one took the second step from', async () => {
    expect((await turnOn('otto')).status).toBe(200)
    expect((await h.call('otto', 'settings.tour', {})).status).toBe(200)
    await h.db.twoFactor.remove(h.cast.users.otto.id)
    expect((await h.call('otto', 'settings.tour', {})).body.message).toBe(sentence)
  })

  it('is about whoever looks, not about whose eyes are borrowed', async () => {
    const view = async () => h.call('olive', 'account.switchUser', { usrID: h.cast.users.abe.id })
    expect((await view()).body.message).toBe(sentence)
    expect((await turnOn('olive')).status).toBe(200)
    const { body } = await view()
    const seen = await h.call(null, 'settings.tour', {}, { token: body.access_token, host: h.hostOf('olive') })
    expect(seen.body.message).not.toBe(sentence)
    const at = { token: body.access_token, host: h.hostOf('olive') }
    const setup = await h.call(null, 'account.checkSetup', { id: h.cast.users.abe.id }, at)
    expect(setup.body.secondstepdue).toBe(false)
  })

  it("is not gone round by another system's word", async () => {
    const subdomain = h.cast.northlight.subdomain ?? ''
    const redeem = async (who: Member) => {
      const token = await issueToken(h.db, {
        kind: 'sso' as const,
        userId: h.cast.users[who].id,
        tenantId: h.cast.northlight.id,
        subject: subdomain,
        lifeMs: signInLimits.ssoTokenMs,
        now: h.services.now(),
      })
      const input = { token, subdomain, currentUserID: '' }
      return (await h.call(null, 'session.sso', input, { host: h.cast.hosts.northlight })).status
    }
    expect(await redeem('ada')).toBe(401)
    expect(await redeem('lola')).toBe(200)
  })
})
