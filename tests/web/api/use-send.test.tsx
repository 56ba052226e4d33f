import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, Refusal } from '#tests/web/support/fake-server.ts'
import { putTokens, trioOf } from '#tests/web/support/tokens.ts'

const scope = { companyId: 'com_smiles', campaignId: 'all' }
const webhook = {
  id: 'whk_1',
  url: 'https://crm.example/••••eads',
  label: '',
  enabled: 'T' as const,
  events: ['lead.created' as const],
  off_reason: '',
  old_secret_until: null,
  failing_since: null,
  off_since: null,
  created_at: '2026-11-28T10:00:00Z',
}

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('client_address', '203.0.113.7')
  putTokens(trioOf('usr_cleo'))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function open() {
  vi.resetModules()
  const server = fakeServer({
    'integrations.addWebhook': async () => {
      const refusal = refusals.pop()
      if (refusal) throw refusal
      await hanging.now
      if (isLost.now) throw new TypeError('Failed to fetch')
      return { result: 'success' as const, message: 'Added.', data: webhook, secret: 'whsec_1' }
    },
    'integrations.removeWebhook': () => ({ result: 'success' as const, message: 'Removed.' }),
    'campaigns.remove': () => ({ result: 'success' as const, message: 'Removed.' }) as never,
  })
  const isLost = { now: false }
  const hanging: { now?: Promise<void> } = {}
  const refusals: Refusal[] = []
  const { slow } = await import('#web/api/work-under-way.ts')
  const { useSend } = await import('#web/api/use-send.ts')
  const hooks = renderHook(() => ({
    add: useSend('integrations.addWebhook'),
    remove: useSend('integrations.removeWebhook'),
    removeCampaign: useSend('campaigns.remove'),
  }))
  const add = async (url: string, isAnswerLost: boolean) => {
    isLost.now = isAnswerLost
    await act(() => hooks.result.current.add.send({ ...scope, url }).catch(() => undefined))
    return server.named('integrations.addWebhook').at(-1)?.headers.get('idempotency-key') ?? ''
  }
  return { add, hooks: hooks.result, server, hanging, refusals, slow }
}

describe('the key of what is sent', () => {
  it('stays where no answer came and the same is sent again, and is another one afterwards', async () => {
    const { add } = await open()
    const first = await add('https://crm.example/leads', true)
    expect(first).not.toBe('')
    expect(await add('https://crm.example/leads', true)).toBe(first)
    expect(await add('https://crm.example/leads', false)).toBe(first)
    expect(await add('https://crm.example/leads', false)).not.toBe(first)
  })

  it('is of one request where it is pressed twice at once', async () => {
    const { hooks, server } = await open()
    const press = () => hooks.current.add.send({ ...scope, url: 'https://crm.example/leads' })
    const answers = await act(() => Promise.all([press(), press()]))
    expect(answers[0]).toEqual(answers[1])
    expect(server.named('integrations.addWebhook')).toHaveLength(1)
  })

  it('is another one once the content was changed', async () => {
    const { add } = await open()
    const first = await add('https://crm.example/leads', true)
    expect(await add('https://crm.example/other', true)).not.toBe(first)
  })

  it('is another one once something of the same area was changed: what the first made may be gone', async () => {
    const { add, hooks } = await open()
    const first = await add('https://crm.example/leads', true)
    await act(() => hooks.current.removeCampaign.send({ id: 'cmp_1' } as never).catch(() => undefined))
    expect(await add('https://crm.example/leads', true)).toBe(first)
    await act(() => hooks.current.remove.send({ ...scope, webhookId: 'whk_1' }))
    expect(await add('https://crm.example/leads', true)).not.toBe(first)
  })

  it('is another one ten minutes later', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { add } = await open()
    const first = await add('https://crm.example/leads', true)
    vi.setSystemTime(Date.now() + 10 * 60_000 + 1)
    expect(await add('https://crm.example/leads', true)).not.toBe(first)
  })
})

