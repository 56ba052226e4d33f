import { act, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Tour } from '#web/ui/tour/tour.tsx'
import { moveOfKey } from '#web/ui/tour/tour-state.ts'
import { useTour } from '#web/ui/tour/use-tour.ts'
import { render } from '../render.tsx'

const tourOf = (steps: number, options?: Parameters<typeof useTour>[1]) =>
  renderHook(() => useTour(steps, options)).result

function press(keyCode: number) {
  act(() => {
    const event = new KeyboardEvent('keydown', { cancelable: true })
    Object.defineProperty(event, 'keyCode', { value: keyCode })
    window.dispatchEvent(event)
  })
}

const steps = [
  { title: 'First', content: 'The list.', target: '#there' },
  { title: 'Second', content: 'The end.' },
]
function Page() {
  const tour = useTour(steps.length)
  return (
    <>
      <button type="button" id="there" onClick={() => tour.start()}>
        Show me
      </button>
      <Tour steps={steps} tour={tour} />
    </>
  )
}

describe('useTour', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('WID-051 is not running at step -1', () => {
    expect(tourOf(3).current.step).toBe(-1)
  })

  it('WID-052 starts at the first step, or at the one it is given', () => {
    const tour = tourOf(3)
    act(() => tour.current.start())
    expect(tour.current.step).toBe(0)
    act(() => tour.current.start(2))
    expect(tour.current.step).toBe(2)
  })

  it('WID-053 starts after a delay', () => {
    const tour = tourOf(3)
    act(() => tour.current.start(0, 500))
    act(() => vi.advanceTimersByTime(499))
    expect(tour.current.step).toBe(-1)
    act(() => vi.advanceTimersByTime(1))
    expect(tour.current.step).toBe(0)
  })

  it('forgets a delayed start that was stopped meanwhile', () => {
    const tour = tourOf(3)
    act(() => tour.current.start(0, 500))
    act(() => tour.current.stop())
    act(() => vi.advanceTimersByTime(1000))
    expect(tour.current.step).toBe(-1)
  })

  it('WID-054 moves one step at a time, within bounds', () => {
    const tour = tourOf(2)
    act(() => tour.current.next())
    expect(tour.current.step).toBe(-1)
    act(() => tour.current.start())
    act(() => tour.current.previous())
    expect(tour.current.step).toBe(0)
    act(() => tour.current.next())
    act(() => tour.current.next())
    expect(tour.current.step).toBe(1)
  })

  it.each(['stop', 'skip', 'finish'] as const)('WID-055 returns to not running by %s', (way) => {
    const tour = tourOf(3)
    act(() => tour.current.start(1))
    act(() => tour.current[way]())
    expect(tour.current.step).toBe(-1)
  })

  it('WID-057 WID-058 WID-059 CON-024 moves by the keys 39, 37 and 27', () => {
    const tour = tourOf(3)
    act(() => tour.current.start())
    press(39)
    expect(tour.current.step).toBe(1)
    press(37)
    expect(tour.current.step).toBe(0)
    press(27)
    expect(tour.current.step).toBe(-1)
  })

  it('WID-060 takes no notice of a key that is switched off', () => {
    expect(moveOfKey(39, { next: false })).toBeUndefined()
    expect(moveOfKey(37, { previous: false })).toBeUndefined()
    expect(moveOfKey(27, { stop: false })).toBeUndefined()
    const tour = tourOf(3, { keys: { stop: false } })
    act(() => tour.current.start())
    press(27)
    expect(tour.current.step).toBe(0)
    press(39)
    expect(tour.current.step).toBe(1)
  })
})

describe('Tour', () => {
  it('WID-056 offers Skip tour, Previous, Next and Finish', async () => {
    const { user } = render(<Page />)
    await user.click(screen.getByText('Show me'))
    expect(screen.getByRole('dialog', { name: 'First' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect(screen.getByRole('dialog', { name: 'Second' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Finish' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(screen.getByText('Show me'))
    await user.click(screen.getByRole('button', { name: 'Skip tour' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
