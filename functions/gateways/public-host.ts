// Which hosts may be asked for a tenant: those on the public internet. A name is looked up once, every address it has must
// be public, and what was checked is what is connected to, so no name can lead into our own network in between.
import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv6, SocketAddress } from 'node:net'

const LOOKUP_MS = 5000

const blockOf = (family: 'ipv4' | 'ipv6', ranges: readonly (readonly [string, number])[]) => {
  const block = new BlockList()
  for (const [address, bits] of ranges) block.addSubnet(address, bits, family)
  return block
}

/** IANA's special-purpose registry, multicast, and what is reserved. */
const closedRanges4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/** All that was ever given out for the public is in this range; anything that lies outside of it is something else. */
const openRange6 = ['2000::', 3] as const

/** What is special within it: protocols (Teredo among them), documentation, IPv4 in disguise (6to4), and AS112. */
const closedRanges6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const

const closed4 = blockOf('ipv4', closedRanges4)
const open6 = blockOf('ipv6', [openRange6])
const closed6 = blockOf('ipv6', closedRanges6)

/** The IPv4 address that a mapped one (`::ffff:…`) is, in any spelling. */
function mappedOf(address: string): string | undefined {
  // The engine writes every spelling of it in one form.
  const plain = new SocketAddress({ address, family: 'ipv6' }).address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1]
  return mapped
}

/** Whether an address lies on the public internet. A mapped IPv4 address counts as what it is; one with a zone does not. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false
  if (!isIPv6(address)) return !closed4.check(address, 'ipv4')
  const mapped = mappedOf(address)
  if (mapped) return !closed4.check(mapped, 'ipv4')
  return open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6')
}

/** Why a host is not asked: nobody has its name, or it has an address that is not public. */
export class HostFault extends Error {
  override name = 'HostFault'
  readonly why: 'unknown' | 'private'
  constructor(why: 'unknown' | 'private') {
    super(why === 'unknown' ? 'There is no such host.' : 'The host is not on the public internet.')
    this.why = why
  }
}

type Look = (host: string) => Promise<{ address: string }[]>
const lookAll: Look = (host) => lookup(host, { all: true })

/** The address to connect to, no matter what the name says later. */
export async function findPublicAddress(host: string, look: Look = lookAll): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new HostFault('unknown')), LOOKUP_MS)
  })
  const found = await Promise.race([look(host), late])
    .catch(() => [])
    .finally(() => clearTimeout(timer))
  const [first] = found
  if (!first) throw new HostFault('unknown')
  if (!found.every(({ address }) => isPublicAddress(address))) throw new HostFault('private')
  return first.address
}
