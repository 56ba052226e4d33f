import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { cleanPageEachTime } from '#tests/web/support/clean-page.ts'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, client } from '#tests/web/support/people.ts'

cleanPageEachTime()

const job = {
  id: 'enr_1',
  filename: 'people.csv',
  status: 'ready' as const,
  percentage: 0,
  current_row: 0,
  total_row: 12,
  accepted: 10,
  duplicates: 1,
  rejected: 1,
  reason: null,
  created_at: '2026-11-20T12:00:00.000Z',
  information: ['Gender'],
  price_centi_cents: 4050,
  most_cents: 405,
  matched: 0,
  amount_cents: 0,
  is_waiting_sum: false,
  pays_by: null,
  has_result: false,
  has_rejected: true,
  expires_at: '2026-12-20T12:00:00.000Z',
}
const options = {
  information: [{ id: 'gender', name: 'Gender' }],
  price_basic_centi_cents: 3000,
  price_advanced_centi_cents: 4050,
  max_rows: 10_000,
  pays_by: 'card' as const,
  why: null,
}
const done = {
  ...job,
  id: 'enr_2',
  filename: 'done.csv',
  status: 'done' as const,
  matched: 8,
  amount_cents: 324,
  has_result: true,
}
const unpaid = { ...job, id: 'enr_3', filename: 'unpaid.csv', status: 'unpaid' as const, matched: 8, amount_cents: 324 }
const never = {
  ...unpaid,
  id: 'enr_4',
  filename: 'never.csv',
  status: 'ended' as const,
  reason: 'This was not paid while its result was kept. Nothing was charged.',
}
const handlers = {
  'enrichment.options': () => options,
  'enrichment.list': () => ({ data: [job, done, unpaid, never] }),
  'enrichment.confirm': () => ({ job: { ...job, status: 'processing' as const } }),
}
const open = (as = agency()) => openApp('/configuration/data-enrichment', { as, handlers })
const lineOf = async (name: string) => within((await screen.findByText(name)).closest('tr') ?? document.body)

describe('the page of data enrichment', () => {
  it('DAT-13 RTE-058 opens for an agency', async () => {
    await open()
    expect(await screen.findByRole('heading', { name: 'Data enrichment' })).toBeDefined()
    expect(await screen.findByText(/\$0\.30 for each person who is found, paid with your card/)).toBeDefined()
  })

  it('RTE-107 is not there for a client', async () => {
    await open(client())
    expect(await screen.findByText(/not found|does not exist|404/i)).toBeDefined()
  })

  it('asks again for what is offered where that did not come, and keeps it where a later answer is lost', async () => {
    let isAway = true
    const { user, server } = await openApp('/configuration/data-enrichment', {
      as: agency(),
      handlers: {
        ...handlers,
        'enrichment.options': () => {
          if (isAway) throw new Refusal('unavailable', 'Please try again in a moment.')
          return options
        },
        'enrichment.confirm': () => {
          isAway = true
          throw new Refusal('unavailable', 'Please try again in a moment.')
        },
      },
    })
    expect(await screen.findByText('The form could not be loaded')).toBeDefined()
    isAway = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('combobox', { name: 'Information' })).toBeDefined()
    const asked = server.named('enrichment.options').length
    await user.click((await lineOf('people.csv')).getByRole('button', { name: /^Confirm/ }))
    await user.click(await screen.findByRole('button', { name: /^Confirm, at most/ }))
    // What was sent may have been done: the page looks again, and what it cannot have stays as it was.
    await waitFor(() => expect(server.named('enrichment.options').length).toBeGreaterThan(asked))
    await waitFor(() => expect(server.named('enrichment.list').length).toBeGreaterThan(1))
    expect(screen.getByRole('combobox', { name: 'Information', hidden: true })).toBeDefined()
  })

  it('DAT-14 says the price with the information that is chosen', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('combobox', { name: 'Information' }))
    await user.click(await screen.findByRole('option', { name: 'Gender', hidden: true }))
    expect(await screen.findByText(/\$0\.405 for each person/)).toBeDefined()
  })

  it('DAT-14 says the most that a file can cost, and begins once that is confirmed', async () => {
    const { server, user } = await open()
    const line = await lineOf('people.csv')
    expect(line.getByText('$0.405 each, at most $4.05')).toBeDefined()
    await user.click(line.getByRole('button', { name: /^Confirm/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Enrich people.csv?' }))
    expect(server.named('enrichment.confirm')).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Confirm, at most $4.05' }))
    await waitFor(() =>
      expect(server.named('enrichment.confirm').at(-1)?.input).toEqual({
        companyID: 'com_north',
        enrichmentID: 'enr_1',
        most_cents: 405,
      }),
    )
  })

  it('DAT-14 offers the result of what is paid, and the way to pay what is not', async () => {
    await open()
    const paid = await lineOf('done.csv')
    expect([paid.getByText('8'), paid.getByText('$3.24')]).toHaveLength(2)
    expect(paid.getByRole('button', { name: /^Download the result/ })).toBeDefined()
    const owed = await lineOf('unpaid.csv')
    expect(owed.getByText('Waiting for payment')).toBeDefined()
    expect(owed.getByRole('link', { name: 'Pay under Card Setting' }).getAttribute('href')).toBe('/user/card-setting')
    expect(owed.queryByRole('button', { name: /^Download the result/ })).toBeNull()
    const over = await lineOf('never.csv')
    expect([over.getByText('Ended'), over.getByText(never.reason)]).toHaveLength(2)
    expect([over.queryByText('$3.24'), over.queryByRole('link')]).toEqual([null, null])
  })
})
