// Two hundred ways to write an address that leads into our own network, or to nothing that may be asked: each is refused when it is
// saved, and again when something is to be sent there.
import { describe, expect, it } from 'vitest'
import { findPublicAddress } from '#functions/gateways/public-host.ts'
import { openWebhooks, WebhookFault } from '#functions/gateways/webhooks.ts'
import { HOUR } from '#shared/dates.ts'
import { harness } from '#tests/support/harness.ts'

const h = await harness()

const closed4 = [
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1', '127.0.0.1', '127.255.0.9', '169.254.169.254'],
  ...['169.254.170.2', '172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.2.7', '192.168.0.1', '192.168.255.255'],
  ...['198.18.0.1', '198.51.100.9', '203.0.113.9', '224.0.0.1', '239.1.1.1', '240.0.0.1', '255.255.255.255'],
]
const parts = (address: string) => address.split('.').map(Number)
const asNumber = (address: string) => parts(address).reduce((sum, part) => sum * 256 + part, 0)
const hex = (value: number, digits = 2) => value.toString(16).padStart(digits, '0')
/** The same address as browsers and C libraries read it. */
const spellings4 = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '192.168.1.1'].flatMap((address) => {
  const [a = 0, b = 0, c = 0, d = 0] = parts(address)
  return [
    String(asNumber(address)),
    `0x${hex(asNumber(address), 8)}`,
    `0${asNumber(address).toString(8)}`,
    `0x${hex(a)}.0x${hex(b)}.0x${hex(c)}.0x${hex(d)}`,
    `0${a.toString(8)}.0${b.toString(8)}.0${c.toString(8)}.0${d.toString(8)}`,
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `0x${hex(a)}.${b}.0${c.toString(8)}.${d}`,
    `${address}.`,
    // Full-width digits and other dots, which a URL reads as the plain ones.
    address.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    address.replaceAll('.', '\u3002'),
    address.replace(/\d/g, (digit) => `%3${digit}`),
  ]
})
const closed6 = [
  ...['::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:169.254.169.254', '::ffff:0:10.0.0.1'],
  ...['64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::10.0.0.1', '100::1', '2001::1', '2001:db8::1'],
  ...['2002:7f00:1::', '2002:a9fe:a9fe::1', '3fff::1', '5f00::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fec0::1'],
  ...['ff02::1', '0:0:0:0:0:0:0:1', '0:0:0:0:0:ffff:10.0.0.1', '2620:4f:8000::1'],
]
/** Names, and where they lead: no name tells by itself. */
const names: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(closed4.map((address, index) => [`v4-${index}.rebound.example`, [address]])),
  ...Object.fromEntries(closed6.map((address, index) => [`v6-${index}.rebound.example`, [address]])),
  'metadata.google.internal': ['169.254.169.254'],
  'instance-data.ec2.internal': ['169.254.169.254'],
  'both.rebound.example': ['8.8.8.8', '10.0.0.1'],
  'last.rebound.example': ['8.8.8.8', '2606:4700::1111', '::1'],
  'mapped.rebound.example': ['::ffff:192.168.0.1'],
  'zone.rebound.example': ['fe80::1%eth0'],
  'nobody.rebound.example': [],
  'service.cluster.local': ['10.96.0.1'],
  '127.0.0.1.nip.example': ['127.0.0.1'],
}
const schemes = ['http:', 'ftp:', 'file:', 'gopher:', 'dict:', 'ldap:', 'ws:', 'wss:', 'data:', 'javascript:', 'blob:']
const hostile = [
  ...[...closed4, ...spellings4].map((host) => `https://${host}/hook`),
  ...closed6.map((host) => `https://[${host}]/hook`),
  'https://[fe80::1%25eth0]/hook',
  ...Object.keys(names).map((host) => `https://${host}/hook`),
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'localhost.localdomain',
    'ip6-localhost',
    'router',
    'intranet',
    'a..b',
  ].map((host) => `https://${host}/hook`),
  ...schemes.map((scheme) => `${scheme}//hooks.example.com/hook`),
  ...[1, 22, 25, 80, 110, 445, 2375, 3306, 5432, 6379, 8080, 8443, 9200, 11211].map(
    (port) => `https://hooks.example.com:${port}/hook`,
  ),
  'https://user@hooks.example.com/hook',
  'https://user:word@hooks.example.com/hook',
  'https://hooks.example.com@127.0.0.1/hook',
  'https://hooks.example.com:443@10.0.0.1/hook',
  'https://127.0.0.1#@hooks.example.com/hook',
  'https://127.0.0.1\\@hooks.example.com/hook',
  'https://127.0.0.1?@hooks.example.com/hook',
  'https:///127.0.0.1/hook',
  'https:127.0.0.1/hook',
  'https://%6c%6f%63%61%6c%68%6f%73%74/hook',
  'https://\u24db\u24de\u24d2\u24d0\u24db\u24d7\u24de\u24e2\u24e3/hook',
  '//hooks.example.com/hook',
  'hooks.example.com/hook',
  ' ',
  'https://',
]

const look = async (host: string) => {
  // What is no name of the table is looked up as the machine does it.
  const known = names[host.toLowerCase()]
  if (known) return known.map((address) => ({ address }))
  throw new Error('There is no such name.')
}
const webhooks = openWebhooks({ findAddress: (host) => findPublicAddress(host, look), timeoutMs: 2000 })
/** Refused for what it is, not because nobody answered there. */
const refusalOf = async (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'It was asked.',
    (error: unknown) => {
      if (!(error instanceof WebhookFault)) return `Another error: ${error}`
      return error.why === 'refused' || error.message === 'There is no such host.' ? 'refused' : error.message
    },
  )

describe('an address that leads nowhere public', () => {
  it('is known in two hundred forms', () => expect(new Set(hostile).size).toBeGreaterThanOrEqual(200))

  it.each(hostile)('is refused when it is saved and when it is sent to: %j', async (address) => {
    const letter = { body: '{}', headers: {} }
    expect([await refusalOf(webhooks.check(address)), await refusalOf(webhooks.post(address, letter))]).toEqual([
      'refused',
      'refused',
    ])
  })

  it('is refused by the call, which names the field, and nothing of it is kept', async () => {
    const company_id = h.cast.northlight.id
    const begun = h.services.now()
    const answers: unknown[] = []
    // On this machine the platform itself is called localhost, and stands in for receivers.
    const asked = hostile.filter((url) => URL.parse(url)?.hostname !== 'localhost')
    const tryOne = async (url: string) => {
      const { status, body } = await h.call('ada', 'integrations.addWebhook', { company_id, campaign_id: 'all', url })
      if (status !== 422 || !('fields' in body) || !JSON.stringify(body.fields).includes('url'))
        answers.push([url, status])
    }
    // Sixty may be tried in an hour. They are tried together, because some names take the machine seconds to look up.
    for (let from = 0; from < asked.length; from += 50) {
      h.setClock(begun + (from / 50) * HOUR)
      await h.tokenOf('ada')
      await Promise.all(asked.slice(from, from + 50).map(tryOne))
    }
    expect(answers).toEqual([])
    expect(await h.db.webhook.list({ companyId: company_id, scope: 'all' })).toEqual([])
  })
})
