import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, type Handlers, Refusal } from '#tests/web/support/fake-server.ts'
import { putTokens, trioOf } from '#tests/web/support/tokens.ts'
import type { Input } from '#web/api/terms.ts'

type Question = Input<'keywords.estimate'>
const roofs = (more: Partial<Question> = {}): Question => ({
  productLine: 'locator',
  keywords: ['roof repair'],
  isNational: true,
  ...more,
})

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('client_address', '203.0.113.7')
  putTokens(trioOf('usr_cleo'))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function open(estimate: NonNullable<Handlers['keywords.estimate']>) {
  vi.resetModules()
  const server = fakeServer({ 'keywords.estimate': estimate })
  const { useEstimate } = await import('#web/api/use-estimate.ts')
  const start: { question: Question | null } = { question: null }
  const { result, rerender } = renderHook(({ question }) => useEstimate(question), { initialProps: start })
  const ask = (question: Question | null) => act(() => rerender({ question }))
  return { server, ask, said: () => `${result.current.status} ${result.current.people}` }
}

describe('the estimate beside a form', () => {
  it('is asked once nobody changes anything any more, and keeps the former figure meanwhile', async () => {
    const { server, ask, said } = await open(({ keywords }) => ({ people: keywords.length * 1000, days: 7 }))
    expect(said()).toBe('idle null')
    await ask(roofs())
    await ask(roofs({ keywords: ['roof repair', 'gutters'] }))
    expect(said()).toBe('asking null')
    await waitFor(() => expect(said()).toBe('known 2000'))
    expect(server.named('keywords.estimate').map(({ input }) => input)).toEqual([
      { leadspeek_type: 'locator', keywords: ['roof repair', 'gutters'], nationaltargeting: 'T' },
    ])
    await ask(roofs())
    expect(said()).toBe('asking 2000')
    await waitFor(() => expect(said()).toBe('known 1000'))
    await ask(null)
    expect(said()).toBe('idle null')
  })

  it('asks nothing anew for the same question, and says when it cannot be had', async () => {
    let isDown = true
    const { server, ask, said } = await open(() => {
      if (isDown) throw new Refusal('unavailable', 'The lead data provider did not answer.')
      return { people: null, days: 7 }
    })
    await ask(roofs())
    await waitFor(() => expect(said()).toBe('failed null'))
    await ask(roofs())
    expect(said()).toBe('failed null')
    isDown = false
    await ask(roofs({ isNational: false, states: ['TX'] }))
    await waitFor(() => expect(said()).toBe('known null'))
    expect(server.named('keywords.estimate')).toHaveLength(2)
  })
})
