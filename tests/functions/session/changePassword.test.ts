import { beforeEach, describe, expect, it } from 'vitest'
import { DAY, MINUTE } from '#shared/dates.ts'
import { signInLimits } from '#shared/sign-in.ts'
import { type Member, PASSWORD } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()
const NEW = 'fresh paint 7'
beforeEach(() => {
  h.setClock()
  h.forgetTokens()
})

const change = (who: Member, currpassword: string, newpassword: string, token?: string, usrID = h.cast.users[who].id) =>
  h.call(who, 'session.changePassword', { usrID, newpassword, currpassword }, token ? { token } : {})
const works = async (who: Member, token: string) =>
  (await h.call(who, 'account.me', { id: h.cast.users[who].id }, { token })).status

describe('session.changePassword', () => {
  it('PWD-007 PWD-008 changes the password and answers `success`', async () => {
    const { status, body } = await change('cleo', PASSWORD, NEW)
    expect(status).toBe(200)
    expect(body).toEqual({ result: 'success', message: 'your password has been updated!' })
    const old = await h.signIn('cleo')
    const username = h.cast.users.cleo.email
    const fresh = await h.call(null, 'session.login', { username, password: NEW }, { host: h.hostOf('cleo') })
    expect([old.status, fresh.status]).toEqual([401, 200])
    expect((await h.mailsTo(username))[0]?.subject).toBe('Your password for Northlight was changed')
  })

  it('AUT-044 ends every other session and keeps the one that asked', async () => {
    const other = (await h.signIn('ada')).body
    const mine = (await h.signIn('ada')).body
    expect((await change('ada', PASSWORD, NEW, mine.access_token)).status).toBe(200)
    expect([await works('ada', other.access_token), await works('ada', mine.access_token)]).toEqual([401, 200])
    const refresh = (refresh_token: string) =>
      h.call(null, 'session.refresh', { refresh_token }, { host: h.hostOf('ada') })
    expect((await refresh(other.refresh_token)).status).toBe(401)
    expect((await refresh(mine.refresh_token)).status).toBe(200)
  })

  it("PWD-013 refuses another person's id, of a colleague and of a stranger", async () => {
    for (const id of [h.cast.users.amos.id, h.cast.users.carl.id, 'usr_nobody']) {
      const { status } = await change('lola', PASSWORD, NEW, undefined, id)
      expect(status).toBe(403)
    }
  })

  it('is done, and told, also where the sign-in that asked is ended in that very moment', async () => {
    const token = await h.tokenOf('ellen')
    const { id, email } = h.cast.users.ellen
    const { middlewareStack } = h.services.table.client
    middlewareStack.add(
      (next) => async (args) => {
        if (JSON.stringify(args.input).includes('#authenticatedAt')) {
          middlewareStack.remove('meanwhile')
          for (const session of await h.db.session.list(id)) await h.db.session.end(id, session.id, h.services.now())
        }
        return next(args)
      },
      { step: 'initialize', name: 'meanwhile' },
    )
    expect((await change('ellen', PASSWORD, NEW, token)).status).toBe(200)
    expect(await works('ellen', token)).toBe(401)
    expect((await h.mailsTo(email))[0]?.subject).toMatch(/^Your password for .* was changed$/)
  })

  it('PWD-014 refuses the same password again, and one against the policy, each in its own words', async () => {
    const same = await change('abe', PASSWORD, PASSWORD)
    expect([same.status, same.body.fields]).toEqual([
      422,
      { newpassword: 'Choose a password that differs from the current one.' },
    ])
    const weak = await change('abe', PASSWORD, 'abc')
    expect([weak.status, weak.body.fields]).toEqual([
      422,
      { newpassword: 'Use at least 8 characters, with letters and digits.' },
    ])
  })

  it('ERR-004 PWD-016 answers a wrong current password with 422 and the fixed text', async () => {
    const { status, body } = await change('carl', 'not this one', NEW)
    expect(status).toBe(422)
    expect(body).toMatchObject({ result: 'failed', message: '* Sorry, your current password invalid' })
  })

  it('PWD-015 stops after five wrong ones in 15 minutes, and not after right ones', async () => {
    // A minute before the clock begins a quarter of an hour anew, which changes nothing.
    const start = Math.ceil(Date.now() / (15 * MINUTE)) * 15 * MINUTE + 14 * MINUTE
    h.setClock(start)
    const token = await h.tokenOf('amos')
    for (let i = 0; i < 8; i++)
      expect((await change('amos', PASSWORD, PASSWORD, token)).body.fields).toHaveProperty('newpassword')
    const statuses = []
    for (let i = 0; i < 6; i++) statuses.push((await change('amos', `wrong ${i}`, NEW, token)).status)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
    const stopped = await change('amos', PASSWORD, NEW, token)
    const wait = Number(stopped.headers['retry-after'])
    expect(stopped.body.message).toBe(`Too many wrong passwords. Please try again in ${Math.ceil(wait / 60)} minutes.`)
    h.setClock(start + MINUTE + 1000)
    expect((await change('amos', PASSWORD, NEW, token)).status).toBe(429)
    h.setClock(start + wait * 1000)
    expect((await change('amos', PASSWORD, NEW, token)).status).toBe(200)
  })

  it('is not fooled by parallel guesses', async () => {
    await h.tokenOf('lola')
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => change('lola', `wrong ${i}`, NEW)))
    expect(answers.filter((answer) => answer.status === 422)).toHaveLength(5)
  })

  describe('somebody who stole a sign-in and guesses at the password with it', () => {
    const { perDay, perDayOfPerson } = signInLimits.ownPassword

    it('stops that sign-in alone, is told of to the owner, and the owner changes the password in another', async () => {
      const stolen = (await h.signIn('rita')).body.access_token
      const guesses = await Promise.all(Array.from({ length: 12 }, (_, i) => change('rita', `wrong ${i}`, NEW, stolen)))
      expect(guesses.filter(({ status }) => status === 422)).toHaveLength(5)
      const own = (await h.signIn('rita')).body.access_token
      expect((await change('rita', PASSWORD, NEW, own)).status).toBe(200)
      expect(await works('rita', stolen)).toBe(401)
      const told = (await h.mailsTo(h.cast.users.rita.email)).map(({ text }) => text)
      expect(told.filter((text) => text?.includes('gave wrong ones several times'))).toHaveLength(1)
    })

    it('says what helps once a day is used up, and it does', async () => {
      const stolen = (await h.signIn('otto')).body
      const { sid } = JSON.parse(Buffer.from(stolen.access_token.split('.')[1] ?? '', 'base64url').toString())
      for (let i = 0; i < perDay; i++) await h.db.guard.count('own-password-day', sid, DAY, h.services.now())
      const refused = await change('otto', PASSWORD, NEW, stolen.access_token)
      expect([refused.status, refused.body.message]).toEqual([
        429,
        'Too many wrong passwords. Please log out and in again, set a new password by mail, or try again tomorrow.',
      ])
      const own = (await h.signIn('otto')).body.access_token
      expect((await change('otto', PASSWORD, NEW, own)).status).toBe(200)
    })

    it('gives somebody who takes many sign-ins no more than a day has, until there is a new password', async () => {
      const { sam } = h.cast.users
      const subject = `${sam.id}:${sam.passwordChangedAt ?? 0}`
      for (let i = 0; i < perDayOfPerson; i++)
        await h.db.guard.count('own-password-person', subject, DAY, h.services.now())
      const token = (await h.signIn('sam')).body.access_token
      expect((await change('sam', PASSWORD, NEW, token)).status).toBe(429)
      await h.db.user.update(sam.id, { passwordChangedAt: h.services.now() })
      expect((await change('sam', PASSWORD, NEW, token)).status).toBe(200)
    })
  })
})
