// "Remember this device" leaves out the second step and nothing else, for one person, in one browser, on one tenant's host, for a while.
import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, describe, expect, it } from 'vitest'
import { signInLimits } from '#shared/sign-in.ts'
import { type Member, PASSWORD } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { secondStep } from './second-step.ts'

const h = await harness()
const { turnOnMail, mailedCode } = secondStep(h)
const { users } = h.cast
let sources = 0
const ip = () => `198.18.${Math.floor(++sources / 200)}.${sources % 200}`
afterEach(() => h.setClock())

const login = (who: Member, cookie = '', more: { password?: string; host?: string } = {}) =>
  h.call(
    null,
    'session.login',
    { username: users[who].email, password: more.password ?? PASSWORD },
    { host: more.host ?? h.hostOf(who), ip: ip(), ...(cookie && { headers: { cookie } }) },
  )
/** Whether a sign-in was through without a code. */
const isThrough = async (...asked: Parameters<typeof login>) => 'access_token' in (await login(...asked)).body

async function pass(who: Member, code: (() => Promise<string>) | null, headers: Record<string, string> = {}) {
  const begun = (await login(who)).body
  if (!('otp_token' in begun)) throw new Error('No code was asked for.')
  const input = { email: users[who].email, otp_token: begun.otp_token, remember: 'T' as const }
  return h.call(
    null,
    'security.verifyLogin',
    { ...input, code: await (code ?? (() => mailedCode(who)))() },
    { host: h.hostOf(who), ip: ip(), headers },
  )
}
const knownOf = ({ cookies = [] }: { cookies?: string[] }) => cookies.find((each) => each.startsWith('__Host-known-'))
const cookieOf = (answer: { cookies?: string[] }) => knownOf(answer)?.split(';', 1)[0] ?? ''
/** Signs in with a code, and has the browser remembered. */
const remember = async (who: Member) => cookieOf(await pass(who, null))

describe('a device that is remembered', () => {
  it('is not asked for a code, but for the password, until its time is over', async () => {
    await turnOnMail('cleo')
    const answer = await pass('cleo', null)
    expect(knownOf(answer)).toMatch(
      /^__Host-known-[\w-]{16}=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=2592000$/,
    )
    const cookie = cookieOf(answer)
    const { Items = [] } = await h.services.table.client.send(new ScanCommand({ TableName: h.services.table.name }))
    expect(JSON.stringify(Items)).not.toContain(cookie.split('=')[1])
    expect(await isThrough('cleo', cookie)).toBe(true)
    expect((await login('cleo', cookie, { password: 'not this one' })).status).toBe(401)
    expect(await isThrough('cleo')).toBe(false)
    h.setClock(Date.now() + signInLimits.knownMs + 1000)
    expect(await isThrough('cleo', cookie)).toBe(false)
  })

  it('is one browser of one person on one host: what another person shows, or what was made up, opens nothing', async () => {
    await turnOnMail('carl')
    await turnOnMail('ada')
    const [mine, theirs] = [await remember('cleo'), await remember('carl')]
    const [name = '', value = ''] = mine.split('=')
    const [otherName = ''] = theirs.split('=')
    for (const cookie of [
      theirs,
      `${otherName}=${value}`,
      `${name}=${theirs.split('=')[1]}`,
      `${name}=${'a'.repeat(43)}`,
      `${name}=`,
      `${mine}; ${name}=${'a'.repeat(43)}`,
      mine.replace('__Host-', ''),
    ])
      expect([cookie, await isThrough('cleo', cookie)]).toEqual([cookie, false])
    expect(await isThrough('cleo', mine)).toBe(true)
    // An agency's person signs in on their own site and on the platform's: each is remembered by itself.
    const ofAda = await remember('ada')
    expect(await isThrough('ada', ofAda, { host: h.cast.hosts.root })).toBe(false)
    expect(await isThrough('ada', ofAda)).toBe(true)
    const another = 'ada.northlight.example'
    await h.db.domain.claim(another, h.cast.northlight.id, h.services.now())
    expect(await isThrough('ada', ofAda, { host: another })).toBe(false)
  })

  it('is two where two are, and each is forgotten by itself, by its person alone', async () => {
    const [one, two] = [await remember('cleo'), await remember('cleo')]
    expect([await isThrough('cleo', one), await isThrough('cleo', two)]).toEqual([true, true])
    const { body: session } = await login('cleo', one)
    if (!('access_token' in session)) throw new Error('No tokens.')
    const more = { token: session.access_token, headers: { cookie: two } }
    const { body } = await h.call('cleo', 'session.remembered', {}, more)
    const id = body.data.find(({ is_current }) => is_current)?.id ?? ''
    await h.call('abe', 'session.forgetDevice', { device_id: id })
    expect(await isThrough('cleo', two)).toBe(true)
    const forgot = await h.call('cleo', 'session.forgetDevice', { device_id: id }, more)
    expect(knownOf(forgot)).toMatch(/=; .*Max-Age=0$/)
    expect([await isThrough('cleo', one), await isThrough('cleo', two)]).toEqual([true, false])
  })

  it('ends with signing out everywhere and with all others', async () => {
    for (const others of [undefined, 'T' as const]) {
      const cookie = await remember('cleo')
      const { body } = await login('cleo', cookie)
      if (!('access_token' in body)) throw new Error('No tokens.')
      await h.call('cleo', 'session.endAll', others ? { others } : {}, { token: body.access_token })
      expect(await isThrough('cleo', cookie)).toBe(false)
    }
  })

  it('ends with another second step, with none, and when the same one is set up anew', async () => {
    h.forgetTokens()
    const cookie = await remember('carl')
    const kept = await h.db.twoFactor.find(users.carl.id)
    if (!kept) throw new Error('No second step.')
    // The rows alone decide: without a change of the session's epoch, and without being told to forget.
    await h.db.twoFactor.remove(users.carl.id)
    await h.db.twoFactor.save({ ...kept, createdAt: kept.createdAt + 1 }, undefined)
    expect(await isThrough('carl', cookie)).toBe(false)
    await h.db.twoFactor.save(kept, await h.db.twoFactor.find(users.carl.id))
    expect(await isThrough('carl', cookie)).toBe(true)
    const { body } = await login('carl', cookie)
    if (!('access_token' in body)) throw new Error('No tokens.')
    const off = { userId: users.carl.id, two_factor_auth: false }
    expect((await h.call('carl', 'security.saveTwoFactor', off, { token: body.access_token })).status).toBe(200)
    expect(await h.db.knownDevice.list(users.carl.id)).toEqual([])
  })

  it('ends with a new password', async () => {
    const cookie = await remember('ada')
    const { body } = await login('ada', cookie)
    if (!('access_token' in body)) throw new Error('No tokens.')
    const next = 'another horse 43'
    const { status } = await h.call(
      'ada',
      'session.changePassword',
      { usrID: users.ada.id, currpassword: PASSWORD, newpassword: next },
      { token: body.access_token },
    )
    expect(status).toBe(200)
    expect(await isThrough('ada', cookie, { password: next })).toBe(false)
  })

  it('is not made with a recovery code, nor in a page within another site', async () => {
    const [recovery = ''] = (await turnOnMail('lola')) ?? []
    expect(recovery).not.toBe('')
    const answer = await pass('lola', async () => recovery)
    expect([answer.status, knownOf(answer)]).toEqual([200, undefined])
    const framed = await pass('lola', null, { 'x-framed': '1' })
    expect([framed.status, knownOf(framed)]).toEqual([200, undefined])
  })
})
