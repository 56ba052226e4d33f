// Strangers may try at the door without end; what they leave in the log has an end, and no try of a person is lost in it.
import { describe, expect, it } from 'vitest'
import { foldLimits, foldLine } from '#functions/domain/audit/fold.ts'
import type { LogMessage } from '#shared/audit-log.ts'
import { HOUR } from '#shared/dates.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()
const { northlight, users } = h.cast
const deps = { db: h.db }
const start = Math.floor(Date.now() / HOUR) * HOUR
let n = 0

const tried = (ip: string, more: Partial<LogMessage> & { asked?: string } = {}): LogMessage => {
  const { asked, ...rest } = more
  return {
    id: `log_${++n}`,
    tenantId: northlight.id,
    companyId: northlight.id,
    companyName: northlight.name,
    userId: 'usr_nobody',
    name: 'Unknown',
    userType: 'client',
    viewedUserId: null,
    action: 'Sign In',
    description: '',
    campaignId: null,
    before: null,
    after: { outcome: 'failed' },
    ip,
    location: 'Unknown',
    at: start,
    isStranger: true,
    door: { tried: asked === undefined ? 'sign-in' : 'reset', ...(asked !== undefined && { asked }) },
    ...rest,
  }
}
const lineOf = async (message: LogMessage) => (await foldLine(deps, message))?.description

describe('tries at names that nobody has', () => {
  it('leave one line of a source and an hour, and others that say how many there were', async () => {
    const lines: (string | undefined)[] = []
    for (let i = 0; i < 100; i++) lines.push(await lineOf(tried('2001:db8::1', { ip: `2001:db8::${i + 1}` })))
    const text = 'Tried to sign in with a name that nobody has here'
    expect(lines.flatMap((line, at) => (line ? [[at + 1, line]] : []))).toEqual([
      [1, text],
      [10, `${text} (10 times within an hour)`],
      [100, `${text} (100 times within an hour)`],
    ])
    expect(await lineOf(tried('2001:db8::1', { at: start + HOUR }))).toBe(text)
  })

  it('leave the same line again when their message comes twice, at once too', async () => {
    const message = tried('192.0.2.9')
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => foldLine(deps, message)))
    expect(first).toBeDefined()
    for (const other of others) expect(other).toEqual(first)
    expect(await lineOf(tried('192.0.2.9'))).toBeUndefined()
  })

  it('of thousands of sources leave as many lines as are kept for sources, and one more', async () => {
    const at = start + 5 * HOUR
    const wanted = foldLimits.sources + 40
    const lines: string[] = []
    for (let i = 0; i < wanted; i++) lines.push((await lineOf(tried(`10.0.${i >> 8}.${i % 256}`, { at }))) ?? '')
    const written = lines.filter(Boolean)
    expect(written).toHaveLength(foldLimits.sources + 1)
    expect(written.at(-1)).toContain(`more than ${foldLimits.sources} addresses`)
  })
})

describe('links that were asked for', () => {
  it('of a person have a line each while they are mailed, from no matter how many sources', async () => {
    const at = start + 6 * HOUR
    for (let i = 0; i < foldLimits.sources + 5; i++) await lineOf(tried(`10.1.${i >> 8}.${i % 256}`, { at }))
    const lines: (string | undefined)[] = []
    for (let i = 0; i < 12; i++) lines.push(await lineOf(tried(`10.2.0.${i}`, { at, asked: users.cleo.email })))
    const text = 'Asked for a link to set a new password'
    expect(lines.flatMap((line, index) => (line ? [[index + 1, line]] : []))).toEqual([
      ...[1, 2, 3, 4, 5].map((count) => [count, text]),
      [10, `${text} (10 times within an hour)`],
    ])
  })
})
