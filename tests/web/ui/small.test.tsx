import { Select } from '@mantine/core'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type ReactElement, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { addDays } from '#shared/dates.ts'
import { tones } from '#web/theme/tones.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { CopyableId } from '#web/ui/copyable-id.tsx'
import { lastDays, shortcuts } from '#web/ui/days.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import '#web/ui/focus-return.ts'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { PageShape, type Shape } from '#web/ui/page-shape.tsx'
import { clampProgress, ProgressBar } from '#web/ui/progress-bar.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SkeletonLines } from '#web/ui/skeleton-lines.tsx'
import { StatsCard } from '#web/ui/stats-card.tsx'
import { dayAndTime, timeAgo } from '#web/ui/time-ago.ts'
import { render } from '../render.tsx'

describe('a button that waits for an answer', () => {
  it('has the focus again once it may be pressed, unless somebody went on meanwhile', async () => {
    render(
      <>
        <button type="button">Save</button>
        <input aria-label="Name" />
      </>,
    )
    const button = screen.getByRole<HTMLButtonElement>('button')
    const field = screen.getByRole('textbox')
    // As browsers do: what cannot be pressed has no focus.
    const wait = () => {
      button.focus()
      button.blur()
      button.disabled = true
    }
    wait()
    expect(document.activeElement).toBe(document.body)
    button.disabled = false
    await waitFor(() => expect(document.activeElement).toBe(button))
    wait()
    field.focus()
    button.disabled = false
    await new Promise((resolve) => setTimeout(resolve))
    expect(document.activeElement).toBe(field)
  })
})

