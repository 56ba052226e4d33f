import type { DnsFault } from './custom-domain.ts'

/** What public name servers say about a host. */
export type DnsFacts = {
  /** Names that the CNAME records lead through, the last one without a CNAME of its own. */
  chain: string[]
  addresses: string[]
  /** Who may issue certificates, by the nearest CAA records; undefined when there are none. */
  issuers: string[] | undefined
  isLoop: boolean
  isBroken: boolean
}

/** Names by which Amazon's certificate authority is allowed in CAA records. */
const amazonIssuers = ['amazon.com', 'amazontrust.com', 'awstrust.com', 'amazonaws.com']

/** Addresses of the proxy that most people put in front of their domains (Cloudflare), as [network, bits]. */
const proxyNetworks: [string, number][] = [
  ['173.245.48.0', 20],
  ['103.21.244.0', 22],
  ['103.22.200.0', 22],
  ['103.31.4.0', 22],
  ['141.101.64.0', 18],
  ['108.162.192.0', 18],
  ['190.93.240.0', 20],
  ['188.114.96.0', 20],
  ['197.234.240.0', 22],
  ['198.41.128.0', 17],
  ['162.158.0.0', 15],
  ['104.16.0.0', 13],
  ['104.24.0.0', 14],
  ['172.64.0.0', 13],
  ['131.0.72.0', 22],
]

const toNumber = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
const isProxy = (address: string) =>
  proxyNetworks.some(
    ([network, bits]) =>
      Math.floor(toNumber(address) / 2 ** (32 - bits)) === Math.floor(toNumber(network) / 2 ** (32 - bits)),
  )

/** Whether a host points here, or the one thing that is wrong with it. `targets` are the names that count as here. */
export function judgeDns(facts: DnsFacts, targets: readonly string[]): 'ok' | DnsFault {
  if (facts.isBroken) return 'lookup_failed'
  if (facts.isLoop) return 'loop'
  if (facts.chain.some((name) => targets.includes(name))) {
    const mayIssue = !facts.issuers || facts.issuers.some((issuer) => amazonIssuers.includes(issuer))
    return mayIssue ? 'ok' : 'caa_forbids'
  }
  if (facts.chain.length > 0) return 'wrong_target'
  if (facts.addresses.length === 0) return 'no_record'
  return facts.addresses.some(isProxy) ? 'proxied' : 'address_record'
}
