// Whose page comes is decided by the host that our own edge names, and by nothing that a stranger can send along.
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGateway } from '#infra/local/gateway.ts'
import { defaultBrand } from '#shared/model/brand.ts'
import { headers as names } from '#shared/wire.ts'
import { harness } from '../../support/harness.ts'
import { openPage } from '../../support/page.ts'

const h = await harness()
const page = await openPage(h)
const { hosts } = h.cast
await h.db.company.update(h.cast.northlight.id, { brand: { ...defaultBrand, linkColour: '#0f766e' } })
await h.db.domain.claim('xn--bcher-kva.example', h.cast.copper.id, h.services.now())

const ownerOf = ({ status, body }: { status: number; body: string }) =>
  status === 200 ? /<title>([^<]*)<\/title>/.exec(body)?.[1] : status

const host = hosts.northlight
const variants: [name: string, host: string, expected: string | number][] = [
  ['as it is', host, 'Northlight'],
  ['with a port', `${host}:8443`, 'Northlight'],
  ['with a final dot', `${host}.`, 'Northlight'],
  ['with a final dot and a port', `${host}.:80`, 'Northlight'],
  ['in capitals', host.toUpperCase(), 'Northlight'],
  ['with blanks around it', ` ${host} `, 'Northlight'],
  ['in punycode', 'xn--bcher-kva.example', 'Copper &#38; Co'],
  ['in letters of its own', 'bücher.example', 404],
  ['nothing', '', 404],
  ['a dot', '.', 404],
  ['two hosts', `${host},${hosts.copper}`, 404],
  ['two hosts with a blank', `${host}, ${hosts.copper}`, 404],
  ['a path behind it', `${host}/${hosts.copper}`, 404],
  ['a user before it', `${hosts.copper}@${host}`, 404],
  ['a fragment', `${host}#${hosts.copper}`, 404],
  ['a query', `${host}?host=${hosts.copper}`, 404],
  ['a scheme', `http://${host}`, 404],
  ['a line break', `${host}\r\nx-forwarded-host: ${hosts.copper}`, 404],
  ['a NUL', `${host}\0.evil.example`, 404],
  ['a backslash', `${host}\\.evil.example`, 404],
  ['a percent sign', host.replace('.', '%2e'), 404],
  ['a wide dot', host.replace('.', '。'), 404],
  ['a joiner that cannot be seen', `\u200b${host}`, 404],
  ['a letter of another script', host.replace('o', 'о'), 404],
  ['a longer name that ends like it', `evil-${host}`, 404],
  ['a name below it', `a.${host}`, 404],
  ['a longer name that begins like it', `${host}.evil.example`, 404],
  ['an underscore', `_${host}`, 404],
  ['a wildcard', `*.${host.split('.').slice(1).join('.')}`, 404],
  ['the bare platform', 'localhost', 404],
  ['an address', '127.0.0.1', 404],
  ['an address of the new kind', '[::1]', 404],
  ['an endless name', `${'a.'.repeat(400)}${host}`, 404],
  ['a port that is none', `${host}:8o`, 404],
  ['two ports', `${host}:80:80`, 404],
  ['two final dots', `${host}..`, 404],
]

describe('the host of a page', () => {
  it.each(variants)('%s', async (_, sent, expected) => {
    expect(ownerOf(await page(sent))).toBe(expected)
  })

  const strangers = ['host', 'x-host', 'x-original-host', 'x-forwarded-server', 'x-http-host-override', 'forwarded']
  it.each([...strangers, 'x-rewrite-url', 'x-original-url', 'origin', 'referer', 'via', 'x-forwarded-proto'])(
    'is not taken from %s, and no link is built from it',
    async (name) => {
      const sent = name === 'forwarded' ? `host=${hosts.copper}` : hosts.copper
      const { body, status } = await page(host, '/', { headers: { [name]: sent } })
      expect(ownerOf({ body, status })).toBe('Northlight')
      expect(body).not.toContain(hosts.copper)
    },
  )

  it('is refused when the request did not come through the edge', async () => {
    for (const secret of ['', 'wrong'])
      expect((await page(host, '/', { headers: { [names.originVerify]: secret } })).status).toBe(403)
  })

  it('never gives the page of one tenant to another, whatever was asked before', async () => {
    const asked = [hosts.copper, host, `${hosts.copper}:1`, host, hosts.root, hosts.copper]
    const owners = []
    for (const each of asked) owners.push(ownerOf(await page(each, '/same')))
    expect(owners).toEqual([
      'Copper &#38; Co',
      'Northlight',
      'Copper &#38; Co',
      'Northlight',
      'Leadloom',
      'Copper &#38; Co',
    ])
  })
})

describe('raw requests to the gateway of one machine', () => {
  let server: Server
  let port = 0
  beforeAll(async () => {
    const nothing = async () => {}
    server = createGateway({
      webDir: import.meta.dirname,
      originVerify: h.keys.originVerifySecret,
      filesHost: 's3.localhost',
      files: nothing,
      local: [],
      index: nothing,
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    port = typeof address === 'object' && address ? address.port : 0
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  const ask = (lines: string[]) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
      let text = ''
      socket.on('data', (part) => {
        text += part
      })
      socket.on('error', reject)
      socket.on('close', () => resolve({ status: Number(text.slice(9, 12)), body: text }))
    })

  it.each([
    ['an absolute address of another tenant', `GET http://${hosts.copper}/ HTTP/1.1`, [`Host: ${host}`], 'Northlight'],
    [
      'a forwarded host of its own',
      'GET / HTTP/1.1',
      [`Host: ${host}`, `X-Forwarded-Host: ${hosts.copper}`],
      'Northlight',
    ],
    ['a door secret of its own', 'GET / HTTP/1.1', [`Host: ${host}`, 'X-Origin-Verify: mine'], 'Northlight'],
    ['two hosts', 'GET / HTTP/1.1', [`Host: ${host}`, `Host: ${hosts.copper}`], 'Northlight'],
    ['no host', 'GET / HTTP/1.1', [], 400],
  ])('%s', async (_, first, headers, expected) => {
    const answer = await ask([first, ...headers, 'Connection: close'])
    expect(ownerOf(answer)).toBe(expected)
    expect(answer.body).not.toContain('<title>Copper')
  })
})
