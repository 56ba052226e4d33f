import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Figure } from '#web/ui/figure.tsx'
import { render } from '../render.tsx'

it.each([
  [{ now: 6, before: 4, against: 'the 30 days before' }, '+50% against the 30 days before'],
  [{ now: 0, before: 0, against: 'the 30 days before' }, 'No change against the 30 days before'],
  [{ now: 6, before: 0, against: 'the 30 days before' }, 'none in the 30 days before'],
  [{ now: 6, before: 0, against: '30 days ago' }, 'none 30 days ago'],
])('says how a figure stands beside the time before: %j', (change, said) => {
  render(<Figure label="Leads" value="6" change={change} />)
  expect(screen.getByText('Leads').parentElement?.textContent).toBe(`Leads6${said}`)
})

it('shows no arrow where there is nothing to compare with', () => {
  const arrows = (now: number, before: number) => {
    const { container, unmount } = render(
      <Figure label="Leads" value={now} change={{ now, before, against: '30 days ago' }} />,
    )
    const count = container.querySelectorAll('svg').length
    unmount()
    return count
  }
  expect([arrows(6, 4), arrows(6, 0), arrows(0, 0)]).toEqual([1, 0, 0])
})
