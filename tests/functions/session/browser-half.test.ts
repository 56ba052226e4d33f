// A refresh token stands where scripts and other people's hands reach it. What they copy must open nothing on another machine.
import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import type { Member } from '../../support/cast.ts'
import { wrapDt } from '../../support/dt.ts'
import { type Failed, harness } from '../../support/harness.ts'

const h = await harness()
const host = h.hostOf('cleo')
const ended = 'Your session has ended. Please log in again to continue.'
afterEach(() => h.setClock())

describe('the half that only the browser holds', () => {
  const raw = async (refresh_token: string, cookie?: string, more: Record<string, string> = {}) => {
    const path = '/api/auth/refresh-token'
    const bind = { method: 'POST', path, host, now: h.services.now() }
    const dt = await wrapDt(h.keys.encryption, { refresh_token }, bind)
    const headers = { 'content-type': 'application/json', ...(cookie && { cookie }), ...more }
    return h.send({ method: 'POST', path, headers, body: Buffer.from(JSON.stringify({ dt })) }, host)
  }
  const halfOf = ({ cookies }: { cookies?: string[] }) => cookies?.[0]?.split(';', 1)[0] ?? ''

  it('stands in a cookie that no script reads and no other host gets, and never in an answer', async () => {
    const answer = await h.signIn('cleo')
    expect(answer.cookies).toHaveLength(1)
    expect(answer.cookies?.[0]).toMatch(
      /^__Host-browser=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=2592000$/,
    )
    const secret = halfOf(answer).split('=')[1] ?? ''
    expect(JSON.stringify(answer.body)).not.toContain(secret)
    const { Items = [] } = await h.services.table.client.send(new ScanCommand({ TableName: h.services.table.name }))
    expect(JSON.stringify(Items)).not.toContain(secret)
  })

  it('makes a copied refresh token worth nothing elsewhere, and its owner stays signed in', async () => {
    const mine = await h.signIn('cleo')
    const { refresh_token } = mine.body
    const another = await h.signIn('cleo')
    const copies = [
      await raw(refresh_token),
      await raw(refresh_token, '__Host-browser='),
      await raw(refresh_token, `__Host-browser=${'a'.repeat(43)}`),
      await raw(refresh_token, halfOf(another)),
      await raw(refresh_token, `browser=${halfOf(mine).split('=')[1]}`),
      await raw(refresh_token, `${halfOf(another)}; ${halfOf(mine)}`),
      await raw(refresh_token, undefined, { 'user-agent': 'thief' }),
      await raw(refresh_token, undefined, { 'x-cookie': halfOf(mine) }),
    ]
    for (const { status, body } of copies) expect([status, (body as Failed).message]).toEqual([401, ended])
    const next = await raw(refresh_token, halfOf(mine))
    expect(next.status).toBe(200)
    // Also of a token that was used before: without the half nobody ends the session by it.
    h.setClock(Date.now() + MINUTE)
    expect((await raw(refresh_token)).status).toBe(401)
    const { refresh_token: later } = next.body as { refresh_token: string }
    expect((await raw(later, halfOf(mine))).status).toBe(200)
  })

  it('is worth nothing by itself', async () => {
    const mine = await h.signIn('cleo')
    for (const made of ['no', 'usr_x.ses_x.no', `${mine.body.refresh_token.slice(0, -44)}.${'x'.repeat(43)}`])
      expect((await raw(made, halfOf(mine))).status).toBe(401)
  })

  it('stays the same over refreshes, also of many tabs at once', async () => {
    const mine = await h.signIn('cleo')
    const tabs = await Promise.all(Array.from({ length: 12 }, () => raw(mine.body.refresh_token, halfOf(mine))))
    expect(new Set(tabs.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(tabs.map(({ body }) => (body as { refresh_token: string }).refresh_token)).size).toBe(1)
    expect(tabs.flatMap(({ cookies = [] }) => cookies)).toEqual([])
  })

  it('is taken away by signing out, but not that of who signed in here since', async () => {
    const mine = await h.signIn('cleo')
    const next = await h.signIn('cleo')
    const out = (token: string, cookie: string) =>
      h.call(null, 'session.logout', {}, { host, token, headers: { cookie } })
    expect((await out(mine.body.access_token, halfOf(next))).cookies).toBeUndefined()
    expect((await raw(next.body.refresh_token, halfOf(next))).status).toBe(200)
    expect((await out(next.body.access_token, halfOf(next))).cookies).toEqual([
      '__Host-browser=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0',
    ])
  })
})

describe('a sign-in within the page of another site', () => {
  const framed = { headers: { 'x-framed': '1' } }
  const refresh = async (refresh_token: string, cookie: string) =>
    (await h.call(null, 'session.refresh', { refresh_token }, { host, headers: { cookie, ...framed.headers } })).status

  it('INT-24+ has its half in a cookie that the browser keeps for that one place', async () => {
    const mine = await h.signIn('cleo', framed)
    expect(mine.cookies).toHaveLength(1)
    expect(mine.cookies?.[0]).toMatch(
      /^__Host-framed=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=None; Partitioned; Max-Age=2592000$/,
    )
    const half = mine.cookies?.[0]?.split(';', 1)[0] ?? ''
    // As the other cookie it is worth nothing, nor beside a second one of its name.
    expect(await refresh(mine.body.refresh_token, half.replace('framed', 'browser'))).toBe(401)
    expect(await refresh(mine.body.refresh_token, `${half}; __Host-framed=${'a'.repeat(43)}`)).toBe(401)
    expect(await refresh(mine.body.refresh_token, `__Host-browser=${'a'.repeat(43)}; ${half}`)).toBe(200)
    const out = { host, token: mine.body.access_token, headers: { cookie: half } }
    expect((await h.call(null, 'session.logout', {}, out)).cookies).toEqual([
      '__Host-framed=; Path=/; Secure; HttpOnly; SameSite=None; Partitioned; Max-Age=0',
    ])
  })
})

describe('a sign-in that is left alone', () => {
  const comesBack = async (who: Member, after: number) => {
    const start = Date.now()
    h.setClock(start)
    const { body } = await h.signIn(who)
    h.setClock(start + after)
    const at = { host: h.hostOf(who) }
    return (await h.call(null, 'session.refresh', { refresh_token: body.refresh_token }, at)).status
  }

  it.each(['olive', 'sam', 'ada'] as const)('%s: ends after twelve hours', async (who) => {
    expect(await comesBack(who, 12 * HOUR - MINUTE)).toBe(200)
    expect(await comesBack(who, 12 * HOUR)).toBe(401)
  })

  it('of a client ends after fourteen days', async () => {
    expect(await comesBack('cleo', 14 * DAY - MINUTE)).toBe(200)
    expect(await comesBack('cleo', 14 * DAY)).toBe(401)
  })

  it('goes on as long as it is used, and is no sign-in of the list once it ended', async () => {
    const start = Date.now()
    h.setClock(start)
    let { body } = await h.signIn('ada')
    for (let hour = 10; hour <= 40; hour += 10) {
      h.setClock(start + hour * HOUR)
      const next = await h.call(
        null,
        'session.refresh',
        { refresh_token: body.refresh_token },
        { host: h.hostOf('ada') },
      )
      expect(next.status).toBe(200)
      body = next.body
    }
    h.setClock(start + 55 * HOUR)
    const { data } = (await h.call('ada', 'session.list', {})).body
    expect(data).toHaveLength(1)
  })
})
