// What may be asked for a tenant. Ranges are written down here a second time, as numbers, from IANA's registries.
import { createServer } from 'node:http'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openProbe } from '#functions/gateways/probe.ts'
import { findPublicAddress, HostFault, isPublicAddress } from '#functions/gateways/public-host.ts'
import { startAnswering } from '#tests/support/answering.ts'

const text4 = (value: bigint) => [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.')
const text6 = (value: bigint) =>
  Array.from({ length: 8 }, (_, n) => ((value >> BigInt(112 - 16 * n)) & 0xffffn).toString(16)).join(':')
const value4 = (text: string) => text.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n)
function value6(text: string): bigint {
  const [head = '', tail = ''] = text.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const middle = Array<string>(8 - groups(head).length - groups(tail).length).fill('0')
  return [...groups(head), ...middle, ...groups(tail)].reduce((sum, part) => sum * 65536n + BigInt(`0x${part}`), 0n)
}
type Range = { from: bigint; to: bigint }
const rangeOf = (cidr: string, width: 32 | 128): Range => {
  const [address = '', bits] = cidr.split('/')
  const from = width === 32 ? value4(address) : value6(address)
  return { from, to: from + (1n << BigInt(width - Number(bits))) - 1n }
}
const within = (ranges: Range[], value: bigint) => ranges.some(({ from, to }) => value >= from && value <= to)

const closed4 = (
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 ' +
  '192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 ' +
  '203.0.113.0/24 224.0.0.0/3'
).split(' ')
const closed6 = '2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20'.split(' ')
const ranges4 = closed4.map((cidr) => rangeOf(cidr, 32))
const ranges6 = closed6.map((cidr) => rangeOf(cidr, 128))
const open6 = rangeOf('2000::/3', 128)
const most = (width: number) => (1n << BigInt(width)) - 1n

const isOpen4 = (value: bigint) => !within(ranges4, value)
const isOpen6 = (value: bigint) =>
  value >> 32n === 0xffffn ? isOpen4(value & most(32)) : within([open6], value) && !within(ranges6, value)

describe('isPublicAddress', () => {
  it.each(closed4)('ends %s at its borders', (cidr) => {
    const { from, to } = rangeOf(cidr, 32)
    for (const value of [from, from + 1n, to - 1n, to])
      expect([text4(value), isPublicAddress(text4(value))]).toEqual([text4(value), false])
    for (const value of [from - 1n, to + 1n].filter((each) => each >= 0n && each <= most(32)))
      expect([text4(value), isPublicAddress(text4(value))]).toEqual([text4(value), isOpen4(value)])
  })

  it.each([
    ...closed6,
    // Outside of what is public at all, each of them let through once: v4 in disguise, translation, discard, site-local, and more.
    '::/96',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '100::/64',
    '5f00::/16',
    'fc00::/7',
    'fe80::/10',
    'fec0::/10',
    'ff00::/8',
    '2001::/32',
  ])('ends %s at its borders', (cidr) => {
    const { from, to } = rangeOf(cidr, 128)
    for (const value of [from, from + 1n, to - 1n, to])
      expect([text6(value), isPublicAddress(text6(value))]).toEqual([text6(value), false])
    for (const value of [from - 1n, to + 1n].filter((each) => each >= 0n && each <= most(128)))
      expect([text6(value), isPublicAddress(text6(value))]).toEqual([text6(value), isOpen6(value)])
  })

  it('opens 2000::/3 at its borders', () => {
    expect(
      [open6.from - 1n, open6.from, open6.to, open6.to + 1n].map((value) => isPublicAddress(text6(value))),
    ).toEqual([...[false, true, true, false]])
  })

  it('says of every address what the registries say', () => {
    const near = (ranges: Range[]) =>
      fc
        .tuple(fc.constantFrom(...ranges), fc.bigInt(-3n, 3n), fc.boolean())
        .map(([{ from, to }, step, isEnd]) => (isEnd ? to : from) + step)
    fc.assert(
      fc.property(fc.oneof(fc.bigInt(0n, most(32)), near(ranges4)), (value) => {
        fc.pre(value >= 0n && value <= most(32))
        expect(isPublicAddress(text4(value))).toBe(isOpen4(value))
        // The same address mapped, in both spellings.
        expect(isPublicAddress(`::ffff:${text4(value)}`)).toBe(isOpen4(value))
        expect(isPublicAddress(text6((0xffffn << 32n) | value))).toBe(isOpen4(value))
        // And carried within others: never.
        for (const head of ['::', '64:ff9b::', '64:ff9b:1::'])
          expect(isPublicAddress(`${head}${text4(value)}`)).toBe(false)
        expect(isPublicAddress(text6((0x2002n << 112n) | (value << 80n)))).toBe(false)
      }),
      { numRuns: 2000 },
    )
    fc.assert(
      fc.property(fc.oneof(fc.bigInt(0n, most(128)), near([...ranges6, open6])), (value) => {
        fc.pre(value >= 0n && value <= most(128))
        expect(isPublicAddress(text6(value))).toBe(isOpen6(value))
      }),
      { numRuns: 2000 },
    )
  })

  it.each(['', 'x', 'localhost', '127.1', '0177.0.0.1', '2606:4700::1111%eth0', 'fe80::1%1', '8.8.8.8/32', '[::1]'])(
    'takes %j for no public address',
    (address) => expect(isPublicAddress(address)).toBe(false),
  )
})

