import { screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'
import { daysIn } from '#shared/dates.ts'
import { showChange } from '#shared/reports/change.ts'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { DateTime } from '#web/ui/date-time.tsx'
import { rangesIn } from '#web/ui/days.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { leave } from '#web/ui/leave.ts'
import { Money } from '#web/ui/money.tsx'
import { Page } from '#web/ui/page.tsx'
import { PersonName } from '#web/ui/person-name.tsx'
import { SecretOnce } from '#web/ui/secret-once.tsx'
import { Status } from '#web/ui/status.tsx'
import { Timeline } from '#web/ui/timeline.tsx'
import { TrailContext } from '#web/ui/trail.tsx'
import { unsavedIn } from '#web/ui/unsaved.ts'
import { ZonedDateRange, zoneName } from '#web/ui/zoned-date-range.tsx'
import { render } from '../render.tsx'

const HOUR = 3_600_000

describe('ranges of a zone', () => {
  const rangeOf = (label: string, zone: string, at: string) =>
    rangesIn(zone, Date.parse(at)).find((each) => each.label === label)?.range

  it.each([
    // The last hour of a day that began before the clocks went back.
    ['America/Chicago', '2026-11-01T04:59:00Z', '2026-10-31'],
    ['America/Chicago', '2026-11-01T05:00:00Z', '2026-11-01'],
    // It lasts 25 hours: at midnight by the summer's clock it is still the same day.
    ['America/Chicago', '2026-11-02T05:30:00Z', '2026-11-01'],
    ['America/Chicago', '2026-11-02T06:00:00Z', '2026-11-02'],
    ['Pacific/Kiritimati', '2026-11-01T10:30:00Z', '2026-11-02'],
  ])('in %s it is at %s the day %s', (zone, at, day) => {
    expect(rangeOf('Today', zone, at)).toEqual({ from: day, to: day })
  })

  it('counts days by the calendar where one of them has 23 or 25 hours', () => {
    const week = rangeOf('Last 7 days', 'America/New_York', '2026-03-10T15:00:00Z')
    expect(week).toEqual({ from: '2026-03-04', to: '2026-03-10' })
    const spring = daysIn('America/New_York', '2026-03-08', '2026-03-08')
    const autumn = daysIn('America/New_York', '2026-11-01', '2026-11-01')
    expect([(spring.end - spring.start) / HOUR, (autumn.end - autumn.start) / HOUR]).toEqual([23, 25])
  })

  it('knows this month and the whole one before', () => {
    expect(rangeOf('This month', 'UTC', '2026-03-01T12:00:00Z')).toEqual({ from: '2026-03-01', to: '2026-03-01' })
    expect(rangeOf('Month before', 'UTC', '2028-03-31T12:00:00Z')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
    expect(rangeOf('Month before', 'UTC', '2027-01-05T12:00:00Z')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  })

  it('says whose days they are, and takes a range by one press', async () => {
    const onChange = vi.fn()
    const { user } = render(
      <ZonedDateRange label="Days" timeZone="America/Chicago" value={undefined} onChange={onChange} />,
    )
    expect(screen.getByText('Days in Central Time')).toBeDefined()
    expect(zoneName('Asia/Tokyo', Date.parse('2026-11-01T00:00:00Z'))).toBe('Japan Standard Time')
    await user.click(screen.getByRole('button', { name: 'Days: Any time' }))
    await user.click(await screen.findByRole('button', { name: 'Month before', hidden: true }))
    const before = rangesIn('America/Chicago', Date.now()).find(({ label }) => label === 'Month before')?.range
    expect(onChange).toHaveBeenCalledWith(before)
  })

  it('is named where no label stands above it', () => {
    render(<ZonedDateRange timeZone="UTC" value={undefined} onChange={vi.fn()} />)
    expect(screen.getByRole('textbox', { name: 'Days' })).toBeDefined()
  })
})

describe('Figure', () => {
  it.each([
    [1284, 1102, '+16.5%'],
    [12, 40, '\u221270%'],
    [4, 0, 'New'],
    [7, 7, 'No change'],
    [-10, -20, '+50%'],
  ])('says of %d after %d: %s', (now, before, said) => {
    expect(showChange({ now, before })).toBe(said)
  })

  it('says what it is compared with, only once there is a figure', () => {
    const change = { now: 4, before: 2, against: 'the 30 days before' }
    const { rerender } = render(<Figure label="Leads" value="4" change={change} />)
    expect(screen.getByText('against the 30 days before')).toBeDefined()
    rerender(<Figure label="Leads" value={undefined} change={change} />)
    expect(screen.queryByText(/against/)).toBeNull()
  })

  it('tries again what could not be had', async () => {
    const again = vi.fn()
    const { user } = render(<Figure label="Leads" value={undefined} onRetry={again} />)
    expect(screen.getByRole('alert').textContent).toBe('Leads could not be loaded')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(again).toHaveBeenCalledOnce()
  })
})

describe('names, money and dates', () => {
  it.each([
    ['Ada Agency', 'AA'],
    ['José Ángel Núñez', 'JÁ'],
    ['👩🏽‍🚀 Ripley', '👩🏽‍🚀R'],
    ['陳大文', '陳'],
    ['e\u0301mile zola', 'E\u0301Z'],
  ])('has of %s the first signs as people see them', (name, initials) => {
    const { container } = render(<PersonName name={name} />)
    expect(container.querySelector('[aria-hidden]')?.textContent).toBe(initials)
    expect(screen.getByTitle(name).getAttribute('dir')).toBe('auto')
  })

  it('writes what is owed with a real minus sign, and nothing as a dash', () => {
    const { container, rerender } = render(<Money cents={-23_050} />)
    expect(container.querySelector('[data-figures]')?.textContent).toBe('\u2212$230.50')
    rerender(<Money cents={undefined} />)
    expect(container.querySelector('[data-figures]')?.textContent).toBe('—')
  })

  it('shows the day in the zone it is asked for, and the exact time on hover', () => {
    const { container } = render(<DateTime at="2026-11-21T04:30:00Z" timeZone="America/New_York" />)
    const time = container.querySelector('time')
    expect([time?.textContent, time?.dateTime]).toEqual(['Nov 20, 2026', '2026-11-21T04:30:00.000Z'])
    expect(time?.title).toMatch(/Nov 20, 2026.*11:30:00.PM EST/)
  })
})

describe('states, facts and what happened', () => {
  it('says how something stands, and why', () => {
    render(
      <Status tone="danger" reason="The card was declined.">
        Stopped
      </Status>,
    )
    expect(screen.getByText('Stopped').closest('span[class*="status"]')?.textContent).toBe(
      'StoppedThe card was declined.',
    )
  })

  it('names each fact, and keeps its place while it loads', () => {
    const facts = [
      { label: 'Balance', value: '$1' },
      { label: 'Referral', value: undefined },
    ]
    const { rerender } = render(<Facts facts={facts} />)
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['$1', '—'])
    rerender(<Facts facts={facts} loading />)
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Balance', 'Referral'])
    expect(screen.queryByText('$1')).toBeNull()
  })

  it('lists what happened in the order it is given, with who did it', () => {
    const moments = [
      { key: '2', at: '2026-11-20T15:04:00Z', title: 'Card declined', by: 'the bank' },
      { key: '1', at: '2026-11-01T15:04:00Z', title: 'Created' },
    ]
    const { rerender } = render(<Timeline moments={moments} empty="" />)
    const items = within(screen.getByRole('list')).getAllByRole('listitem')
    expect(items[0]?.textContent).toMatch(/^Card declined.* · the bank$/)
    expect(items).toHaveLength(2)
    rerender(<Timeline moments={[]} empty="What happens is listed here." />)
    expect(screen.getByText('What happens is listed here.')).toBeDefined()
  })

  it('draws nothing that is read out', () => {
    const { container } = render(<EmptyState title="No clients yet" drawing="people" />)
    expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
  })
})

describe('text for machines', () => {
  it('copies code whole', async () => {
    const code = '<script src="/px/12345678.js"></script>\n<noscript></noscript>'
    const { user } = render(<CodeBlock label="Pixel" code={code} />)
    await user.click(screen.getByRole('button', { name: 'Copy Pixel' }))
    expect(await navigator.clipboard.readText()).toBe(code)
    expect(screen.getByRole('button', { name: 'Copied' })).toBeDefined()
  })

  it('keeps a secret until the person has it, and asks before it is lost', async () => {
    const onDone = vi.fn()
    const { user } = render(<SecretOnce label="API key" secret="ll_live_1" onDone={onDone} />)
    expect(unsavedIn('page')).toHaveLength(1)
    // Nothing was changed here: what is asked is whether it was copied.
    const go = vi.fn()
    leave('page', go)
    const question = within(await screen.findByRole('dialog', { name: 'Have you copied your API key?' }))
    await user.click(question.getByRole('button', { name: 'Go back' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(go).not.toHaveBeenCalled()
    const done = screen.getByRole('button', { name: 'Done' })
    expect(done.hasAttribute('disabled')).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Copy API key' }))
    expect(await navigator.clipboard.readText()).toBe('ll_live_1')
    await user.click(screen.getByRole('checkbox', { name: 'I keep it in a safe place' }))
    await user.click(done)
    expect(onDone).toHaveBeenCalledOnce()
    expect(unsavedIn('page')).toHaveLength(0)
  })
})

describe('Page', () => {
  const trail = [{ label: 'Agencies', to: '/agencies' }]

  it('shows the way to it, with links to what lies above', () => {
    render(
      <MemoryRouter>
        <Page title="Northlight" trail={trail} description="An agency" action={<button type="button">Edit</button>}>
          Content
        </Page>
      </MemoryRouter>,
    )
    const way = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    expect(way.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Agencies', 'Northlight'])
    expect(way.getByRole('link', { name: 'Agencies' }).getAttribute('href')).toBe('/agencies')
    expect(way.getByText('Northlight').getAttribute('aria-current')).toBe('page')
    expect(screen.getByRole('heading', { level: 1, name: 'Northlight' })).toBeDefined()
  })

  it('puts the way where the frame keeps room for it, after what the frame says', () => {
    const place = document.body.appendChild(document.createElement('div'))
    render(
      <MemoryRouter>
        <TrailContext value={{ place, start: [{ label: 'Clients' }] }}>
          <Page title="Northlight" trail={trail}>
            Content
          </Page>
        </TrailContext>
      </MemoryRouter>,
    )
    expect(place.textContent).toBe('ClientsAgenciesNorthlight')
    place.remove()
  })

  it('shows no way where there is none above it', () => {
    render(<Page title="Leads">Content</Page>)
    expect(screen.queryByRole('navigation')).toBeNull()
  })
})
