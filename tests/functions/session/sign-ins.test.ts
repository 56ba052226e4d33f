// What people are shown of sign-ins to their account: their own alone, no more of an address than its network, and never to somebody
// who looks through their eyes.
import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { issueToken } from '#functions/domain/security/one-time.ts'
import { HOUR } from '#shared/dates.ts'
import { shortAddress, shownSignIns } from '#shared/sign-in.ts'
import { type Member, PASSWORD } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { lookAs } from '../account/view-as.ts'

const h = await harness()
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const login = (who: Member, password: string, ip: string, username = h.cast.users[who].email) =>
  h.call(
    null,
    'session.login',
    { username, password },
    { host: h.hostOf(who), ip, headers: { 'user-agent': firefox, 'x-timezone': 'Europe/Berlin' } },
  )
const shown = async (who: Member) => (await h.call(who, 'session.signIns', {})).body.data

describe('session.signIns', () => {
  it('shows what went well and what failed, with device, place and the network of its address', async () => {
    await login('cleo', 'not this one', '198.51.100.77')
    await login('cleo', PASSWORD, '2001:db8:1:2:3::4')
    await h.drain()
    await h.drain()
    const [last, first] = await shown('cleo')
    const about = { device: 'Firefox on Linux', place: 'Berlin' }
    expect(first).toMatchObject({ ...about, outcome: 'password', ip: '198.51.100.*' })
    expect(last).toMatchObject({ ...about, outcome: 'in', ip: '2001:db8:1:2::/64' })
    expect(await shown('lola')).toEqual([])
  })

  it('goes on page by page, with each entry once, for its own person alone', async () => {
    const at = h.services.now()
    const { most } = shownSignIns
    // Several of one instant, at the end of a page too.
    for (let number = 0; number < most + 3; number++)
      await h.db.signInEntry.add({
        userId: h.cast.users.carl.id,
        id: `log_${String(number).padStart(3, '0')}`,
        at: at - 1000 + Math.floor(number / 5),
        outcome: 'in',
        device: 'd',
        ip: '',
        place: '',
      })
    const first = (await h.call('carl', 'session.signIns', {})).body
    expect(first.data).toHaveLength(most)
    const cursor = first.next_cursor ?? ''
    const second = (await h.call('carl', 'session.signIns', { cursor })).body
    expect(second.next_cursor).toBeNull()
    const ids = [...first.data, ...second.data].map(({ id }) => id)
    expect(ids.filter((id) => /^log_\d{3}$/.test(id))).toEqual(
      Array.from({ length: most + 3 }, (_, number) => `log_${String(most + 2 - number).padStart(3, '0')}`),
    )
    expect((await h.call('cleo', 'session.signIns', { cursor })).status).toBe(400)
  })

  it('keeps nothing of a name that nobody has', async () => {
    await login('cleo', PASSWORD, '203.0.113.9', 'nobody.at.all@nowhere.example')
    await h.drain()
    const { Items = [] } = await h.services.table.client.send(new ScanCommand({ TableName: h.services.table.name }))
    expect(JSON.stringify(Items)).not.toContain('nobody.at.all')
    expect(Items.filter(({ sk }) => String(sk).startsWith('IN#')).every(({ pk }) => pk !== 'U#usr_nobody')).toBe(true)
  })

  it('tells once of five that failed in a day, the person alone', async () => {
    for (let i = 0; i < shownSignIns.noticeAt + 1; i++) await login('ada', 'not this one', `192.0.2.${i}`)
    await h.drain()
    const notices = async (who: Member, token?: string) =>
      (await h.call(who, 'account.notices', {}, token ? { token } : {})).body.data.filter(
        ({ kind }) => kind === 'signInsFailed',
      )
    expect(await notices('ada')).toEqual([expect.objectContaining({ unread: 'T', facts: { count: '5' } })])
    expect(await notices('cleo')).toEqual([])
    const { access_token: token } = await lookAs(h, 'ada')
    expect(await notices('olive', token)).toEqual([])
  })

  it('VAS-018+ is neither shown nor changed in view mode', async () => {
    const { access_token: token } = await lookAs(h, 'ada')
    const asked = await Promise.all([
      h.call('olive', 'session.signIns', {}, { token }),
      h.call('olive', 'session.list', {}, { token }),
      h.call('olive', 'session.remembered', {}, { token }),
      h.call('olive', 'session.endAll', { others: 'T' }, { token }),
      h.call('olive', 'session.forgetDevice', { device_id: 'x'.repeat(43) }, { token }),
    ])
    expect(asked.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  })
})

describe('session.endAll with others', () => {
  it('ends every other device, of two at once all but one, and asks for the password as before', async () => {
    const [one, two, three] = await Promise.all([1, 2, 3].map(async () => (await h.signIn('abe')).body))
    const works = async (token = '') =>
      (await h.call('abe', 'account.me', { id: h.cast.users.abe.id }, { token })).status
    const end = (token = '') => h.call('abe', 'session.endAll', { others: 'T' }, { token })
    const { status } = await end(one?.access_token)
    expect(status).toBe(200)
    expect(await Promise.all([one, two, three].map((each) => works(each?.access_token)))).toEqual([200, 401, 401])
    const again = (await h.signIn('abe')).body
    await Promise.all([end(one?.access_token), end(again.access_token)])
    const left = [await works(one?.access_token), await works(again.access_token)]
    expect(left.filter((status) => status === 200).length).toBeLessThanOrEqual(1)
  })
})

describe('a stolen sign-in, used in the very moment in which its owner sets a new password by mail', () => {
  const email = h.cast.users.amos.email
  const [tenantId, userId] = [h.cast.northlight.id, h.cast.users.amos.id]
  const works = async (token: string) => (await h.call('amos', 'account.me', { id: userId }, { token })).status
  /** The owner's new password is set right before the next write that ends all sign-ins of a person, or changes their password. */
  async function resetMeanwhile(newpassword: string) {
    const lifeMs = HOUR
    const about = { kind: 'resetPassword', userId, tenantId, subject: email } as const
    const token = await issueToken(h.db, { ...about, lifeMs, now: h.services.now() })
    const { middlewareStack } = h.services.table.client
    middlewareStack.add(
      (next) => async (args) => {
        if (/ADD #epoch|SET #passwordHash/.test(JSON.stringify(args.input))) {
          middlewareStack.remove('meanwhile')
          const reset = await h.call(null, 'session.setPassword', { token, email, newpassword })
          expect(reset.status).toBe(200)
        }
        return next(args)
      },
      { step: 'initialize', name: 'meanwhile' },
    )
  }
  const signIn = async (password: string) =>
    (await h.call(null, 'session.login', { username: email, password })).body as { access_token: string }

  it('is not kept by signing out all others', async () => {
    const stolen = await h.tokenOf('amos')
    await resetMeanwhile('first paint 7')
    expect((await h.call('amos', 'session.endAll', { others: 'T' }, { token: stolen })).status).toBe(401)
    const own = (await signIn('first paint 7')).access_token
    expect([await works(stolen), await works(own)]).toEqual([401, 200])
  })

  it('does not put another password over the new one', async () => {
    const stolen = (await signIn('first paint 7')).access_token
    await resetMeanwhile('second paint 7')
    const change = { usrID: userId, currpassword: 'first paint 7', newpassword: 'thieves paint 7' }
    expect((await h.call('amos', 'session.changePassword', change, { token: stolen })).status).toBe(401)
    const own = (await signIn('second paint 7')).access_token
    expect([await works(stolen), await works(own)]).toEqual([401, 200])
  })
})

describe('a shortened address', () => {
  it('names a network and no machine', () => {
    expect(['198.51.100.7', '::ffff:198.51.100.7', '2001:db8::1', ''].map(shortAddress)).toEqual([
      '198.51.100.*',
      '198.51.100.*',
      '2001:db8:0:0::/64',
      '',
    ])
  })
})