describe('findPublicAddress', () => {
  const find = (...addresses: string[]) =>
    findPublicAddress('host.example', async () => addresses.map((address) => ({ address })))
  it('answers the first of them when all are public', async () => {
    expect(await find('8.8.8.8', '2606:4700::1111')).toBe('8.8.8.8')
  })
  it('refuses a host of which one address is not', async () => {
    await expect(find('8.8.8.8', '10.0.0.1')).rejects.toMatchObject({ why: 'private' })
    await expect(find('::ffff:169.254.169.254')).rejects.toMatchObject({ why: 'private' })
  })
  it('knows no host that has none, or whose name cannot be looked up', async () => {
    await expect(find()).rejects.toMatchObject({ why: 'unknown' })
    const broken = findPublicAddress('host.example', () => Promise.reject(new Error('SERVFAIL')))
    await expect(broken).rejects.toThrow(HostFault)
  })
  it.each(['127.0.0.1', '127.1', '2130706433', '0x7f.1', '0', 'localhost', '::1'])(
    'refuses %s, as it is looked up',
    async (host) => {
      await expect(findPublicAddress(host)).rejects.toThrow(HostFault)
    },
  )
})

describe('the probe of a domain', () => {
  const serve = async (answer: (path: string) => { status: number; headers?: Record<string, string> }) => {
    const paths: string[] = []
    const server = createServer((req, res) => {
      paths.push(String(req.url))
      const { status, headers = {} } = answer(String(req.url))
      res.writeHead(status, headers)
      // It never ends: the person who waited for the whole of it would wait for ever.
      res.write('x')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const at = server.address()
    const stop = () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    }
    return { origin: `http://127.0.0.1:${at && typeof at === 'object' ? at.port : 0}`, paths, stop }
  }

  it('connects nowhere when the name leads to an address that is not public', async () => {
    const asked: string[] = []
    const refuse = async (host: string): Promise<string> => {
      asked.push(host)
      return findPublicAddress(host, async () => [{ address: '127.0.0.1' }])
    }
    expect(await openProbe({ findAddress: refuse }).answers('inside.example')).toBe(false)
    expect(await openProbe({}).answers('localhost')).toBe(false)
    expect(asked).toEqual(['inside.example'])
  })

  it('is content with our own answer, reads no more of it, and follows no redirect', async () => {
    const ours = await serve(() => ({ status: 200, headers: { 'x-request-id': 'r' } }))
    const moved = await serve((path) => ({ status: 302, headers: { location: `${path}?again`, 'x-request-id': 'r' } }))
    const other = await serve(() => ({ status: 200 }))
    const ask = ({ origin }: { origin: string }) => openProbe({ origin }).answers('shop.example')
    expect([await ask(ours), await ask(moved), await ask(other)]).toEqual([true, false, false])
    expect(moved.paths).toHaveLength(1)
    await Promise.all([ours.stop(), moved.stop(), other.stop()])
  })

  it('does not wait for a host that goes on in another protocol', async () => {
    const other = await startAnswering(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
    )
    const origin = other.url.replace('localhost', '127.0.0.1')
    expect(await openProbe({ origin, timeoutMs: 500 }).answers('shop.example')).toBe(false)
    await other.stop()
  })
})