/** A form that stands on a page for a while; what opened it is drawn anew when it is gone. */
function Shown({ isAnew = false }: { isAnew?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const [edition, setEdition] = useState(0)
  const close = () => (isAnew ? setEdition(edition + 1) : setOpen(false))
  return (
    <>
      <section aria-label="Other">
        <button type="button">Change</button>
      </section>
      <section aria-label="Address">
        {!isOpen && (
          <button type="button" onClick={() => setOpen(true)}>
            Change
          </button>
        )}
        {isOpen && (
          <form key={edition} aria-label="New address">
            <input aria-label="Street" />
            <button type="button" onClick={close}>
              Cancel
            </button>
          </form>
        )}
      </section>
    </>
  )
}

function Only() {
  const [isThere, setThere] = useState(true)
  return (
    <>
      <input aria-label="Name" />
      <section aria-label="Hosts">
        {isThere && (
          <button type="button" onClick={() => setThere(false)}>
            Remove
          </button>
        )}
      </section>
    </>
  )
}

/** A page with one part, out of which a form goes after a question. */
function Asked() {
  const [isOpen, setOpen] = useState(true)
  const ask = async () => setOpen(!(await confirm({ title: 'Sure?', children: 'It goes.', confirmLabel: 'Discard' })))
  return (
    <main id="content" tabIndex={-1}>
      <section aria-label="Address">
        {isOpen && (
          <button type="button" onClick={() => void ask()}>
            Cancel
          </button>
        )}
      </section>
    </main>
  )
}

describe('the focus of a form on the page', () => {
  const room = () => within(screen.getByRole('region', { name: 'Address' }))
  const open = async (page: ReactElement) => {
    const { user } = render(page)
    await user.click(room().getByRole('button', { name: 'Change' }))
    await user.click(screen.getByLabelText('Street'))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(document.activeElement).toBe(document.body)
    return user
  }

  it('goes to what opened it, also where that is drawn anew', async () => {
    await open(<Shown />)
    await waitFor(() => expect(document.activeElement).toBe(room().getByRole('button', { name: 'Change' })))
  })

  it('stays where it begins anew', async () => {
    await open(<Shown isAnew />)
    await waitFor(() => expect(document.activeElement).toBe(room().getByRole('button', { name: 'Cancel' })))
  })

  it('stays in its part after a question that takes what was pressed away', async () => {
    const { user } = render(<Asked />)
    await user.click(room().getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Address' })))
  })

  it('goes to the place where nothing else is left of it, and not where somebody went on', async () => {
    const gone = () => screen.getByRole('button', { name: 'Remove' })
    const { user, unmount } = render(<Only />)
    await user.click(gone())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Hosts' })))
    unmount()
    const again = render(<Only />)
    await again.user.click(gone())
    await again.user.click(screen.getByLabelText('Name'))
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  })
})

describe('StatsCard', () => {
  it('WID-046 WID-047 shows a count for each category, and no total', () => {
    render(<StatsCard title="Keywords" counts={{ a: 1, total: 9 }} />)
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['a'])
    expect(screen.getAllByRole('definition').map((count) => count.textContent)).toEqual(['1'])
  })

  it('WID-048 writes underscores as blanks', () => {
    render(<StatsCard title="Keywords" counts={{ not_found_yet: 2 }} />)
    expect(screen.getByText('not found yet')).toBeTruthy()
  })

  it('WID-049 is of the type primary unless told', () => {
    const { container, rerender } = render(<StatsCard title="Keywords" counts={{}} />)
    expect(container.querySelector('[data-type]')?.getAttribute('data-type')).toBe('primary')
    for (const type of tones) {
      rerender(<StatsCard title="Keywords" counts={{}} type={type} />)
      expect(container.querySelector('[data-type]')?.getAttribute('data-type')).toBe(type)
    }
  })

  it('keeps its place while the counts are on their way', () => {
    const { container } = render(<StatsCard title="Keywords" counts={undefined} />)
    expect(container.querySelectorAll('[data-skeleton-row]')).toHaveLength(3)
  })
})

describe('SkeletonLines', () => {
  it('WID-050 CON-023 has three rows unless told', () => {
    const { container, rerender } = render(<SkeletonLines />)
    expect(container.querySelectorAll('[data-skeleton-row]')).toHaveLength(3)
    rerender(<SkeletonLines rows={5} />)
    expect(container.querySelectorAll('[data-skeleton-row]')).toHaveLength(5)
  })
})

describe('a field that searches', () => {
  it('takes what is typed for the name that stands in it', async () => {
    const { user } = render(
      <Select label="Client" searchable data={['Bright Smiles', 'Harbor Roofing']} defaultValue="Bright Smiles" />,
    )
    const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Client' })
    await user.click(field)
    await user.keyboard('Har')
    expect(field.value).toBe('Har')
    expect(await screen.findByRole('option', { name: 'Harbor Roofing' })).toBeDefined()
  })

  it.each([
    ['the whole name', 'new york{Tab}', 'New York'],
    ['what only one choice holds', 'illin{Enter}', 'Illinois'],
    ['what several hold', 'new{Tab}', ''],
    ['nothing', '{Tab}', ''],
  ])('takes the choice that is meant, after %s', async (_, keys, chosen) => {
    const { user } = render(<Select label="State" searchable data={['Illinois', 'New Jersey', 'New York']} />)
    const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'State' })
    await user.click(field)
    await user.keyboard(keys)
    await user.tab()
    expect(field.value).toBe(chosen)
  })

  it('says that its list is open when it is opened for the first time, and which list that is', async () => {
    const { user } = render(<Select label="State" data={['Illinois', 'New York']} />)
    await user.tab()
    await user.keyboard('{ArrowDown}')
    const field = screen.getByRole('combobox', { name: 'State', expanded: true })
    expect(screen.getByRole('listbox').id).toBe(field.getAttribute('aria-controls'))
  })

  it('keeps what is chosen where the keyboard only comes by', async () => {
    const { user } = render(<Select label="State" searchable data={['Illinois']} defaultValue="Illinois" />)
    await user.tab()
    await user.tab()
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'State' }).value).toBe('Illinois')
  })
})

describe('PageShape', () => {
  it.each(['table', 'form', 'figures', 'card', 'text'] as const)('says that a page is on its way, as %s', (shape) => {
    const { container } = render(<PageShape shape={shape} />)
    expect(container.querySelector(`[aria-busy="true"][data-shape="${shape}"]`)?.textContent).toBe('Loading')
  })

  it('has the title of a card and of a text where they have it: within', () => {
    const titleIn = (shape: Shape) => {
      const { container, unmount } = render(<PageShape shape={shape} />)
      const isWithin = container.querySelector('[class*="body"] > [class*="title"]') !== null
      unmount()
      return isWithin
    }
    const shapes = ['table', 'form', 'figures', 'card', 'text'] as const
    expect(shapes.filter(titleIn)).toEqual(['card', 'text'])
  })
})

