// The table of calls that the first page brings along, and the one that comes with the frame.
import { calls as firstCalls } from 'virtual:first-calls'
import { describe, expect, it } from 'vitest'
import { allCalls } from '#shared/contracts/index.ts'
import { factsOf } from '#web/api/call-facts.ts'

describe('what the browser knows of calls', () => {
  it('is with the first page what signing in takes, and no more', () => {
    const names = Object.keys(firstCalls)
    expect(names).toEqual(
      expect.arrayContaining(['session.login', 'session.refresh', 'account.me', 'public.domainInfo']),
    )
    expect(names.length).toBeLessThan(10)
  })

  it('is the same for every call of the screens, wherever it comes from, and nothing of those of programs', async () => {
    for (const { id, call } of allCalls) {
      if (call.can.startsWith('program:')) {
        expect([id, await factsOf(id)]).toEqual([id, undefined])
        continue
      }
      const { method, path, body, idempotent } = call
      expect(await factsOf(id)).toMatchObject({ method, path, body, idempotent })
    }
    expect(await factsOf('session.login')).toBe(firstCalls['session.login'])
  })
})
