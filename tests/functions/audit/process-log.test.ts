import { afterAll, describe, expect, it, vi } from 'vitest'
import { findCall } from '#shared/contracts/index.ts'
import { MINUTE } from '#shared/dates.ts'
import { signInLimits } from '#shared/sign-in.ts'

const said: string[] = []
for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const)
  vi.spyOn(console, level).mockImplementation((...words: unknown[]) => void said.push(words.map(String).join(' ')))

// The module that loads the log first decides how it speaks, so this stands before everything else.
const env = { POWERTOOLS_DEV: 'true', POWERTOOLS_LOG_LEVEL: 'INFO', LOG_LEVEL: 'INFO' }
for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
// Other files may have loaded it already, silent as they want it; and the next ones must not find this one's.
vi.resetModules()
afterAll(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})
const { harness } = await import('../../support/harness.ts')
const h = await harness({ env })
const { northlight, copper, users } = h.cast

describe('the log of the process', () => {
  it('tells of changes without passwords, tokens and addresses, even when the book cannot be written', async () => {
    const secret = 'fresh paint 7'
    const person = { userType: 'administrator', ClientFullName: 'Nina New', ClientPass: secret } as const
    const email = 'nina.new@staff.example'
    expect((await h.call('ada', 'companies.create', { ...person, ClientEmail: email })).status).toBe(200)
    await h.call('ada', 'companies.create', { ...person, ClientEmail: email })
    await h.call('ada', 'sales.assign', { companyID: northlight.id })
    const { queues } = h.services
    const { put } = h.db.auditOutbox
    h.services.queues = { ...queues, send: () => Promise.reject(new Error('The queue is down.')) }
    h.db.auditOutbox.put = () => Promise.reject(new Error('So is the table.'))
    const answer = await h.call('ada', 'roles.save', { companyID: northlight.id, roleName: 'Desk', roledata: [] })
    h.services.queues = queues
    h.db.auditOutbox.put = put
    expect(answer.status).toBe(200)
    await h.drain()
    const text = said.join('\n')
    expect(text).toContain('user log lost')
    expect(text).toContain('companies.create')
    expect(text).toContain('writeAuditLog')
    for (const hidden of [secret, email, users.ada.email, await h.tokenOf('ada'), 'Nina New'])
      expect(text.includes(hidden)).toBe(false)
    expect(text).not.toMatch(/[\w.]+@[\w-]+\.\w/)
  })
})

const linesOf = (requestId: string) =>
  said.map((text) => JSON.parse(text) as Record<string, unknown>).filter(({ rid }) => rid === requestId)

const list = {
  group: 'none',
  idsys: 'none',
  type: 'none',
  module: 'none',
  sort: 'none',
  order: 'none',
  search: 'none',
} as const
const cleo = await h.tokenOf('cleo')
const other = (token: string) => `${token.slice(0, -6)}${token.endsWith('AAAAAA') ? 'BBBBBB' : 'AAAAAA'}`
const listOf = (companyId: string) => ({ companyId, ...list })
const person = { userType: 'administrator', ClientFullName: 'Nina New', ClientEmail: 'nina.new@staff.example' } as const

type Refused = { status: number; body: unknown }
/** Each kind of refusal that says something about who attacks: how it is provoked, what is answered, and whether it is known who it was. */
const refusals: readonly (readonly [string, number, 'known' | 'nobody', () => Promise<Refused>])[] = [
  ['no token', 401, 'nobody', () => h.call(null, 'companies.list', listOf(northlight.id))],
  [
    'a token that was changed',
    401,
    'nobody',
    () => h.call('cleo', 'account.me', { id: users.cleo.id }, { token: other(cleo) }),
  ],
  [
    'a token of another tenant',
    401,
    'nobody',
    () => h.call('cleo', 'account.me', { id: users.cleo.id }, { host: h.cast.hosts.copper }),
  ],
  ['a call of another role', 403, 'known', () => h.call('cleo', 'companies.list', listOf(northlight.id))],
  ['a company of another tenant', 403, 'known', () => h.call('ada', 'companies.list', listOf(copper.id))],
  [
    'a company beside the own one',
    403,
    'known',
    () => h.call('cleo', 'campaigns.listGroups', { companyID: h.cast.harbor.id } as never),
  ],
  [
    'a wrong password',
    401,
    'nobody',
    () =>
      h.call(
        null,
        'session.login',
        { username: users.lola.email, password: 'not this one' },
        { host: h.cast.hosts.northlight },
      ),
  ],
  [
    'a link that was made up',
    422,
    'nobody',
    () =>
      h.call(null, 'session.setPassword', {
        token: 'A'.repeat(43),
        email: users.ada.email,
        newpassword: 'calm river 77',
      }),
  ],
  [
    'a body that was not sealed by a browser',
    400,
    'nobody',
    () =>
      h.send(
        {
          method: 'POST',
          path: `/api${findCall('session.login').path}`,
          headers: { 'content-type': 'application/json' },
          body: Buffer.from('{"dt":"e.y.J.x.x"}'),
        },
        h.cast.hosts.northlight,
      ),
  ],
  [
    'a session that asks for something grave after its time',
    403,
    'known',
    async () => {
      const { refresh_token } = (await h.signIn('ada')).body
      h.setClock(h.services.now() + signInLimits.reauthenticateMs + MINUTE)
      const renewed = await h.call(null, 'session.refresh', { refresh_token }, { host: h.cast.hosts.northlight })
      const token = renewed.body.access_token
      try {
        return await h.call('ada', 'companies.create', person, { token })
      } finally {
        h.setClock()
      }
    },
  ],
]

// What is refused is no change, so the audit log has no line of it: this log tells who was refused what, by a number that the answer
// carries too.
describe('a refused request', () => {
  it.each(refusals)(
    'A42 leaves one line of %s: what, by whom, at whose site, under its number',
    async (_, status, who, provoke) => {
      said.splice(0)
      const answer = await provoke()
      const { requestId = '', code } = answer.body as { requestId?: string; code?: string }
      expect([answer.status, requestId]).toEqual([status, expect.stringMatching(/^req_/)])
      const lines = linesOf(requestId)
      expect(lines).toHaveLength(1)
      expect(lines[0]).toMatchObject({
        status,
        code,
        call: expect.stringMatching(/^\w+\.\w+$|^[A-Z]+ \//),
        ms: expect.any(Number),
      })
      expect(lines[0]?.timestamp).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
      if (who === 'known')
        expect(lines[0]).toMatchObject({ who: expect.stringMatching(/^usr_/), tenant: northlight.id })
      const text = said.join('\n')
      for (const hidden of [cleo, users.lola.email, users.ada.email, 'not this one', 'calm river 77'])
        expect(text.includes(hidden)).toBe(false)
      expect(text).not.toMatch(/[\w.]+@[\w-]+\.\w/)
    },
  )

  it('A42 leaves a line of a tenth wrong password', async () => {
    said.splice(0)
    const wrong = { username: users.carl.email, password: 'not this one' }
    const host = h.cast.hosts.copper
    let last: Refused = { status: 0, body: {} }
    for (let round = 0; round < 12; round++)
      last = await h.call(null, 'session.login', wrong, { host, ip: '192.0.2.99' })
    expect(last.status).toBe(429)
    const { requestId = '' } = last.body as { requestId?: string }
    expect(linesOf(requestId)).toMatchObject([{ status: 429, call: 'session.login' }])
  })
})