describe('ProgressBar', () => {
  it.each([
    [-5, 0],
    [42, 42],
    [150, 100],
    [Number.NaN, 0],
  ])('WID-068 CON-027 holds %d at %d', (value, held) => {
    render(<ProgressBar label="Upload" value={value} />)
    expect(clampProgress(value)).toBe(held)
    expect(screen.getByRole('progressbar', { name: 'Upload' }).getAttribute('aria-valuenow')).toBe(String(held))
  })

  it('shows how many of how many', () => {
    render(<ProgressBar label="Upload" value={42} counts={{ done: 4200, total: 10_000 }} />)
    expect(screen.getByText('4,200 of 10,000')).toBeTruthy()
  })
})

describe('states', () => {
  it('offers what fills an empty list', () => {
    render(<EmptyState title="No clients yet" action={<button type="button">Add a client</button>} />)
    expect(screen.getByRole('button', { name: 'Add a client' })).toBeTruthy()
  })

  it('says what failed, and tries again', async () => {
    const again = vi.fn()
    const { user } = render(<ErrorState title="The report could not be loaded" onRetry={again} />)
    expect(screen.getByRole('alert').textContent).toContain('The report could not be loaded')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(again).toHaveBeenCalledOnce()
  })
})

describe('RelativeTime', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')

  it.each([
    ['2026-11-21T11:59:30Z', 'just now'],
    ['2026-11-21T11:55:00Z', '5 minutes ago'],
    ['2026-11-20T12:00:00Z', 'yesterday'],
    ['2026-11-28T12:00:00Z', 'next week'],
  ])('says %s as %s', (at, words) => {
    expect(timeAgo(Date.parse(at), now)).toBe(words)
  })

  it('CON-016 keeps the exact time at hand, in the zone of the system', () => {
    const { container } = render(<RelativeTime at="2026-11-20T15:04:00Z" />)
    expect(SYSTEM_ZONE).toBe('America/Chicago')
    expect(container.querySelector('time')?.title).toMatch(/Nov 20, 2026.*9:04:00.AM CST/)
    expect(container.querySelector('time')?.dateTime).toBe('2026-11-20T15:04:00.000Z')
  })

  it('says a time of a sentence without its seconds', () => {
    expect(dayAndTime(Date.parse('2026-11-20T15:04:07Z'), SYSTEM_ZONE)).toMatch(/^Nov 20, 2026,.9:04.AM CST$/)
  })

  it('shows a dash for what is no time', () => {
    render(<RelativeTime at="soon" />)
    expect(screen.getByText('—')).toBeTruthy()
  })
})

describe('days', () => {
  it('LOG-09 COB-09 counts 7, 30 and 90 days back from today', () => {
    expect(shortcuts.map(({ label, days }) => [label, days])).toEqual([
      ['Last week', 7],
      ['Last month', 30],
      ['Last 3 months', 90],
    ])
    expect(lastDays(7, '2026-11-21')).toEqual({ from: '2026-11-15', to: '2026-11-21' })
  })

  it('crosses months, years and leap days', () => {
    expect([addDays('2027-01-01', -1), addDays('2028-02-28', 1), addDays('2026-03-08', 1)]).toEqual([
      '2026-12-31',
      '2028-02-29',
      '2026-03-09',
    ])
  })
})

describe('FormButtons', () => {
  it('leaves the focus in the field, so that a fault that comes or goes moves no button from under the press', () => {
    render(
      <FormButtons>
        <button type="submit">Save</button>
      </FormButtons>,
    )
    expect(fireEvent.mouseDown(screen.getByRole('button', { name: 'Save' }))).toBe(false)
  })
})

describe('CopyableId', () => {
  it('copies the whole id and says so', async () => {
    const { user } = render(<CopyableId value="cmp_01KA9X3M5V" />)
    await user.click(screen.getByRole('button', { name: 'Copy id cmp_01KA9X3M5V' }))
    expect(await navigator.clipboard.readText()).toBe('cmp_01KA9X3M5V')
    expect(screen.getByRole('status').textContent).toBe('Copied')
  })
})
