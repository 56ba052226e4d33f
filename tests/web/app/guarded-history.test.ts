import { afterEach, describe, expect, it, vi } from 'vitest'
import { guardAddress, openHistory } from '#web/app/guarded-history.ts'

type Answer = { go: () => void; stay: () => void }
/** It ends what hangs, and measures nothing. */
const SOON_MS = 60_000
let undo: (() => void)[] = []
afterEach(() => {
  for (const each of undo) each()
  undo = []
})

/** Three pages one after the other, of which the last is guarded; what it asked is answered by the test. */
function openThree(meanwhile?: (navigator: ReturnType<typeof openHistory>['navigator']) => void) {
  window.history.replaceState(null, '', '/one')
  // A browser takes its time for a step.
  const goNow = window.history.go.bind(window.history)
  const slowly = vi.spyOn(window.history, 'go').mockImplementation((steps) => void setTimeout(() => goNow(steps), 5))
  const back = vi.spyOn(window.history, 'back').mockImplementation(() => window.history.go(-1))
  undo.push(slowly.mockRestore, back.mockRestore)
  const history = openHistory()
  const shown: string[] = []
  undo.push(history.listen(() => shown.push(history.now().location.pathname)))
  history.navigator.push('/two')
  history.navigator.push('/three')
  const asked: Answer[] = []
  const release = guardAddress({
    isAsked: (from, to) => from.pathname === '/three' && to.pathname !== '/three',
    ask: (_from, _to, go, stay) => {
      asked.push({ go, stay })
      meanwhile?.(history.navigator)
    },
  })
  undo.push(release)
  const reach = (path: string) => vi.waitFor(() => expect(location.pathname).toBe(path), SOON_MS)
  const isAsked = (count: number) => vi.waitFor(() => expect(asked).toHaveLength(count), SOON_MS)
  return { history, shown, asked, release, reach, isAsked }
}

describe('the history of a guarded page', () => {
  it('holds the browser back until somebody answered, and shows nothing else meanwhile', async () => {
    const { shown, asked, reach, isAsked } = openThree()
    window.history.back()
    await isAsked(1)
    await reach('/three')
    asked[0]?.stay()
    window.history.back()
    await isAsked(2)
    await reach('/three')
    expect(shown).toEqual(['/two', '/three'])
    asked[1]?.go()
    await reach('/two')
    await vi.waitFor(() => expect(shown.at(-1)).toBe('/two'), SOON_MS)
    // The page that was left is the one ahead, as the browser always has it.
    window.history.forward()
    await vi.waitFor(() => expect(shown.at(-1)).toBe('/three'), SOON_MS)
  })

  it('comes back from two steps at once, and asks once', async () => {
    const { shown, asked, reach, isAsked } = openThree()
    window.history.back()
    window.history.back()
    await isAsked(1)
    await reach('/three')
    asked[0]?.stay()
    window.history.back()
    await isAsked(2)
    await reach('/three')
    expect(shown).toEqual(['/two', '/three'])
    asked[1]?.go()
    await reach('/two')
    await vi.waitFor(() => expect(shown.at(-1)).toBe('/two'), SOON_MS)
  })

  it('lets the page itself go on only once the browser is back', async () => {
    const { shown, asked, reach } = openThree(({ replace }) => replace('/three?tab=2'))
    window.history.back()
    await vi.waitFor(() => expect(location.search).toBe('?tab=2'), SOON_MS)
    expect([location.pathname, shown.at(-1)]).toEqual(['/three', '/three'])
    asked[0]?.go()
    await reach('/two')
    await vi.waitFor(() => expect(shown.at(-1)).toBe('/two'), SOON_MS)
  })

  it('knows the way back behind a link within the page', async () => {
    const { shown, asked, isAsked, reach } = openThree()
    window.history.pushState(null, '', '/three#content')
    window.dispatchEvent(new PopStateEvent('popstate'))
    window.history.go(-2)
    await isAsked(1)
    await vi.waitFor(() => expect(location.hash).toBe('#content'), SOON_MS)
    asked[0]?.go()
    await reach('/two')
    await vi.waitFor(() => expect(shown.at(-1)).toBe('/two'), SOON_MS)
  })

  it('asks once, and goes where one wanted to go last', async () => {
    const { history, asked, shown } = openThree()
    history.navigator.push('/four')
    history.navigator.replace({ pathname: '/five', search: '?a=1' })
    expect(asked).toHaveLength(1)
    asked[0]?.go()
    expect([location.pathname, location.search, shown.at(-1)]).toEqual(['/five', '?a=1', '/five'])
  })

  it('lets everybody go when the guard is gone, whose last question nobody answers any more', () => {
    const { history, asked, release } = openThree()
    history.navigator.push('/four')
    release()
    history.navigator.push('/six')
    asked[0]?.go()
    expect(location.pathname).toBe('/six')
  })
})
