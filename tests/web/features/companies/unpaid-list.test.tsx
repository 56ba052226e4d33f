import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Output } from '#shared/contracts/index.ts'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { freshBrowser, openAgencies, operator, pageOf, root } from './stage.tsx'

freshBrowser()

type Row = Output<'payments.listUnpaid'>['data'][number]
const row = (company_name: string, more: Partial<Row> = {}): Row => ({
  id: `INV-${company_name}`,
  user_id: `usr_${company_name}`,
  company_id: `com_${company_name}`,
  company_name,
  agency_name: 'Northlight',
  company_type: 'client',
  description: 'Leads of Roofs',
  amount: '90.00',
  root_amount: '25.00',
  failed_at: new Date(Date.now() - 3 * 86_400_000).toISOString(),
  reason: 'Your card was declined.',
  attempts: 4,
  next_try_at: null,
  ...more,
})

async function open(handlers: Parameters<typeof openAgencies>[0]) {
  const opened = await openAgencies({ 'companies.list': () => pageOf(root), ...handlers })
  await opened.user.click(await screen.findByRole('button', { name: 'Unpaid invoices' }))
  return { ...opened, dialog: within(await screen.findByRole('dialog', { name: 'Unpaid invoices' })) }
}

it('shows operators who owes what since when, and settles it after a question', async () => {
  let rows = [row('Smiles'), row('Cedar', { company_type: 'agency', root_amount: '90.00' })]
  const { dialog, server, user } = await open({
    'payments.listUnpaid': () => ({ data: rows, next_cursor: null }),
    'payments.settleManually': () => {
      rows = rows.slice(1)
      return { result: 'success', message: 'Settled.' }
    },
  })
  const first = within(await dialog.findByRole('row', { name: /Smiles/ }))
  expect(first.getByRole('link', { name: 'Smiles' }).getAttribute('href')).toBe(
    '/configuration/company/com_Smiles?tab=money',
  )
  expect(first.getByText('Client of Northlight')).toBeDefined()
  expect(first.getByText('$25.00')).toBeDefined()
  expect(first.getByText('3 days ago')).toBeDefined()
  expect(first.getByText('No more tries after 4')).toBeDefined()
  expect(first.getByText('The card was declined.')).toBeDefined()
  expect(dialog.getByText('$115.00')).toBeDefined()
  await user.click(first.getByRole('button', { name: 'Settle what is owed Smiles: Leads of Roofs' }))
  await user.click(await screen.findByRole('button', { name: 'Settle' }))
  await waitFor(() => expect(dialog.queryByRole('row', { name: /Smiles/ })).toBeNull())
  expect(server.named('payments.settleManually')[0]?.input).toEqual({ userID: 'usr_Smiles' })
})

it('says of what a bank took back that no card is asked for it', async () => {
  const reason = "The card's owner says that they did not make this payment."
  const { dialog } = await open({
    'payments.listUnpaid': () => ({
      data: [row('Smiles', { disputed: true, reason, attempts: 1 })],
      next_cursor: null,
    }),
  })
  const only = within(await dialog.findByRole('row', { name: /Smiles/ }))
  expect(only.getByText('Disputed, not tried')).toBeDefined()
  expect(only.getByText(reason)).toBeDefined()
})

it('says of what nobody can look up that it is not known, and lets an operator say that it was not charged', async () => {
  const reason = 'It is not known whether this was charged.'
  const { dialog, server, user } = await open({
    'payments.listUnpaid': () => ({
      data: [row('Smiles', { unknown: true, reason, attempts: 1 }), row('Cedar')],
      next_cursor: null,
    }),
    'payments.settleManually': () => {
      throw new Refusal('conflict', 'It is known by now. Look again.')
    },
  })
  const first = within(await dialog.findByRole('row', { name: /Smiles/ }))
  expect(first.getByText('Not known yet')).toBeDefined()
  // In whole, where no cell cuts it.
  expect(within(dialog.getByRole('alert')).getByText(reason)).toBeDefined()
  const cedar = within(dialog.getByRole('row', { name: /Cedar/ }))
  expect(cedar.queryByRole('button', { name: /not charged/ })).toBeNull()
  await user.click(first.getByRole('button', { name: /^Say that it was not charged Smiles: / }))
  await user.click(await screen.findByRole('button', { name: 'It was not charged' }))
  expect(await screen.findByText('It is known by now. Look again.')).toBeDefined()
  expect(server.named('payments.settleManually')[0]?.input).toEqual({ userID: 'usr_Smiles', not_charged: true })
})

