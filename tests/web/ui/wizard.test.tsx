import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Wizard } from '#web/ui/wizard/wizard.tsx'
import { atStart, jump, progressOf } from '#web/ui/wizard/wizard-state.ts'
import { render } from '../render.tsx'

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

  it('WIZ-04 WIZ-08 checks a tab when it is visited, and keeps those ahead closed', async () => {
    const { user } = setup()
    expect(tab('Personal').dataset.state).toBe('checked')
    expect(tab('Company')).toHaveProperty('disabled', true)
    expect(jump(atStart(), 2)).toEqual(atStart())
    await user.click(button('Next'))
    expect(tab('Company').dataset.state).toBe('checked')
    expect(tab('Card')).toHaveProperty('disabled', true)
    await user.click(tab('Personal'))
    expect(screen.getByText('Your name')).toBeTruthy()
    expect(tab('Company')).toHaveProperty('disabled', false)
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

  it('WIZ-06 goes back without a check', async () => {
    const check = vi.fn(() => false)
    const { user } = setup(check)
    await user.click(button('Next'))
    await user.click(button('Previous'))
    expect(screen.getByText('Your name')).toBeTruthy()
    expect(check).not.toHaveBeenCalled()
  })
})
