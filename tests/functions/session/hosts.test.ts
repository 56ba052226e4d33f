// A host that a request names decides which tenant answers, and nothing else: no brand of another one, no link made of it.
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGateway } from '#infra/local/gateway.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()
const nobody = async () => {}
const gateway = createGateway({
  webDir: '/nowhere',
  originVerify: h.keys.originVerifySecret,
  filesHost: 's3.localhost',
  files: nobody,
  local: [],
  index: nobody,
})
let port = 0
beforeAll(async () => {
  gateway.listen(0)
  await once(gateway, 'listening')
  const address = gateway.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => void gateway.close())

/** Speaks HTTP by hand: clients of Node would not send half of this. */
async function raw(lines: string[]): Promise<{ status: number; body: string }> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (part) => (text += part))
  socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`)
  await Promise.race([once(socket, 'close'), once(socket, 'end')])
  socket.destroy()
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), body: text.slice(text.indexOf('\r\n\r\n') + 4) }
}
const info = '/api/general/domain-info'
const { northlight, copper } = h.cast.hosts
const brandOf = ({ body }: { body: string }) =>
  ['Northlight', 'Copper &amp; Co', 'Copper & Co', 'Leadloom'].filter((name) =>
    body.includes(`"company_name":"${name}"`),
  )

describe('a body', () => {
  /** Asks with a body of so many bytes of this kind. */
  const ask = async (type: string, bytes: number) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/login`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: Buffer.alloc(bytes, 'a'),
    })
    return [answer.status, (await answer.json()).message]
  }
  it('is refused where a function on AWS could not take it: what is no text is a third larger there', async () => {
    const [most, tooLarge] = [6 * 1024 * 1024, [413, 'Request Entity Too Large']]
    expect(await ask('multipart/form-data; boundary=x', most)).toEqual(tooLarge)
    expect(await ask('multipart/form-data; boundary=x', most * 0.74)).not.toEqual(tooLarge)
    expect(await ask('application/json', most)).toEqual(tooLarge)
    expect(await ask('application/json', most - 2)).not.toEqual(tooLarge)
    expect(await ask('application/json', 10 * 1024 * 1024 + 1)).toEqual([413, 'Request Too Long'])
  })
})

describe('the host of a request', () => {
  // The hosts of this world are filled in later, so that a test has the same name in each run.
  const filled = (text: string) =>
    text
      .replaceAll('{northlight}', northlight)
      .replaceAll('{NORTHLIGHT}', northlight.toUpperCase())
      .replaceAll('{copper}', copper)
  it.each(['{northlight}', '{NORTHLIGHT}', '{northlight}:8787', '{northlight}.', '{northlight}.:443'])(
    'AUT-033 AUT-035 leads to its tenant as %s',
    async (host) => {
      const answer = await raw([`GET ${info} HTTP/1.1`, `Host: ${filled(host)}`])
      expect([answer.status, brandOf(answer)]).toEqual([200, ['Northlight']])
    },
  )

  it.each([
    'nobody.localhost',
    'evil.example',
    '{northlight}.evil.example',
    'evil-{northlight}',
    '{northlight}@evil.example',
    'evil.example#{northlight}',
    '{northlight}%00.evil.example',
    '{northlight}/..',
    ' {northlight} evil.example',
    'xn--nrthlight-27a.localhost',
    'nоrthlight.localhost',
    '127.0.0.1',
    '[::1]',
    '0x7f000001',
    '-',
    '.',
    '..',
    `${'a'.repeat(300)}.localhost`,
    '{northlight},{copper}',
    "' OR '1'='1",
    '../../northlight',
    '',
  ])('AUT-035 shows nobody when nobody lives at "%s"', async (host) => {
    const answer = await raw([`GET ${info} HTTP/1.1`, `Host: ${filled(host)}`])
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(brandOf(answer)).toEqual([])
  })

  it.each([
    'X-Forwarded-Host: {copper}',
    'x-forwarded-host: {copper}, {northlight}',
    'X-Host: {copper}',
    'X-Original-Host: {copper}',
    'X-Forwarded-Server: {copper}',
    'X-HTTP-Host-Override: {copper}',
    'Forwarded: host={copper}',
    'X-Rewrite-URL: http://{copper}/',
    'X-Original-URL: http://{copper}/',
    'Origin: http://{copper}',
    'Referer: http://{copper}/',
    'X-Forwarded-Proto: javascript',
    'X-Origin-Verify: guessed',
  ])('is not overruled by the header %s', async (header) => {
    const answer = await raw([`GET ${info} HTTP/1.1`, `Host: ${northlight}`, filled(header)])
    expect([answer.status, brandOf(answer)]).toEqual([200, ['Northlight']])
  })

  it('is not overruled by an absolute address in the first line, and two hosts are refused', async () => {
    const absolute = await raw([`GET http://${copper}${info} HTTP/1.1`, `Host: ${northlight}`])
    expect(brandOf(absolute)).not.toContain('Copper & Co')
    const twice = await raw([`GET ${info} HTTP/1.1`, `Host: ${northlight}`, `Host: ${copper}`])
    expect(brandOf(twice)).not.toContain('Copper & Co')
    const none = await raw([`GET ${info} HTTP/1.0`])
    expect(brandOf(none)).toEqual([])
  })

  it("is worth nothing without the edge's own secret, so nobody comes in by the gateway's public address", async () => {
    const send = (headers: Record<string, string>) =>
      import('#infra/local/api.ts').then(({ callApi }) =>
        callApi({
          method: 'GET',
          path: info,
          query: new URLSearchParams(),
          headers,
          body: Buffer.alloc(0),
          ip: '192.0.2.1',
        }),
      )
    for (const headers of [
      { 'x-forwarded-host': northlight },
      { 'x-forwarded-host': northlight, 'x-origin-verify': '' },
      { 'x-forwarded-host': northlight, 'x-origin-verify': 'guessed' },
      { host: northlight, 'x-origin-verify': `${h.keys.originVerifySecret} ` },
    ]) {
      const { statusCode, body } = await send(headers)
      expect([statusCode, body]).toEqual([403, expect.not.stringContaining('Northlight')])
    }
  })

  it('never opens another origin to scripts', async () => {
    for (const origin of [`http://${copper}`, 'https://evil.example', 'null']) {
      const answer = await h.send({ method: 'GET', path: info, headers: { origin } }, northlight)
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })
})