it('says that nothing is unpaid, and what failed', async () => {
  let isBroken = true
  const { dialog, user } = await open({
    'payments.listUnpaid': () => {
      if (isBroken) throw new Refusal('unavailable', 'Try again.')
      return { data: [], next_cursor: null }
    },
  })
  expect(await dialog.findByText('The list could not be loaded')).toBeDefined()
  isBroken = false
  await user.click(dialog.getByRole('button', { name: /Try again|Retry/ }))
  expect(await dialog.findByText('Nothing is unpaid')).toBeDefined()
})

it('does not say that nothing is unpaid where only this page has nothing', async () => {
  const { dialog } = await open({ 'payments.listUnpaid': () => ({ data: [], next_cursor: 'c2' }) })
  expect(await dialog.findByText('Nothing on this page')).toBeDefined()
  expect(dialog.queryByText('Nothing is unpaid')).toBeNull()
})

it('goes on to the next page and back', async () => {
  const { dialog, user } = await open({
    'payments.listUnpaid': ({ cursor }) =>
      cursor ? { data: [row('Later')], next_cursor: null } : { data: [row('Early')], next_cursor: 'c2' },
  })
  await dialog.findByRole('row', { name: /Early/ })
  await user.click(dialog.getByRole('button', { name: 'Newer' }))
  expect(await dialog.findByRole('row', { name: /Later/ })).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Older' }))
  expect(await dialog.findByRole('row', { name: /Early/ })).toBeDefined()
})

it('goes on by one page however often it is pressed before that page is there', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { dialog, user, server } = await open({
    'payments.listUnpaid': async ({ cursor }) => {
      if (!cursor) return { data: [row('Early')], next_cursor: 'c2' }
      await promise
      return { data: [row('Later')], next_cursor: null }
    },
  })
  await dialog.findByRole('row', { name: /Early/ })
  await user.dblClick(dialog.getByRole('button', { name: 'Newer' }))
  resolve()
  expect(await dialog.findByRole('row', { name: /Later/ })).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Older' }))
  expect(await dialog.findByRole('row', { name: /Early/ })).toBeDefined()
  expect(server.named('payments.listUnpaid').filter(({ input }) => input.cursor === 'c2')).toHaveLength(1)
})