describe('what takes long', () => {
  it.each([false, true])(
    'is said after six seconds, and taken back with the answer; lost: %s',
    async (isAnswerLost) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const { add, hanging, slow } = await open()
      const unsay = vi.fn()
      slow.say = vi.fn(() => unsay)
      const { promise, resolve } = Promise.withResolvers<void>()
      hanging.now = promise
      const added = add('https://crm.example/leads', isAnswerLost)
      vi.advanceTimersByTime(5999)
      expect(slow.say).not.toHaveBeenCalled()
      vi.advanceTimersByTime(1)
      expect(slow.say).toHaveBeenCalledTimes(1)
      expect(unsay).not.toHaveBeenCalled()
      resolve()
      await added
      expect(unsay).toHaveBeenCalledTimes(1)
    },
  )

  it('is not said while a person is asked for their password, and said where the call is slow after that', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { add, hanging, refusals, slow } = await open()
    const { passwordQuestion } = await import('#web/api/password-question.ts')
    slow.say = vi.fn(() => () => {})
    const question = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    passwordQuestion.ask = () => {
      asked.resolve()
      return question.promise
    }
    refusals.push(new Refusal('reauthenticate', 'Confirm it is you.'))
    const added = add('https://crm.example/leads', false)
    await act(() => asked.promise)
    vi.advanceTimersByTime(60_000)
    expect(slow.say).not.toHaveBeenCalled()
    const { promise, resolve } = Promise.withResolvers<void>()
    hanging.now = promise
    question.resolve()
    await act(() => question.promise)
    vi.advanceTimersByTime(6000)
    expect(slow.say).toHaveBeenCalledTimes(1)
    resolve()
    await added
  })

  it('is not said of what was answered before', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { add, slow } = await open()
    slow.say = vi.fn(() => () => {})
    await add('https://crm.example/leads', false)
    vi.advanceTimersByTime(60_000)
    expect(slow.say).not.toHaveBeenCalled()
  })
})

describe('what somebody else set meanwhile', () => {
  /** Answers what the server was sent as seen, press by press; `told`: what it refuses with, until there is nothing more. */
  async function open(...told: (object | 'unsaid')[]) {
    vi.resetModules()
    const server = fakeServer({
      'settings.save': () => {
        const now = told.shift()
        if (now === 'unsaid') throw new Refusal('conflict', 'No.')
        if (now) throw new Refusal('conflict', 'No.', {}, undefined, { ...now })
        return { result: 'success' as const, message: 'Saved.' }
      },
    })
    const { useSend } = await import('#web/api/use-send.ts')
    const { result } = renderHook(() => useSend('settings.save'))
    const press = async (seen: object) => {
      const value = { local: { Weekly: { costPerLead: '9', platformFee: '9' } } }
      const asked = { companyId: 'com_1', settingName: 'costagency', value, seen: { local: { Weekly: seen } } }
      await act(() => result.current.send(asked as never).catch(() => undefined))
      const input = server.named('settings.save').at(-1)?.input as { seen: { local: { Weekly: object } } }
      return input.seen.local.Weekly
    }
    return { press }
  }
  const saw = { costPerLead: '1', platformFee: '2' }
  const sent = (LeadspeekCostperlead: string, LeadspeekPlatformFee: string) => ({
    LeadspeekCostperlead,
    LeadspeekPlatformFee,
  })

  const now = (...prices: [string, string]) => ({ local: { Weekly: sent(...prices) } })

  it('is what a second press has seen, until it is saved', async () => {
    const { press } = await open(now('3', '2'), now('3', '4'))
    expect(await press(saw)).toEqual(sent('1', '2'))
    expect(await press(saw)).toEqual(sent('3', '2'))
    expect(await press(saw)).toEqual(sent('3', '4'))
    // That was saved: what is changed afterwards begins with what the form shows then.
    expect(await press(saw)).toEqual(sent('1', '2'))
  })

  it('gives way to what the form itself met since', async () => {
    const { press } = await open(now('3', '4'))
    await press(saw)
    expect(await press({ ...saw, costPerLead: '7' })).toEqual(sent('7', '4'))
  })

  it('of which nothing was told leaves what was seen as it is', async () => {
    const { press } = await open('unsaid')
    await press(saw)
    expect(await press(saw)).toEqual(sent('1', '2'))
  })
})
