import { expect, it } from 'vitest'
import { hostFaultOf, normaliseHost } from '#shared/model/custom-host.ts'

it.each([
  [' HTTPS://Leads.Acme.com/login?x=1 ', 'leads.acme.com'],
  ['leads.acme.com.', 'leads.acme.com'],
  ['leads.müller.de', 'leads.xn--mller-kva.de'],
])('reads %s as %s', (typed, host) => expect(normaliseHost(typed)).toBe(host))

it.each([
  ['leads.acme.com', undefined],
  ['a.b.acme.co.uk', undefined],
  ['acme.com', 'apex'],
  ['acme.co.uk', 'apex'],
  ['leadloom.example', 'ours'],
  ['north.leadloom.example', 'ours'],
  ['notleadloom.example.org', undefined],
  ['localhost', 'not_a_host'],
  ['10.0.0.1', 'not_a_host'],
  ['-bad.acme.com', 'not_a_host'],
  ['under_score.acme.com', 'not_a_host'],
  [`${'a'.repeat(64)}.acme.com`, 'not_a_host'],
  ['leads.acme.com:8080', 'not_a_host'],
  ['', 'not_a_host'],
])('judges %s as %s', (host, fault) => expect(hostFaultOf(host, 'leadloom.example')).toBe(fault))
