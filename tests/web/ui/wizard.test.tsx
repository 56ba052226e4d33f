import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { scrollToTop } from '#web/ui/scroll.ts'
import { Wizard } from '#web/ui/wizard/wizard.tsx'
import { atStart, jump, progressOf } from '#web/ui/wizard/wizard-state.ts'
import { render } from '../render.tsx'
import { withMotion } from '../support/with-motion.ts'

withMotion()

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const tab = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) })

function setup(check: () => boolean | Promise<boolean> = () => true, onFinish = vi.fn()) {
  const steps = [
    { key: 'one', label: 'Personal', content: <p>Your name</p> },
    { key: 'two', label: 'Company', content: <p>Your company</p>, check },
    { key: 'three', label: 'Card', content: <p>Your card</p> },
  ]
  return {
    onFinish,
    ...render(<Wizard label="setup" steps={steps} finishLabel="Go To Dashboard" onFinish={onFinish} />),
  }
}

describe('Wizard', () => {
  it('WIZ-01 WIZ-08 goes on, back and to its end, and shows how far it is', async () => {
    const { user, onFinish } = setup()
    const bar = () => screen.getByRole('progressbar').getAttribute('aria-valuenow')
    expect(bar()).toBe('0')
    expect(screen.queryByRole('button', { name: 'Previous' })).toBeNull()
    await user.click(button('Next'))
    expect(screen.getByText('Your company')).toBeTruthy()
    expect(bar()).toBe('50')
    await user.click(button('Next'))
    expect(bar()).toBe('100')
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull()
    await user.click(button('Previous'))
    expect(screen.getByText('Your company')).toBeTruthy()
    await user.click(button('Next'))
    await user.click(button('Go To Dashboard'))
    expect(onFinish).toHaveBeenCalledOnce()
    expect([0, 1, 2].map((step) => progressOf(step, 3))).toEqual([0, 50, 100])
  })

  it('WIZ-04 WIZ-08 checks a tab when its step is done, and keeps those ahead closed', async () => {
    const { user } = setup()
    expect(tab('Personal').dataset.state).toBeUndefined()
    expect(tab('Company')).toHaveProperty('disabled', true)
    expect(jump(atStart(), 2)).toEqual(atStart())
    await user.click(button('Next'))
    expect([tab('Personal').dataset.state, tab('Company').dataset.state]).toEqual(['checked', undefined])
    expect(tab('Card')).toHaveProperty('disabled', true)
    await user.click(tab('Personal'))
    expect(screen.getByText('Your name')).toBeTruthy()
    expect(tab('Company')).toHaveProperty('disabled', false)
  })

  it('leaves what stands where the button was alone when that is pressed twice', async () => {
    const steps = [
      { key: 'one', label: 'Personal', content: <p>Your name</p> },
      { key: 'two', label: 'Company', content: <input type="checkbox" aria-label="Tag manager" /> },
    ]
    render(<Wizard label="setup" steps={steps} finishLabel="Start" onFinish={vi.fn()} />)
    fireEvent.click(button('Next'), { detail: 1 })
    const box = await screen.findByRole<HTMLInputElement>('checkbox')
    fireEvent.click(box, { detail: 2 })
    expect(box.checked).toBe(false)
    fireEvent.click(box, { detail: 1 })
    expect(box.checked).toBe(true)
    fireEvent.click(box, { detail: 2 })
    expect(box.checked).toBe(false)
  })

  it('WIZ-05 stays and marks the step when its check fails', async () => {
    let good = false
    const { user } = setup(async () => good)
    await user.click(button('Next'))
    await user.click(button('Next'))
    expect(screen.getByText('Your company')).toBeTruthy()
    expect(tab('Company').dataset.state).toBe('failed')
    good = true
    await user.click(button('Next'))
    expect(screen.getByText('Your card')).toBeTruthy()
    expect(tab('Company').dataset.state).toBe('checked')
  })

  it('WIZ-05 takes the mark away once the fault was mended, or there is nothing left to do', async () => {
    const steps = (more: { isFaulty?: boolean; isDone?: boolean }) => [
      { key: 'one', label: 'Personal', content: <p>Your name</p>, check: () => false, ...more },
      { key: 'two', label: 'Company', content: <p>Your company</p> },
    ]
    const wizard = (more: { isFaulty?: boolean; isDone?: boolean } = {}) => (
      <Wizard label="setup" steps={steps(more)} finishLabel="Finish" onFinish={() => undefined} />
    )
    const { user, rerender } = render(wizard())
    await user.click(button('Next'))
    // What no field can show stays until the next try.
    rerender(wizard())
    expect(tab('Personal').dataset.state).toBe('failed')
    rerender(wizard({ isFaulty: true }))
    expect(tab('Personal').dataset.state).toBe('failed')
    rerender(wizard({ isFaulty: false }))
    expect(tab('Personal').dataset.state).toBeUndefined()
    await user.click(button('Next'))
    rerender(wizard({ isDone: true }))
    expect(tab('Personal').dataset.state).toBe('checked')
  })

  it('stands back where the step has a main button of its own', async () => {
    const steps = (hasMainButton: boolean) => [{ key: 'one', label: 'Card', content: <p>Your card</p>, hasMainButton }]
    const wizard = (hasMainButton: boolean) => (
      <Wizard label="setup" steps={steps(hasMainButton)} finishLabel="Finish" onFinish={() => undefined} />
    )
    const { rerender } = render(wizard(true))
    expect(button('Finish').dataset.variant).toBe('default')
    rerender(wizard(false))
    expect(button('Finish').dataset.variant).toBe('filled')
  })

  it('does not leave a field before it is pressed, so that a fault moves nothing from under the pointer', async () => {
    const { user } = setup()
    expect(fireEvent.mouseDown(button('Next'))).toBe(false)
    await user.click(button('Next'))
    expect(document.activeElement).toBe(button('Next'))
  })

  it('WIZ-06 goes back without a check', async () => {
    const check = vi.fn(() => false)
    const { user } = setup(check)
    await user.click(button('Next'))
    await user.click(button('Previous'))
    expect(screen.getByText('Your name')).toBeTruthy()
    expect(check).not.toHaveBeenCalled()
  })

  it('WIZ-07 looks at its width at most once in 40 ms while the window is resized', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const looked = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000)
    onTestFinished(() => looked.mockRestore())
    setup()
    looked.mockClear()
    const resizeFor = (milliseconds: number) => {
      for (let i = 0; i < milliseconds; i++) {
        act(() => void window.dispatchEvent(new Event('resize')))
        vi.advanceTimersByTime(1)
      }
    }
    resizeFor(400)
    expect(looked.mock.calls.length).toBeGreaterThanOrEqual(10)
    expect(looked.mock.calls.length).toBeLessThanOrEqual(11)
  })

  it('WIZ-07 scrolls to its top in half a second, bit by bit', () => {
    onTestFinished(() => void vi.restoreAllMocks())
    const section = document.createElement('section')
    vi.spyOn(section, 'getBoundingClientRect').mockReturnValue({ ...new DOMRect(), top: -920 })
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(1000)
    const frames: FrameRequestCallback[] = []
    vi.spyOn(window, 'requestAnimationFrame').mockImplementation((next) => frames.push(next))
    vi.spyOn(performance, 'now').mockReturnValue(5000)
    const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
    scrollToTop(section)
    for (const at of [0, 250, 499, 500]) frames.shift()?.(5000 + at)
    const reached = scroll.mock.calls.map((call) => Number(Object.values(call)[1]))
    expect([reached.length, reached[0], reached[1], reached[3]]).toEqual([4, 1000, 500, 0])
    expect(reached[2]).toBeGreaterThan(0)
    expect(frames).toEqual([])
  })

  it('shows the heading too where it is all that stands above', () => {
    onTestFinished(() => void vi.restoreAllMocks())
    const section = document.createElement('section')
    const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(500)
    const place = vi.spyOn(section, 'getBoundingClientRect')
    const reachedFrom = (top: number) => {
      place.mockReturnValue({ ...new DOMRect(), top })
      scrollToTop(section, 80, 0)
      return scroll.mock.lastCall
    }
    expect(reachedFrom(142 - 500)).toEqual([0, 0])
    expect(reachedFrom(400 - 500)).toEqual([0, 320])
  })

  it('opens any step that may be reached at once, and one in which a fault was found', async () => {
    const steps = ['One', 'Two', 'Three'].map((label) => ({ key: label, label, content: <p>Content {label}</p> }))
    const wizard = (open?: { key: string; isFaulty?: boolean }) => (
      <Wizard label="setup" steps={steps} reached={2} open={open} finishLabel="Save" onFinish={() => undefined} />
    )
    const { user, rerender } = render(wizard())
    await user.click(tab('3?Three'))
    expect(screen.getByText('Content Three')).toBeTruthy()
    rerender(wizard({ key: 'Two', isFaulty: true }))
    expect(screen.getByText('Content Two')).toBeTruthy()
    expect(tab('Two').textContent).toContain('needs your attention')
    rerender(wizard({ key: 'One' }))
    expect(screen.getByText('Content One')).toBeTruthy()
    expect(screen.queryByText('(needs your attention)')).toBeNull()
  })

  it('stays at a step that may not be left', async () => {
    let may = false
    const steps = [
      { key: 'one', label: 'One', content: <p>First</p> },
      { key: 'two', label: 'Two', content: <p>Second</p>, mayLeave: async () => may, nextLabel: 'Save and go on' },
      { key: 'three', label: 'Three', content: <p>Third</p> },
    ]
    const { user } = render(
      <Wizard label="setup" steps={steps} startAt={1} finishLabel="Save" onFinish={() => undefined} />,
    )
    expect(button('Save and go on')).toBeTruthy()
    await user.click(button('Previous'))
    expect(screen.getByText('Second')).toBeTruthy()
    may = true
    await user.click(button('Previous'))
    expect(await screen.findByText('First')).toBeTruthy()
  })
})
