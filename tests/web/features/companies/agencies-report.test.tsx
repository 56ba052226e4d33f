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

type Report = Output<'agencies.report'>
const row = (company_name: string, more: Partial<Report['data'][number]> = {}) => ({
  ...{ company_id: `com_${company_name}`, company_name, clients: 12, active_campaigns: 3, leads: 1234 },
  ...{ wholesale: '308.5', retail: '1234', payment_status: '' as const, ...more },
})
const report = (data: Report['data'], total = data.length, page = 1): Report => ({
  ...{ data, current_page: page, last_page: Math.ceil(total / 10) || 1, total, per_page: 10, next_cursor: null },
  ...{ from: data.length ? (page - 1) * 10 + 1 : 0, to: (page - 1) * 10 + data.length },
})

async function open(handlers: Parameters<typeof openAgencies>[0]) {
  const opened = await openAgencies({ 'clients.list': () => pageOf(root), ...handlers })
  await opened.user.click(await screen.findByRole('button', { name: 'Import and export' }))
  await opened.user.click(await screen.findByRole('menuitem', { name: 'Agencies report', hidden: true }))
  return { ...opened, dialog: within(await screen.findByRole('dialog', { name: 'Agencies report' })) }
}

describe('the agencies report', () => {
  it('shows what each agency has and made in the last month, page by page', async () => {
    vi.setSystemTime('2026-11-21T12:00:00Z')
    const { dialog, server, user } = await open({
      'agencies.report': ({ Page }) =>
        report([row(Page === 2 ? 'Cedar' : 'Aurora', { payment_status: 'failed' })], 11, Page),
    })
    const cells = within(await dialog.findByRole('row', { name: /Aurora/ })).getAllByRole('cell')
    expect(cells.map((cell) => cell.textContent)).toEqual([
      ...['Aurora', '12', '3', '1,234', '$308.50', '$1,234.00', 'Failed'],
    ])
    await user.click(dialog.getByRole('button', { name: 'Page 2' }))
    expect(await dialog.findByText('Cedar')).toBeDefined()
    expect(server.named('agencies.report').map(({ input }) => [input.start, input.end, Number(input.Page)])).toEqual([
      ['2026-10-23', '2026-11-21', 1],
      ['2026-10-23', '2026-11-21', 2],
    ])
  })

  it('is saved as a file of all agencies, and says so when the file does not come', async () => {
    const file = { url: 'https://files.example/report.csv', filename: 'report.csv' }
    const { dialog, server, user } = await open({
      'agencies.report': ({ format }) => ({ ...report([row('Aurora')]), ...(format === 'csv' && { file }) }),
    })
    await dialog.findByText('Aurora')
    const save = dialog.getByRole('button', { name: 'Download all as CSV' })
    await user.click(save)
    expect(await screen.findByText('There was an error downloading file')).toBeDefined()
    server.files.set(file.url, () => new Response('Agency,Clients\r\n'))
    await user.click(await dialog.findByRole('button', { name: 'Download all as CSV' }))
    expect(await screen.findByText('Download Successful')).toBeDefined()
    const { start, end } = server.named('agencies.report')[0]?.input ?? {}
    expect(saved.mock.calls).toEqual([[`agencies-report-${start}-${end}.csv`]])
  })

  it('says what is wrong with the days, and offers no file of what cannot be shown', async () => {
    let fails = true
    const { dialog, user } = await open({
      'agencies.report': () => {
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
    await openAgencies({ 'agencies.salesDownline': () => pageOf(root) }, salesPerson())
    expect(screen.queryByRole('button', { name: 'Import and export' })).toBeNull()
  })
})
