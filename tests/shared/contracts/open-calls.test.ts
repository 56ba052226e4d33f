// Calls that are open to anybody without a session: each is one more thing that the whole internet
// may try. A new one is written down here, and with its reason in docs/security.md.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { allCalls } from '#shared/contracts/index.ts'

const open = [
  'audit.openDownload',
  'developer.token',
  'documents.get',
  'integrations.signInReturn',
  'public.clientAddress',
  'public.country',
  'public.developerDocument',
  'public.domainInfo',
  'public.keys',
  'public.openapi',
  'sales.checkReferral',
  'security.resendCode',
  'security.verifyLogin',
  'session.confirmEmail',
  'session.forgot',
  'session.login',
  'session.openDocument',
  'session.refresh',
  'session.register',
  'session.setPassword',
  'session.sso',
  'session.verifyReset',
]

it('are these calls alone open to anybody without a session', () => {
  const found = allCalls.flatMap(({ id, call }) => (call.can === 'anyone' ? id : []))
  expect(found.sort()).toEqual(open)
})

it('has a reason for each of them in the page about security, and for none that is closed', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/security.md'), 'utf8')
  const [, section = ''] = page.split('### Calls without a session\n')
  const [table = ''] = section.split('\n#')
  const named = [...table.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell = '']) => [...cell.matchAll(/`([\w.]+)`/g)])
  expect(named.map(([, name]) => name).sort()).toEqual(open)
})
