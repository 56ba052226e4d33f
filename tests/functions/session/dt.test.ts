// Bodies that were captured, moved or changed on their way. None may be taken, and each is refused with a sentence.

import { createHash } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { CompactEncrypt, importJWK, type JWK } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { loadKeys } from '#infra/local/keys.ts'
import { DT_MAX_LENGTH, DT_MAX_SKEW_SECONDS, dtAlgorithm } from '#shared/wire.ts'
import { wrapDt } from '../../support/dt.ts'
import { type Failed, harness } from '../../support/harness.ts'

const h = await harness()
const path = '/api/auth/confirm-password'
const secret = 'not this one'
beforeEach(() => h.setClock())

const publicHalf = ({ d: _, ...key }: JWK) => importJWK(key, 'ECDH-ES')

type Sent = { dt?: unknown; token?: string | null; path?: string; method?: string; host?: string; body?: unknown }

async function send({ dt, token = null, path: to = path, method = 'POST', host = h.hostOf('cleo'), body }: Sent) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? { dt })
  const answer = await h.send({ method, path: to, headers, body: Buffer.from(text) }, host)
  // @NOTE every answer looked at here is a failure or a small success.
  return answer as { status: number; headers: Record<string, string>; body: Failed }
}
const seal = async (
  token: string | null,
  more: Record<string, unknown> = {},
  at = h.services.now(),
  payload: unknown = { password: secret },
) => wrapDt(h.keys.encryption, payload, { method: 'POST', path, host: h.hostOf('cleo'), token, now: at }, more)

/** A refusal with a sentence that tells nothing of the inside. */
function expectRefusal({ status, body }: { status: number; body: Failed }, allowed: readonly number[] = [400]) {
  expect(allowed).toContain(status)
  expect(body.result).toBe('failed')
  expect(body.message).toMatch(/^[A-Z].*\.$/)
  expect(body.message).not.toMatch(/decrypt|cipher|tag|JOSE|JWE|Error|undefined/i)
}

