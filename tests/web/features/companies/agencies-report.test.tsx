import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Output } from '#shared/contracts/index.ts'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { freshBrowser, openAgencies, pageOf, root, salesPerson } from './stage.tsx'

freshBrowser()
const saved = vi.fn()
// A link that is followed would lead the page of the tests away.
beforeEach(() => {
  saved.mockReset()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved(this.download)
  })
})
afterEach(() => void vi.useRealTimers())

type Report = Output<'companies.report'>
type ReportFile = NonNullable<Report['file']>
const row = (company_name: string, more: Partial<Report['data'][number]> = {}) => ({
  company_id: `com_${company_name}`,
  company_name,
  clients: 12,
  active_campaigns: 3,
  leads: 1234,
  wholesale: '308.5',
  retail: '1234',
  payment_status: '' as const,
  ...more,
})
const report = (data: Report['data'], total = data.length, page = 1): Report => ({
  data,
  current_page: page,
  last_page: Math.ceil(total / 10) || 1,
  total,
  per_page: 10,
  next_cursor: null,
  from: data.length ? (page - 1) * 10 + 1 : 0,
  to: (page - 1) * 10 + data.length,
})

async function open(handlers: Parameters<typeof openAgencies>[0]) {
  const opened = await openAgencies({ 'companies.list': () => pageOf(root), ...handlers })
  await opened.user.click(await screen.findByRole('button', { name: 'Import and export' }))
  await opened.user.click(await screen.findByRole('menuitem', { name: 'Agencies report', hidden: true }))
  return { ...opened, dialog: within(await screen.findByRole('dialog', { name: 'Agencies report' })) }
}

