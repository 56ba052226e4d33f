import { afterAll, describe, expect, it, vi } from 'vitest'

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
const { northlight, users } = h.cast

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
