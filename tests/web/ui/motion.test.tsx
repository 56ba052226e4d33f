import { MantineProvider } from '@mantine/core'
import { act, render as renderInto, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RESIZE_MS } from '#shared/constants.ts'
import { defaultBrand } from '#shared/model/brand.ts'
import { brandTheme } from '#web/theme/brand.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { throttle } from '#web/ui/throttle.ts'
import { render } from '../render.tsx'
import { withMotion } from '../support/with-motion.ts'

const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

withMotion()
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})

const look = brandTheme(defaultBrand)

/** With transitions on, as people see it. */
const moving = {
  wrapper: ({ children }: { children: ReactNode }) => <MantineProvider theme={look.theme}>{children}</MantineProvider>,
}

function Page() {
  const [opened, setOpened] = useState(true)
  return (
    <Dialog opened={opened} onClose={() => setOpened(false)} title="Invite">
      Content
    </Dialog>
  )
}

describe('motion', () => {
  // Time passes here when the test says so, no matter how long the machine takes.
  beforeEach(() => void vi.useFakeTimers())

  it('WID-061 CON-026 lets a dialog go in 500 ms', async () => {
    renderInto(<Page />, moving)
    await wait(1000)
    act(() => screen.getByRole('button', { name: 'Close' }).click())
    await wait(400)
    expect(screen.queryByText('Content')).toBeTruthy()
    await wait(300)
    expect(screen.queryByText('Content')).toBeNull()
  })

  it('WID-062 CON-026 folds in 250 ms', async () => {
    const { container } = renderInto(<Disclosure label="More">Content</Disclosure>, moving)
    const line = screen.getByRole('button', { name: 'More' })
    expect(line.getAttribute('aria-expanded')).toBe('false')
    act(() => line.click())
    await wait(20)
    expect(line.getAttribute('aria-expanded')).toBe('true')
    const folded = container.querySelector(`[id="${line.getAttribute('aria-controls')}"]`)
    expect(folded?.getAttribute('style')).toMatch(/250ms/)
  })

  it('WIZ-07 COB-15 looks at a changed width once in 40 ms, and at the last one always', async () => {
    const look = vi.fn()
    const { call } = throttle(look, RESIZE_MS)
    for (let i = 0; i < 5; i++) call()
    expect(look).toHaveBeenCalledTimes(1)
    await wait(RESIZE_MS)
    expect(look).toHaveBeenCalledTimes(2)
    await wait(RESIZE_MS * 3)
    expect(look).toHaveBeenCalledTimes(2)
    expect(RESIZE_MS).toBe(40)
  })
})

describe('confirm', () => {
  const ask = () =>
    confirm({ title: 'Delete it?', children: 'It is gone for good.', confirmLabel: 'Delete', danger: true })

  it.each([
    ['Delete', true],
    ['Cancel', false],
  ])('answers %s with %s', async (label, answer) => {
    const { user } = render(null)
    let said: Promise<boolean> | undefined
    act(() => {
      said = ask()
    })
    expect(await screen.findByText('It is gone for good.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: label }))
    expect(await said).toBe(answer)
  })

  it('takes Escape for a no', async () => {
    const { user } = render(null)
    let said: Promise<boolean> | undefined
    act(() => {
      said = ask()
    })
    await screen.findByText('It is gone for good.')
    await user.keyboard('{Escape}')
    expect(await said).toBe(false)
  })
})
