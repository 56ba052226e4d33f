// A19, A20, A22 at their full counts: captured bodies, guessed passwords, and what the time of an answer gives away. The tests
// prove the same rules by fewer tries; these take minutes.

import { hashing } from '#functions/identity/password.ts'
import { startSession } from '#functions/identity/session.ts'
import { readCookies } from '#functions/kit/browser-half.ts'
import { clock } from '#functions/kit/clock.ts'
import { constantTime } from '#functions/kit/constant-time-refusal.ts'
import { callApi } from '#infra/local/api.ts'
import { DAY } from '#shared/dates.ts'
import { signInLimits } from '#shared/sign-in.ts'
import { headers as names } from '#shared/wire.ts'
import { wrapDt } from '#tests/support/dt.ts'
import type { Bench } from './platform.ts'
import type { Figure } from './ratio.ts'

const CAPTURES = 10_000
const GUESSES = 100_000
const SOURCES = 1_000
const PAIRS = 1_000
const WARM_UP = 50
const AT_ONCE = 16
// Refusals wait for even times. Shorter ones than the product's are the harder test, and done in minutes.
const STEP_MS = 50

const LOGIN = '/api/login'
const CONFIRM = '/api/auth/confirm-password'

type Sent = { path: string; dt: string; host: string; token?: string; method?: string; ip?: string }

const statusOf =
  ({ keys }: Bench) =>
  async ({ path, dt, host, token, method = 'POST', ip = '192.0.2.1' }: Sent): Promise<number> => {
    const answer = await callApi({
      method,
      path,
      query: new URLSearchParams(),
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        [names.forwardedHost]: host,
        [names.viewerIp]: ip,
        [names.originVerify]: keys.originVerifySecret,
      },
      body: Buffer.from(JSON.stringify({ dt })),
      ip,
    })
    return answer.statusCode ?? 200
  }

async function inTurn(count: number, work: (i: number) => Promise<void>): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < count) await work(next++)
    }),
  )
}

async function tokenOf({ services, cast }: Bench, who: 'cleo' | 'lola'): Promise<string> {
  const facts = {
    requestId: 'bench',
    ip: '192.0.2.1',
    userAgent: 'bench',
    host: cast.hosts.northlight,
    timeZone: undefined,
    idempotencyKey: undefined,
    signals: { gpc: '', dnt: '', purpose: '' },
    place: '',
  }
  return (await startSession({ ...services, cookies: readCookies([]) }, cast.users[who], cast.northlight, facts))
    .accessToken
}

const flip = (dt: string, at: number) => {
  const place = at % dt.length
  return dt.slice(0, place) + (dt[place] === 'A' ? 'B' : 'A') + dt.slice(place + 1)
}

/** Each capture is sent once as it was meant to be, if at all, and then in one of the ways that must not work. */
async function benchCaptures(bench: Bench): Promise<Figure> {
  const send = statusOf(bench)
  const { northlight: host, copper } = bench.cast.hosts
  const [token, other] = await Promise.all([tokenOf(bench, 'cleo'), tokenOf(bench, 'lola')])
  const seal = (more: { now?: number; header?: Record<string, unknown> } = {}) =>
    wrapDt(
      bench.keys.encryption,
      { password: 'not this one' },
      { method: 'POST', path: CONFIRM, host, token, now: more.now ?? clock.now() },
      more.header,
    )
  const ways: ((i: number) => Promise<number>)[] = [
    async () => {
      const sent = { path: CONFIRM, dt: await seal(), host, token }
      await send(sent)
      return send(sent)
    },
    async () => send({ path: LOGIN, dt: await seal(), host, token }),
    async () => send({ path: CONFIRM, dt: await seal(), host: copper, token }),
    async () => send({ path: CONFIRM, dt: await seal(), host, token: other }),
    async (i) => send({ path: CONFIRM, dt: flip(await seal(), i * 37), host, token }),
    async (i) => send({ path: CONFIRM, dt: await seal({ now: clock.now() - 301_000 - i }), host, token }),
    async () => send({ path: CONFIRM, dt: await seal({ header: { kid: 'another' } }), host, token }),
    async () => send({ path: CONFIRM, dt: await seal({ header: { htm: 'PUT' } }), host, token }),
  ]
  const statuses = new Map<number, number>()
  await inTurn(CAPTURES, async (i) => {
    const status = (await ways[i % ways.length]?.(i)) ?? 0
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  })
  const said = [...statuses].map(([status, count]) => `${count.toLocaleString('en-US')} times ${status}`).join(', ')
  // 401: the token is of no use at another tenant's host, before its body is looked at. 403: nor is another person's.
  const taken = CAPTURES - (statuses.get(400) ?? 0) - (statuses.get(401) ?? 0)
  return {
    id: 'A19',
    what: `${CAPTURES.toLocaleString('en-US')} captured bodies, replayed, moved, changed or old: taken`,
    figure: `${taken} (${said})`,
    goal: '0',
    peer: '',
    met: taken === 0,
  }
}

