import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Output } from '#shared/contracts/index.ts'
import { fieldWords } from '#web/features/audit/log-changes.tsx'
import { freshBrowser, lists, openAgencies, root, rowNamed } from '../companies/stage.tsx'

freshBrowser()

type LogPage = Output<'audit.list'>
type Entry = LogPage['data'][number]
const entry = (description: string, changes?: Entry['changes']): Entry => ({
  name: 'Ada Agency',
  type_user: 'Admin',
  location: 'Chicago',
  user_ip: '203.0.113.7',
  action: 'Refund',
  description,
  company_name: 'Cedar',
  create_date: '2026-11-01T12:00:00.000Z',
  ...(changes && { changes }),
})
const logPage = (data: Entry[]): LogPage => ({
  data,
  current_page: 1,
  last_page: 1,
  total: data.length,
  from: 1,
  to: data.length,
  per_page: 10,
  next_cursor: null,
  is_cut: false,
})
async function open(data: Entry[]) {
  const opened = await openAgencies({ 'companies.list': lists({ com_root: root }), 'audit.list': () => logPage(data) })
  await opened.user.click((await rowNamed('Cedar')).getByRole('button', { name: 'More actions Cedar' }))
  await opened.user.click(await screen.findByRole('menuitem', { name: 'User logs', hidden: true }))
  return { ...opened, dialog: within(await screen.findByRole('dialog', { name: "Agency User's Logs: Cedar" })) }
}

describe('what an entry of the log changed', () => {
  it('opens under the entry, field by field, with the description in full', async () => {
    const said = 'Set the onboarding charge of Cedar and its successors'
    const { dialog, user } = await open([
      entry(said, [
        { field: 'amountCents', before: 0, after: 12_550 },
        { field: 'takesCoupons', before: false, after: true },
        { field: 'modules.b2b.name', before: 'B2B ID', after: null },
      ]),
      entry('Signed in'),
    ])
    const openers = await dialog.findAllByRole('button', { name: /^What changed/ })
    expect(openers).toHaveLength(1)
    await user.click(openers[0] ?? document.body)
    const table = within(dialog.getByRole('table', { name: `What changed: ${said}` }))
    expect(
      table.getAllByRole('row').map((row) =>
        within(row)
          .queryAllByRole('columnheader')
          .concat(within(row).queryAllByRole('rowheader'), within(row).queryAllByRole('cell'))
          .map((c) => c.textContent),
      ),
    ).toEqual([
      ['Field', 'Before', 'After'],
      ['Amount', '$0.00', '$125.50'],
      ['Takes coupons', 'no', 'yes'],
      ['Modules b2b name', 'B2B ID', 'nothing'],
    ])
    expect(dialog.getByText(said)).toBeDefined()
  })

  it('is not offered where no entry says it', async () => {
    const { dialog } = await open([entry('Signed in')])
    await dialog.findByText('Signed in')
    expect(dialog.queryByRole('button', { name: /^What changed/ })).toBeNull()
  })

  it.each([
    ['person.getsNotices', 'Person gets notices'],
    ['minimum_spend', 'Minimum spend'],
    ['monthlyCapCents', 'Monthly cap'],
    ['cancelledAt', 'Cancelled'],
  ])('calls %s %s', (field, words) => expect(fieldWords(field)).toBe(words))
})
