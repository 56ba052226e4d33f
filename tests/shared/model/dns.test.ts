import { expect, it } from 'vitest'
import { type DnsFacts, judgeDns } from '#shared/model/dns.ts'

const target = 'sites.leadloom.example'
const facts = (changes: Partial<DnsFacts>): DnsFacts => ({
  chain: [],
  addresses: [],
  issuers: undefined,
  isLoop: false,
  isBroken: false,
  ...changes,
})

it.each<[string, Partial<DnsFacts>, ReturnType<typeof judgeDns>]>([
  ['points here', { chain: [target] }, 'ok'],
  ['points here by a detour', { chain: ['alias.acme.com', target, 'd1.cloudfront.net'] }, 'ok'],
  ['points here, and Amazon may issue', { chain: [target], issuers: ['letsencrypt.org', 'amazontrust.com'] }, 'ok'],
  ['only others may issue', { chain: [target], issuers: ['letsencrypt.org'] }, 'caa_forbids'],
  ['nobody may issue', { chain: [target], issuers: [''] }, 'caa_forbids'],
  ['nothing there', {}, 'no_record'],
  ['points elsewhere', { chain: ['old.host.example'] }, 'wrong_target'],
  ['an address instead', { addresses: ['192.0.2.7'] }, 'address_record'],
  ['behind a proxy', { addresses: ['104.21.5.9', '172.67.1.1'] }, 'proxied'],
  ['a loop', { chain: ['a.acme.com'], isLoop: true }, 'loop'],
  ['servers that fail', { isBroken: true }, 'lookup_failed'],
])('%s', (_, changes, verdict) => expect(judgeDns(facts(changes), [target])).toBe(verdict))

it('tells a proxy by its whole network, and by nothing else', () => {
  const verdict = (address: string) => judgeDns(facts({ addresses: [address] }), [target])
  expect([verdict('104.16.0.0'), verdict('104.23.255.255'), verdict('131.0.75.255')]).toEqual([
    'proxied',
    'proxied',
    'proxied',
  ])
  expect([verdict('104.15.255.255'), verdict('104.28.0.0'), verdict('131.0.76.0'), verdict('2606:4700::1')]).toEqual(
    Array(4).fill('address_record'),
  )
})
