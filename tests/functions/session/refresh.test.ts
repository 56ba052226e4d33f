import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()
const host = h.hostOf('cleo')
const ended = 'Your session has ended. Please log in again to continue.'

const refresh = (refresh_token: string, agent = 'vitest') =>
  h.call(null, 'session.refresh', { refresh_token }, { host, headers: { 'user-agent': agent } })
const read = (token: string) => h.call(null, 'account.me', { id: h.cast.users.cleo.id }, { host, token })

afterEach(() => h.setClock())

describe('session.refresh', () => {
  it('AUT-006 AUT-007 trades a refresh token for three new fields that work', async () => {
    const { body } = await h.signIn('cleo')
    const next = await refresh(body.refresh_token)
    expect(next.status).toBe(200)
    expect(next.body).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_in: 900,
    })
    expect(next.body.refresh_token).not.toBe(body.refresh_token)
    expect((await read(next.body.access_token)).status).toBe(200)
  })

  it('AUT-042 gives the same successor to the same browser for ten seconds, and then ends the family', async () => {
    const start = Date.now()
    h.setClock(start)
    const { body } = await h.signIn('cleo')
    const first = await refresh(body.refresh_token)
    h.setClock(start + 9_000)
    const again = await refresh(body.refresh_token)
    expect(again.body.refresh_token).toBe(first.body.refresh_token)
    h.setClock(start + 11_000)
    const late = await refresh(body.refresh_token)
    expect([late.status, late.body.message]).toEqual([401, ended])
    expect((await refresh(first.body.refresh_token)).status).toBe(401)
    expect((await read(first.body.access_token)).status).toBe(401)
  })

  it('ends the family at once when another browser shows the token', async () => {
    const { body } = await h.signIn('cleo')
    const first = await refresh(body.refresh_token)
    expect((await refresh(body.refresh_token, 'somebody else')).status).toBe(401)
    expect((await refresh(first.body.refresh_token)).status).toBe(401)
  })

  it('makes one successor of twenty parallel requests', async () => {
    const { body } = await h.signIn('cleo')
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(body.refresh_token)))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    expect(new Set(answers.map((answer) => answer.body.refresh_token)).size).toBe(1)
  })

  it('is not ended by made-up tokens that name it', async () => {
    const { body } = await h.signIn('cleo')
    const [user, session] = body.refresh_token.split('.')
    for (const made of [
      `${user}.${session}.${'a'.repeat(22)}.${'b'.repeat(43)}`,
      `${user}.${session}.no`,
      'no',
      'usr_x.ses_x.no',
    ])
      expect((await refresh(made)).status).toBe(401)
    expect((await refresh(body.refresh_token)).status).toBe(200)
  })

  it('AUT-041 lives for thirty days and not longer, however often it is used', async () => {
    const start = Date.now()
    h.setClock(start)
    let { body } = await h.signIn('cleo')
    for (let day = 2; day < 30; day += 3) {
      h.setClock(start + day * DAY)
      body = (await refresh(body.refresh_token)).body
    }
    h.setClock(start + 30 * DAY - MINUTE)
    expect((await refresh(body.refresh_token)).status).toBe(200)
    h.setClock(start + 30 * DAY + 1)
    expect((await refresh(body.refresh_token)).status).toBe(401)
  })

  it('refuses a token on the host of another agency', async () => {
    const { body } = await h.signIn('cleo')
    const { status } = await h.call(
      null,
      'session.refresh',
      { refresh_token: body.refresh_token },
      { host: h.cast.hosts.copper },
    )
    expect(status).toBe(401)
  })
})

type Step = { do: 'refresh' | 'loseAnswer' | 'steal' | 'thiefRefresh' | 'parallel' } | { do: 'wait'; ms: number }
const waits = [1_000, 9_000, 20_000, 20 * MINUTE, 5 * HOUR, 4 * DAY]
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constant<Step>({ do: 'refresh' }) },
    fc.constant<Step>({ do: 'loseAnswer' }),
    fc.constant<Step>({ do: 'parallel' }),
    fc.constant<Step>({ do: 'steal' }),
    fc.constant<Step>({ do: 'thiefRefresh' }),
    fc.constantFrom(...waits).map((ms): Step => ({ do: 'wait', ms })),
  ),
  { minLength: 3, maxLength: 14 },
)

/** Plays one history against the real calls, and says what must hold after every step. */
async function play(history: readonly Step[], withThief: boolean) {
  const start = Date.now()
  let now = start
  h.setClock(now)
  const first = await h.signIn('lola')
  let owner = first.body.refresh_token
  let stolen: string | undefined
  const all = new Set([owner])
  let isEnded = false
  const over = () => now >= start + 30 * DAY

  const show = async (token: string, agent: string): Promise<string | undefined> => {
    const { status, body } = await h.call(
      null,
      'session.refresh',
      { refresh_token: token },
      { host: h.hostOf('lola'), headers: { 'user-agent': agent } },
    )
    if (isEnded || over()) expect(status).toBe(401)
    if (status === 200) {
      all.add(body.refresh_token)
      return body.refresh_token
    }
    expect(status).toBe(401)
    isEnded = true
    return undefined
  }

  for (const step of history) {
    if (step.do === 'wait') {
      now += step.ms
      h.setClock(now)
    } else if (step.do === 'steal') stolen = withThief ? owner : undefined
    else if (step.do === 'thiefRefresh') {
      if (stolen) stolen = (await show(stolen, 'thief')) ?? stolen
    } else if (step.do === 'parallel') {
      const wasEnded = isEnded
      const got = await Promise.all(Array.from({ length: 3 }, () => show(owner, 'vitest')))
      if (!withThief && !wasEnded && !over()) expect(new Set(got).size).toBe(1)
      owner = got[0] ?? owner
    } else {
      // The answer is lost: the browser shows its token once more, a little later.
      if (step.do === 'loseAnswer' && (await show(owner, 'vitest'))) {
        now += 5_000
        h.setClock(now)
      }
      const next = await show(owner, 'vitest')
      if (!withThief && !over()) expect(next).toBeDefined()
      owner = next ?? owner
    }
  }
  if (!isEnded) return
  // Once a reuse was seen, nobody holds anything that opens a door.
  for (const token of all) expect(await show(token, 'vitest')).toBeUndefined()
}

describe('histories of refreshes', () => {
  it('never end a session that nobody stole', async () => {
    await fc.assert(
      fc.asyncProperty(steps, (history) => play(history, false)),
      { numRuns: 12, seed: 6 },
    )
  })

  it('leave a thief with nothing as soon as a reuse is seen', async () => {
    await fc.assert(
      fc.asyncProperty(steps, (history) => play(history, true)),
      { numRuns: 25, seed: 7 },
    )
  })

  it('show a reuse at the latest when owner and thief have both come again', async () => {
    const theft: Step[] = [
      { do: 'steal' },
      { do: 'thiefRefresh' },
      { do: 'wait', ms: 20_000 },
      { do: 'refresh' },
      { do: 'thiefRefresh' },
    ]
    await play(theft, true)
    const start = Date.now()
    h.setClock(start)
    const { body } = await h.signIn('cleo')
    const thief = await refresh(body.refresh_token)
    h.setClock(start + 20_000)
    expect((await refresh(body.refresh_token)).status).toBe(401)
    expect((await refresh(thief.body.refresh_token)).status).toBe(401)
  })
})