it('settles nothing for whose role only reads', async () => {
  const modules = [
    {
      module_name: 'Settings',
      enable_permission: 'T' as const,
      create_permission: 'F' as const,
      update_permission: 'F' as const,
      delete_permission: 'F' as const,
    },
  ]
  const opened = await openAgencies(
    {
      'companies.list': () => pageOf(root),
      'payments.listUnpaid': () => ({ data: [row('Smiles')], next_cursor: null }),
    },
    operator({ user_permissions: { report_analytics: 'F', modules } }),
  )
  await opened.user.click(await screen.findByRole('button', { name: 'Unpaid invoices' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Unpaid invoices' }))
  await dialog.findByRole('row', { name: /Smiles/ })
  expect(dialog.queryByRole('button', { name: /^Settle what/ })).toBeNull()
})

it('lists refunds of which nobody can tell whether they went, looks again, and records that somebody saw to one', async () => {
  const refund = {
    leadspeekID: '12345678',
    campaign_name: 'Roofs',
    refund: 2,
    part: 0,
    company_name: 'Smiles',
    agency_name: 'Northlight',
    amount: '150.00',
    fee_amount: '50.00',
    since: new Date(Date.now() - 3 * 86_400_000).toISOString(),
    reason: 'It is not known whether this went back.',
  }
  let refunds = [refund]
  const { dialog, server, user } = await open({
    'payments.listUnpaid': () => ({ data: [], ...(refunds.length > 0 && { refunds }), next_cursor: null }),
    'payments.endRefund': ({ by_hand: isByHand }) => {
      if (isByHand) refunds = []
      return { result: 'success', message: isByHand ? 'Noted.' : 'Not known yet.', status: isByHand ? 'done' : 'open' }
    },
  })
  const entry = within(await dialog.findByRole('alert'))
  expect(entry.getByText('Refund of $150.00 to Smiles: Roofs')).toBeDefined()
  expect(entry.getByText('3 days ago')).toBeDefined()
  expect(entry.getByText(refund.reason)).toBeDefined()
  await user.click(entry.getByRole('button', { name: 'Look again' }))
  expect(await screen.findByText('Not known yet.')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Settled by hand' }))
  expect(server.named('payments.endRefund')).toHaveLength(1)
  await user.click(await screen.findByRole('button', { name: 'It was seen to' }))
  await waitFor(() => expect(dialog.queryByRole('alert')).toBeNull())
  const named = { leadspeekID: '12345678', refund: 2, part: 0 }
  expect(server.named('payments.endRefund').map(({ input }) => input)).toEqual([named, { ...named, by_hand: true }])
})

const owedBack = {
  charge: 'pi_1',
  company_name: 'Smiles',
  agency_name: 'Northlight',
  description: 'Start of Roofs',
  amount: '300.00',
  fee_amount: '100.00',
  since: new Date(Date.now() - 3 * 86_400_000).toISOString(),
  reason: 'This could not go back.',
}

it('lists whole charges that are to go back, and says before one is settled by hand that its fee does not go by itself', async () => {
  let charges = [owedBack]
  const { dialog, server, user } = await open({
    'payments.listUnpaid': () => ({ data: [], ...(charges.length > 0 && { charges }), next_cursor: null }),
    'payments.endOwedRefund': ({ by_hand: isByHand }) => {
      if (isByHand) charges = []
      return { result: 'success', message: isByHand ? 'Noted.' : 'Not known yet.', status: isByHand ? 'done' : 'open' }
    },
  })
  const entry = within(await dialog.findByRole('alert'))
  expect(entry.getByText('Refund of $300.00 to Smiles: Start of Roofs')).toBeDefined()
  await user.click(entry.getByRole('button', { name: 'Look again' }))
  expect(await screen.findByText('Not known yet.')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Settled by hand' }))
  await screen.findByText(/\$300\.00 went back to Smiles, and \$100\.00 of the fee to Northlight.*neither goes back/)
  await user.click(await screen.findByRole('button', { name: 'It was seen to' }))
  await waitFor(() => expect(dialog.queryByRole('alert')).toBeNull())
  const named = { charge: 'pi_1' }
  expect(server.named('payments.endOwedRefund').map(({ input }) => input)).toMatchObject([
    named,
    { ...named, by_hand: true },
  ])
})

it('says of a charge without a fee that it does not go back by itself once it is settled by hand', async () => {
  const { dialog, user } = await open({
    'payments.listUnpaid': () => ({ data: [], charges: [{ ...owedBack, fee_amount: '0.00' }], next_cursor: null }),
  })
  await user.click(await dialog.findByRole('button', { name: 'Settled by hand' }))
  expect(await screen.findByText(/\$300\.00 went back to Smiles, there .* it does not go back by itself/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
})

it('goes on to refunds of later pages, where no invoice is left', async () => {
  const charge = (id: string) => ({
    charge: id,
    company_name: id,
    agency_name: id,
    description: 'Start',
    amount: '3.00',
    fee_amount: '0.00',
    since: new Date(Date.now() - 86_400_000).toISOString(),
    reason: 'This could not go back.',
  })
  const { dialog, user } = await open({
    'payments.listUnpaid': ({ cursor }) => ({
      data: cursor ? [] : [row('Smiles')],
      charges: [charge(cursor ? 'Second' : 'First')],
      next_cursor: cursor ? null : 'c2',
    }),
  })
  await dialog.findByText('Refund of $3.00 to First: Start')
  await user.click(dialog.getByRole('button', { name: 'Newer' }))
  await dialog.findByText('Refund of $3.00 to Second: Start')
  expect(dialog.getByText('No invoices on this page')).toBeDefined()
})