describe('dt', () => {
  it('is taken once: made for our key, this call, this session and this moment', async () => {
    const token = await h.tokenOf('cleo')
    const [dt, other] = [await seal(token), await seal(token)]
    expect(dt).not.toBe(other)
    expect((await send({ dt, token })).body.message).toBe('This is not your password.')
    const again = await send({ dt, token })
    expectRefusal(again)
    expect(again.body.message).toBe('The field dt was used before.')
    expect((await send({ dt: other, token })).body.message).toBe('This is not your password.')
  })

  it('is taken once of twenty parallel sendings', async () => {
    const token = await h.tokenOf('lola')
    const dt = await seal(token)
    const answers = await Promise.all(Array.from({ length: 20 }, () => send({ dt, token })))
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 422)) expectRefusal(answer)
  })

  it('is one text for one token: no other spelling of its bytes is read, before or after it was used', async () => {
    const token = await h.tokenOf('cleo')
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    /** The last letter of such a part holds bits that no byte needs. */
    const loose = (part: string) => {
      const last = alphabet.indexOf(part.at(-1) ?? '')
      return part.slice(0, -1) + (alphabet[last ^ 1] ?? '')
    }
    const ways: ((part: string) => string)[] = [
      (part) => `${part}=`,
      (part) => `${part}==`,
      (part) => ` ${part}`,
      (part) => `${part} `,
      (part) => `${part}\n`,
      (part) => `\t${part}`,
      (part) => `${part.slice(0, 3)}\r\n${part.slice(3)}`,
      (part) => `${part}*`,
      (part) => `${part}\u0000`,
      (part) => `${part}\u00a0`,
      (part) => (part.length % 4 === 0 ? `${part}A` : loose(part)),
      (part) => (/[-_]/.test(part) ? part.replaceAll('-', '+').replaceAll('_', '/') : `${part}+`),
    ]
    // Of the five parts some end on loose bits only for some lengths: two bodies between them show all.
    for (const payload of [{ password: secret }, { password: `${secret}!` }]) {
      const dt = await seal(token, {}, h.services.now(), payload)
      const parts = dt.split('.')
      const respelled = parts.flatMap((part, at) => ways.map((way) => parts.with(at, way(part)).join('.')))
      respelled.push(`${dt}.`, `.${dt}`, `${dt}.AAAA`, dt.replace('..', '.AA.'), dt.replace('..', '.'))
      for (const text of respelled) {
        expect(text).not.toBe(dt)
        expectRefusal(await send({ dt: text, token }))
      }
      expect((await send({ dt, token })).status).toBe(422)
      for (const text of respelled) expectRefusal(await send({ dt: text, token }))
    }
  })

  it('says everything: what stands in the address fills no field and moves no body', async () => {
    const token = await h.tokenOf('ada')
    const host = h.hostOf('ada')
    const purge = '/api/tools/optout-client/purge'
    const dt = (payload: unknown, to = path, method = 'POST') =>
      wrapDt(h.keys.encryption, payload, { method, path: to, host, token, now: h.services.now() })
    const body = async (payload: unknown, to?: string, method?: string) =>
      JSON.stringify({ dt: await dt(payload, to, method) })
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const ask = async (method: string, to: string, query: string, text: string) => {
      const sent = { method, path: to, headers, query: new URLSearchParams(query), body: Buffer.from(text) }
      return (await h.send(sent, host)) as { status: number; body: Failed }
    }
    const filled = await ask('POST', path, `password=${secret}`, await body({}))
    expectRefusal(filled)
    expect(filled.body.message).toBe('This call takes no fields in its address.')
    expectRefusal(await ask('POST', path, 'x=1', await body({ password: secret })))
    expectRefusal(await ask('DELETE', purge, `paramID=${h.cast.brightSmiles.id}&campaignType=client`, ''))
    // What was refused for its address was not opened: it still is what its sender meant.
    const kept = await body({ password: secret })
    expectRefusal(await ask('POST', path, 'x=1', kept))
    expect((await ask('POST', path, '', kept)).status).toBe(422)
    const twice = '/api/tools/optout-client/job-progress'
    const { status, body: said } = await ask('GET', twice, 'companyId=a&companyId=b&campaignType=client', '')
    expect([status, said.message]).toEqual([400, 'The field companyId was sent twice.'])
  })

  it('may not name again what the path names, nor stand beside other fields', async () => {
    const token = await h.tokenOf('ada')
    const host = h.hostOf('ada')
    const { ada, abe } = h.cast.users
    const to = `/api/setting/twofactorauth/${ada.id}/recovery-codes`
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const bind = { method: 'POST', path: to, host, token }
    const ask = async (payload: unknown, beside = {}) => {
      const dt = await wrapDt(h.keys.encryption, payload, { ...bind, now: h.services.now() })
      const sent = { method: 'POST', path: to, headers, body: Buffer.from(JSON.stringify({ dt, ...beside })) }
      return (await h.send(sent, host)) as { status: number; body: Failed }
    }
    const named = await ask({ userId: abe.id })
    expect([named.status, named.body.message]).toEqual([400, 'The field userId was sent twice.'])
    expectRefusal(await ask({}, { userId: ada.id }))
    const hidden = await ask(JSON.parse(`{"__proto__":{"userId":"${abe.id}"}}`))
    expect(hidden.status).not.toBe(500)
    const read = `/api/user/${ada.id}`
    const sent = { method: 'GET', path: read, headers, query: new URLSearchParams({ id: abe.id }) }
    expect((await h.send(sent, host)).status).toBe(400)
  })

  it('stands once in its body, and so does each name inside it, however it is written', async () => {
    const token = await h.tokenOf('lola')
    const dt = await seal(token)
    const twice = [
      `{"dt":"a","dt":"${dt}"}`,
      `{"dt":"${dt}","dt":"a"}`,
      `{"dt":"${dt}","dt":"${dt}"}`,
      `{"dt":"a","d\\u0074" : "${dt}"}`,
    ]
    for (const body of twice) {
      const answer = await send({ body, token })
      expectRefusal(answer)
      expect(answer.body.message).toBe('The field dt was sent twice.')
    }
    // None of them was opened: it can be sent as it was meant.
    expect((await send({ dt, token })).body.message).toBe('This is not your password.')
    const head = {
      ...dtAlgorithm,
      kid: h.keys.encryption.kid,
      htm: 'POST',
      htu: path,
      iat: Math.floor(h.services.now() / 1000),
      ath: createHash('sha256').update(token).digest('base64url'),
    }
    const inside = await new CompactEncrypt(Buffer.from(`{"password":"${secret}","password":"another"}`))
      .setProtectedHeader(head)
      .encrypt(await publicHalf(h.keys.encryption))
    const answer = await send({ dt: inside, token })
    expectRefusal(answer)
    expect(answer.body.message).toBe('The field password was sent twice.')
  })

  it('TRN-021 is refused on another path, by another method, on another site, and of another person', async () => {
    const token = await h.tokenOf('cleo')
    const captured = () => seal(token)
    expectRefusal(await send({ dt: await captured(), token, path: '/api/user/resetpassword' }))
    expectRefusal(await send({ dt: await captured(), token, path: '/api/sessions', method: 'DELETE' }))
    expectRefusal(await send({ dt: await captured(), token: await h.tokenOf('lola') }))
    expectRefusal(await send({ dt: await captured(), token: await h.tokenOf('carl'), host: h.hostOf('carl') }))
    expectRefusal(await send({ dt: await captured(), token, host: h.cast.hosts.copper }), [401])
    expectRefusal(await send({ dt: await captured() }), [401])
  })

  it('that nobody has received yet is of no use on the site of another tenant', async () => {
    const login = { username: h.cast.users.cleo.email, password: secret }
    const dt = await wrapDt(h.keys.encryption, login, {
      method: 'POST',
      path: '/api/login',
      host: h.hostOf('cleo'),
      now: h.services.now(),
    })
    const moved = await send({ dt, path: '/api/login', host: h.cast.hosts.copper })
    expectRefusal(moved)
    expect(moved.body.message).toBe('The field dt was made for another site.')
  })

  it('is refused with every single byte of it flipped', async () => {
    const token = await h.tokenOf('ada')
    const dt = await wrapDt(
      h.keys.encryption,
      { password: secret },
      { method: 'POST', path, token, now: h.services.now() },
    )
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    for (let at = 0; at < dt.length; at++) {
      const was = dt[at] ?? ''
      const flipped = was === '.' ? 'A' : (alphabet[(alphabet.indexOf(was) + 32) % 64] ?? '')
      const answer = await send({ dt: dt.slice(0, at) + flipped + dt.slice(at + 1), token, host: h.hostOf('ada') })
      expectRefusal(answer)
    }
    expect((await send({ dt, token, host: h.hostOf('ada') })).status).toBe(422)
  })

  it('is refused under another kid, an unknown one, none, or a name out of an object', async () => {
    const token = await h.tokenOf('cleo')
    for (const kid of ['other', '', '__proto__', 'constructor', '../keys', h.keys.signing.kid])
      expectRefusal(await send({ dt: await seal(token, { kid }), token }))
    const foreign = (await loadKeys(null)).encryption
    const theirs = await wrapDt(
      { ...foreign, kid: h.keys.encryption.kid },
      {},
      { method: 'POST', path, token, now: h.services.now() },
    )
    expectRefusal(await send({ dt: theirs, token }))
    const kidless = await new CompactEncrypt(Buffer.from('{}'))
      .setProtectedHeader({ ...dtAlgorithm, htm: 'POST', htu: path, iat: Math.floor(h.services.now() / 1000) })
      .encrypt(await publicHalf(foreign))
    expectRefusal(await send({ dt: kidless, token }))
  })

  it('TRN-021 is refused when it is older or newer than five minutes, or says no time', async () => {
    const token = await h.tokenOf('cleo')
    const now = h.services.now()
    for (const off of [-DT_MAX_SKEW_SECONDS - 1, DT_MAX_SKEW_SECONDS + 2, -86_400, 10 ** 9])
      expectRefusal(await send({ dt: await seal(token, {}, now + off * 1000), token }))
    for (const iat of ['now', null, undefined, [], Number.NaN])
      expectRefusal(await send({ dt: await seal(token, { iat }), token }))
    expect((await send({ dt: await seal(token, {}, now - (DT_MAX_SKEW_SECONDS - 5) * 1000), token })).status).toBe(422)
  })

  it('is refused with a session left out, of an earlier token of the same person, or made up', async () => {
    const token = await h.tokenOf('cleo')
    const earlier = (await h.signIn('cleo')).body.access_token
    expectRefusal(await send({ dt: await seal(null), token }))
    expectRefusal(await send({ dt: await seal(earlier), token }))
    expectRefusal(await send({ dt: await seal(token, { ath: '' }), token }))
  })

  it('is refused when it holds another encrypted text, another kind of value, or no text at all', async () => {
    const token = await h.tokenOf('cleo')
    const inner = await seal(token)
    for (const payload of [inner, [], null, 7, 'text', [{ password: secret }]])
      expectRefusal(await send({ dt: await seal(token, {}, h.services.now(), payload), token }))
    const nested = await send({ dt: await seal(token, {}, h.services.now(), { dt: inner }), token })
    expect(nested.status).toBe(422)
    const key = await publicHalf(h.keys.encryption)
    const head = {
      ...dtAlgorithm,
      kid: h.keys.encryption.kid,
      htm: 'POST',
      htu: path,
      iat: Math.floor(h.services.now() / 1000),
    }
    const bytes = await new CompactEncrypt(Buffer.from([0xff, 0xfe, 0x00])).setProtectedHeader(head).encrypt(key)
    expectRefusal(await send({ dt: bytes, token: null }), [400, 401])
  })

  it('is never unpacked: a body that says it is compressed is refused unread', async () => {
    const token = await h.tokenOf('cleo')
    const bomb = deflateRawSync(Buffer.alloc(20_000_000))
    const key = await publicHalf(h.keys.encryption)
    const plain = await new CompactEncrypt(bomb)
      .setProtectedHeader({
        ...dtAlgorithm,
        kid: h.keys.encryption.kid,
        htm: 'POST',
        htu: path,
        iat: Math.floor(h.services.now() / 1000),
      })
      .encrypt(key)
    const [head = '', ...rest] = plain.split('.')
    const zipped = { ...JSON.parse(Buffer.from(head, 'base64url').toString()), zip: 'DEF' }
    const started = process.memoryUsage().rss
    expectRefusal(
      await send({ dt: [Buffer.from(JSON.stringify(zipped)).toString('base64url'), ...rest].join('.'), token }),
    )
    expect(process.memoryUsage().rss - started).toBeLessThan(50_000_000)
  })

  it('is refused under any other algorithm', async () => {
    const token = await h.tokenOf('cleo')
    const good = await seal(token)
    const [head = '', ...rest] = good.split('.')
    const header = JSON.parse(Buffer.from(head, 'base64url').toString())
    const others = [
      { alg: 'dir' },
      { alg: 'RSA1_5' },
      { alg: 'PBES2-HS256+A128KW', p2c: 2 ** 31 },
      { enc: 'A128CBC-HS256' },
      { alg: 'none' },
      { crit: ['x'] },
    ]
    for (const other of others) {
      const changed = Buffer.from(JSON.stringify({ ...header, ...other })).toString('base64url')
      expectRefusal(await send({ dt: [changed, ...rest].join('.'), token }))
    }
  })

  it('TRN-021 OTH-03 is refused when it is missing, broken, or of another kind', async () => {
    const token = await h.tokenOf('cleo')
    for (const dt of [undefined, '', 'x', 'a.b.c.d.e', '....', null, 7, [], {}, { dt: 'x' }])
      expectRefusal(await send({ dt, token }))
    for (const body of ['', 'x', '[]', 'null', '7', '{"dt":', `{"password":"${secret}"}`])
      expectRefusal(await send({ body, token }))
  })

  it('is refused unread when it is too large', async () => {
    const token = await h.tokenOf('cleo')
    expectRefusal(await send({ dt: 'A'.repeat(DT_MAX_LENGTH + 1), token }), [413])
    expectRefusal(await send({ body: `{"dt":"x","a":[${'1,'.repeat(DT_MAX_LENGTH)}1]}`, token }), [413])
  })

  it('is refused unparsed when it is too deep, within and around, or holds too many values', async () => {
    const token = await h.tokenOf('cleo')
    const tooDeep = 'The body is nested too deeply.'
    // Not even whole.
    expect((await send({ body: `{"a":${'['.repeat(100)}`, token })).body.message).toBe(tooDeep)
    const deep = JSON.parse(`{"password":${'['.repeat(100)}${']'.repeat(100)}}`)
    expect((await send({ dt: await seal(token, {}, h.services.now(), deep), token })).body.message).toBe(tooDeep)
    const many = { password: Array(60_000).fill(1) }
    expectRefusal(await send({ dt: await seal(token, {}, h.services.now(), many), token }), [413])
  })

  it('plain bodies of programs, which anybody may send, are small', async () => {
    const grant = '/api/v1/developer/token'
    const body = `{"client_id":"key_1","client_secret":"${'x'.repeat(100_000)}"}`
    expectRefusal(await send({ path: grant, body }), [413])
    expectRefusal(await send({ path: '/api/v1/developer/sso/validation', body }), [413])
  })
})