describe('the agencies report', () => {
  it('shows what each agency has and made in the last month, page by page', async () => {
    vi.setSystemTime('2026-11-21T12:00:00Z')
    const { dialog, server, user } = await open({
      'companies.report': ({ Page }) =>
        report([row(Page === 2 ? 'Cedar' : 'Aurora', { payment_status: 'failed' })], 11, Page),
    })
    const cells = within(await dialog.findByRole('row', { name: /Aurora/ })).getAllByRole('cell')
    expect(cells.map((cell) => cell.textContent)).toEqual([
      ...['Aurora', '12', '3', '1,234', '$308.50', '$1,234.00', 'Failed'],
    ])
    // Pages of leads show the prices that these came with, also where they were given back.
    await user.hover(dialog.getByRole('button', { name: 'Retail' }))
    expect(await screen.findByText('Without what was given back on these days.')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Page 2' }))
    expect(await dialog.findByText('Cedar')).toBeDefined()
    expect(server.named('companies.report').map(({ input }) => [input.start, input.end, Number(input.Page)])).toEqual([
      ['2026-10-23', '2026-11-21', 1],
      ['2026-10-23', '2026-11-21', 2],
    ])
  })

  it('says by how much more was given back than sold', async () => {
    const { dialog } = await open({
      'companies.report': () => report([row('Aurora', { leads: 0, wholesale: '-0.75', retail: '-1.5' })]),
    })
    const cells = within(await dialog.findByRole('row', { name: /Aurora/ })).getAllByRole('cell')
    expect(cells.slice(3, 6).map((cell) => cell.textContent)).toEqual(['0', '\u2212$0.75', '\u2212$1.50'])
  })

  const url = 'https://files.example/report.csv'
  const fileOf = (input: { start: string; end: string }, more: Partial<ReportFile> = {}): ReportFile => ({
    id: 'exp_1',
    filename: `agencies-report-${input.start}-${input.end}.csv`,
    status: 'waiting',
    current_row: 0,
    total_row: 0,
    reason: null,
    ...more,
  })

  it('is ordered as a file of all agencies, says how far it is, and is saved once it is there', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let state: Partial<ReportFile> = {}
    const { dialog, server, user } = await open({
      'companies.report': (input) => ({
        ...report([row('Aurora')]),
        ...(input.format === 'csv' && { file: fileOf(input, state) }),
      }),
    })
    server.files.set(url, () => new Response('Agency,Clients\r\n'))
    await dialog.findByText('Aurora')
    await user.click(dialog.getByRole('button', { name: 'Download all as CSV' }))
    expect(await dialog.findByText('You may close this and come back for it.')).toBeDefined()
    const save = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Download all as CSV' })
    expect(save().disabled).toBe(true)
    state = { status: 'running', current_row: 300, total_row: 1200 }
    await vi.advanceTimersByTimeAsync(2100)
    expect(await dialog.findByText('300 of 1,200')).toBeDefined()
    expect(dialog.getByRole('progressbar', { name: 'Making the file' }).getAttribute('aria-valuenow')).toBe('25')
    expect(saved).not.toHaveBeenCalled()
    state = { status: 'done', current_row: 1200, total_row: 1200, url }
    await vi.advanceTimersByTimeAsync(2100)
    expect(await screen.findByText('Download Successful')).toBeDefined()
    const { start, end } = server.named('companies.report')[0]?.input ?? {}
    expect(saved.mock.calls).toEqual([[`agencies-report-${start}-${end}.csv`]])
    expect(server.named('companies.report').filter(({ input }) => input.format === 'csv' && !input.file)).toHaveLength(
      1,
    )
    await user.click(await dialog.findByRole('button', { name: 'Save it' }))
    await vi.waitFor(() => expect(saved).toHaveBeenCalledTimes(2), 60_000)
    expect(save().disabled).toBe(false)
  })

  it('is found again while it is made, and left to be saved by hand', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let state: Partial<ReportFile> = { status: 'running', current_row: 1, total_row: 4 }
    const { dialog, user, server } = await open({
      'companies.report': (input) => ({ ...report([row('Aurora')]), file: fileOf(input, state) }),
    })
    server.files.set(url, () => new Response('Agency,Clients\r\n'))
    expect(await dialog.findByText('1 of 4')).toBeDefined()
    state = { status: 'done', current_row: 4, total_row: 4, url }
    await vi.advanceTimersByTimeAsync(2100)
    const save = await dialog.findByRole('button', { name: 'Save it' })
    expect(saved).not.toHaveBeenCalled()
    await user.click(save)
    expect(await screen.findByText('Download Successful')).toBeDefined()
  })

  it('says so when the file could not be made or does not come, and offers it again', async () => {
    let state: Partial<ReportFile> = { status: 'failed', reason: 'The file could not be finished. Please try again.' }
    const { dialog, user } = await open({
      'companies.report': (input) => ({
        ...report([row('Aurora')]),
        ...(input.format === 'csv' && { file: fileOf(input, state) }),
      }),
    })
    await dialog.findByText('Aurora')
    await user.click(dialog.getByRole('button', { name: 'Download all as CSV' }))
    expect(await dialog.findByText('The file could not be finished. Please try again.')).toBeDefined()
    state = { id: 'exp_2', status: 'done', url: 'https://files.example/gone.csv' }
    await user.click(dialog.getByRole('button', { name: 'Download all as CSV' }))
    expect(await screen.findByText('There was an error downloading file')).toBeDefined()
  })

  it('says what is wrong with the days, and offers no file of what cannot be shown', async () => {
    let fails = true
    const { dialog, user } = await open({
      'companies.report': () => {
        if (fails) throw new Refusal('invalid', 'Choose at most 366 days.')
        return report([])
      },
    })
    expect(await dialog.findByText('Choose at most 366 days.')).toBeDefined()
    const save = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Download all as CSV' })
    expect(save().disabled).toBe(true)
    fails = false
    await user.click(dialog.getByRole('button', { name: 'Try again' }))
    expect(await dialog.findByText('No agencies yet')).toBeDefined()
    expect(save().disabled).toBe(true)
  })

  it('is for operators alone', async () => {
    await openAgencies({ 'companies.salesDownline': () => pageOf(root) }, salesPerson())
    expect(screen.queryByRole('button', { name: 'Import and export' })).toBeNull()
  })
})
