import { createServer } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { openDns } from '#functions/gateways/dns.ts'
import { startDomains } from '#infra/local/domains.ts'
import { judgeDns } from '#shared/model/dns.ts'

const domains = await startDomains()
const { CUSTOM_DOMAIN_TARGET: target, DNS_SERVERS } = domains.environment(80)
const dns = openDns({ servers: [DNS_SERVERS] })
const server = createServer((req, res) => void domains.door(req, res))
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as { port: number }
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  await domains.stop()
})

const NAME = 'leads.example.com'
const url = `http://127.0.0.1:${port}/_local/dns`
const post = (form: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
const set = (kind: string, value = '', add = NAME) => post({ add, kind, value })
const judged = async () => judgeDns(await dns.lookUp(NAME), [target])

describe('the page of the name servers of one machine', () => {
  it('brings about whatever can be wrong with an own domain, and takes it back', async () => {
    expect(await judged()).toBe('no_record')
    await set('here')
    expect(await judged()).toBe('ok')
    await set('CAA', 'letsencrypt.org', 'example.com')
    expect(await judged()).toBe('caa_forbids')
    await post({ remove: 'example.com' })
    expect(await judged()).toBe('ok')
    await set('CNAME', 'shops.example.net')
    expect(await judged()).toBe('wrong_target')
    await set('A', '192.0.2.7')
    expect(await judged()).toBe('address_record')
    await set('A', '104.16.0.1')
    expect(await judged()).toBe('proxied')
    await set('CNAME', NAME)
    expect(await judged()).toBe('loop')
    await set('broken')
    expect(await judged()).toBe('lookup_failed')
    await set('here')
    expect(await judged()).toBe('ok')
    await post({ remove: NAME })
    expect(await judged()).toBe('no_record')
  })

  it('says what is set, refuses what is no record, and shows what was typed as text', async () => {
    await set('TXT', 'domain-verification=<b>', `_domain-verification.${NAME}`)
    await set('A', 'nowhere')
    await set('sideways', 'x')
    await set('here', '', 'no name')
    const page = await (await fetch(url)).text()
    expect(page.match(/<li>/g)).toHaveLength(1)
    expect(page).toContain('TXT domain-verification=&lt;b&gt;')
    expect(await dns.findTexts(`_domain-verification.${NAME}`)).toEqual(['domain-verification=<b>'])
  })
})