async function benchGuesses(bench: Bench): Promise<Figure[]> {
  const send = statusOf(bench)
  const { keys, cast } = bench
  const host = cast.hosts.northlight
  const before = hashing.runs
  const start = clock.now()
  await inTurn(GUESSES, async (i) => {
    const body = { username: cast.users.ada.email, password: `guess ${i}` }
    const dt = await wrapDt(keys.encryption, body, { method: 'POST', path: LOGIN, host, now: clock.now() })
    await send({ path: LOGIN, dt, host, ip: `10.1.${Math.floor((i % SOURCES) / 250)}.${i % 250}` })
  })
  const days = Math.ceil((clock.now() - start + 1) / DAY)
  const hashes = hashing.runs - before
  return [
    {
      id: 'A20',
      what: `${GUESSES.toLocaleString('en-US')} guesses at one account from ${SOURCES.toLocaleString('en-US')} addresses: passwords that were looked at`,
      figure: String(hashes),
      goal: `<= ${signInLimits.perDay} a day`,
      peer: '',
      met: hashes <= signInLimits.perDay * days,
    },
  ]
}

/** How often a random one of the first is above a random one of the second: 0.5 when nothing can be told. */
function areaUnderCurve(first: readonly number[], second: readonly number[]): number {
  const all = [...first.map((value) => ({ value, of: 1 })), ...second.map((value) => ({ value, of: 0 }))]
  all.sort((a, b) => a.value - b.value)
  const ranks = all.reduce((sum, { of }, at) => sum + of * (at + 1), 0)
  return (ranks - (first.length * (first.length + 1)) / 2) / (first.length * second.length)
}

/** Each login in a day of its own, so that no limit ever answers. */
export async function benchTiming(bench: Bench): Promise<Figure[]> {
  const send = statusOf(bench)
  const { keys, cast } = bench
  const host = cast.hosts.northlight
  const start = Date.now()
  constantTime.stepMs = STEP_MS
  const known: number[] = []
  const unknown: number[] = []
  const one = async (i: number, username: string): Promise<number> => {
    clock.now = () => start + i * DAY
    const body = { username, password: 'not this one' }
    const dt = await wrapDt(keys.encryption, body, { method: 'POST', path: LOGIN, host, now: clock.now() })
    // The tenant is looked up anew on each of these days: before the clock is started, not between.
    await send({ path: LOGIN, dt: 'x', host })
    const began = performance.now()
    const status = await send({ path: LOGIN, dt, host, ip: '192.0.2.77' })
    if (status !== 401) throw new Error(`A wrong password was answered ${status}.`)
    return performance.now() - began
  }
  for (let i = 0; i < PAIRS + WARM_UP; i++) {
    const pair = [
      async () => known.push(await one(2 * i, cast.users.ada.email)),
      async () => unknown.push(await one(2 * i + 1, `ada${i}@example.org`)),
    ]
    for (const run of i % 2 ? pair.reverse() : pair) await run()
  }
  clock.now = () => Date.now()
  constantTime.stepMs = 0
  const area = areaUnderCurve(known.slice(WARM_UP), unknown.slice(WARM_UP))
  const told = Math.max(area, 1 - area)
  return [
    {
      id: 'A22',
      what: `Login with a known and an unknown name, ${PAIRS.toLocaleString('en-US')} pairs in turn: how well time tells them apart (area under the curve)`,
      figure: told.toFixed(3),
      goal: '<= 0.55',
      peer: 'chance 0.5',
      met: told <= 0.55,
    },
  ]
}

export async function benchDeps(bench: Bench): Promise<Figure[]> {
  return [await benchCaptures(bench), ...(await benchGuesses(bench))]
}
