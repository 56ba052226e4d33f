// How each call of the contracts leaves the browser, whichever it is.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { allCalls } from '#shared/contracts/index.ts'
import { fakeServer } from '#tests/web/support/fake-server.ts'
import { request } from '#web/api/request.ts'

/** Those that screens ask; of those of programs the browser knows nothing. */
const ours = allCalls.filter(({ call }) => !call.can.startsWith('program:'))
type Sent = { url: string; method: string; headers: Headers; body: unknown }
const bearer = 'a.token.here'
let sent: Sent[] = []

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('client_address', '203.0.113.7')
  sent = []
  fakeServer({})
  const keys = fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url.includes('.well-known')) return keys(url, init)
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
    sent.push({ url, method: init.method ?? 'GET', headers: new Headers(init.headers), body })
    return new Response('{"result":"success"}', { headers: { 'content-type': 'application/json' } })
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Sends a call with something in every part of its path and one field besides. */
async function exchange({ id, call }: (typeof allCalls)[number]): Promise<Sent> {
  const path = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'part'])
  const input = { ...Object.fromEntries(path), note: 'secret words' }
  await request({ name: id, input, accessToken: bearer, idempotencyKey: 'key-1' })
  const last = sent.at(-1)
  if (!last) throw new Error(`${id} was not sent.`)
  return last
}

describe('every call', () => {
  it('OTH-01 carries bearer token, address and zone', async () => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    // The key of all bodies is fetched before anything else, by itself.
    const calls = ours.filter(({ id }) => id !== 'public.keys')
    for (const each of calls) {
      const { headers } = await exchange(each)
      const [token, address, named] = ['authorization', 'x-client-ip', 'x-timezone'].map((name) => headers.get(name))
      expect([each.id, token, address, named]).toEqual([each.id, `Bearer ${bearer}`, `203.0.113.7 ${zone}`, zone])
    }
    expect(sent).toHaveLength(calls.length)
  })

  it('OTH-02 OTH-03 that changes something sends its body as the one field dt, or sends none', async () => {
    const changing = ours.filter(({ call }) => call.method !== 'GET')
    // Programs make it; they have no key of ours.
    const plain = changing.filter(({ call }) => call.body === 'json').map(({ id }) => id)
    expect(plain).toEqual(['session.sso'])
    for (const each of changing.filter(({ id }) => !plain.includes(id))) {
      const { method, body } = await exchange(each)
      if (each.call.body === 'none') {
        expect([each.id, method, body]).toEqual([each.id, each.call.method, undefined])
        continue
      }
      expect([each.id, Object.keys(Object(body))]).toEqual([each.id, ['dt']])
      expect(JSON.stringify(body)).toMatch(/^\{"dt":"[\w-]+\.[\w-]*\.[\w-]+\.[\w-]+\.[\w-]+"\}$/)
      expect(JSON.stringify(body)).not.toContain('secret words')
    }
  })

  it('OTH-02 that only reads has no body', async () => {
    for (const each of ours.filter(({ call }) => call.method === 'GET'))
      expect([each.id, (await exchange(each)).body]).toEqual([each.id, undefined])
  })
})
