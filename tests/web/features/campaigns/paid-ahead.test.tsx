// What a start charges, said before it is charged; and leads that were paid ahead: what is left, whether more are bought, and giving
// them back.
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { cleanPageEachTime } from '#tests/web/support/clean-page.ts'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { lookAs } from '#tests/web/support/look.ts'
import { agency } from '#tests/web/support/people.ts'
import { costs, openList, pageOf, rowNamed, rowOf } from './stage.tsx'

cleanPageEachTime()

const started = {
  result: 'success' as const,
  message: 'Data has been updated successfully',
  data: { status: 'active' as const, status_reason: 'user' as const },
}
const prepaid = (more = {}) =>
  rowOf('Winter', { payment_term: 'Prepaid', leads_remaining: 60, leads_bought: 100, leads_total: 40, ...more })
const cost = costs({
  payment_term: 'Prepaid',
  charge_now: 300,
  lines: [
    { label: 'Platform fee', qty: 1, unit: 150, amount: 150 },
    { label: 'Leads', qty: 100, unit: 1.5, amount: 150 },
  ],
  later: ['When less than 10% of the leads are left: 100 more for $150.00.'],
})
const balance = {
  topupoptions: 'continual' as const,
  leadsbuy: 100,
  price: 1.5,
  total: 150,
  balance_leads: 60,
  status: 'on' as const,
  lots: [{ topup_id: 'topup-000001', leads: 100, leads_left: 60, bought_at: '2026-11-20T12:00:00.000Z' }],
}

describe('the start of a campaign in the list', () => {
  it('LED-20 LED-21 says what is charged now and later, and to which card, and charges nothing before a yes', async () => {
    const { server, user } = await openList({
      'campaigns.list': () => pageOf([prepaid()]),
      'campaigns.startCharge': () => cost,
      'campaigns.setActive': () => started,
    })
    const control = (await rowNamed('Winter')).getByRole<HTMLInputElement>('switch', { name: 'Run Winter' })
    await user.click(control)
    const dialog = within(await screen.findByRole('dialog', { name: 'Start Winter?' }))
    expect(dialog.getByText(/Leads \(100 × \$1\.50\): \$150\.00/)).toBeDefined()
    expect(dialog.getByText(/The client pays \$300\.00 now, with Visa ending in 4242/)).toBeDefined()
    expect(dialog.getByText(/100 more for \$150\.00/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(control.checked).toBe(false))
    expect(server.named('campaigns.setActive')).toEqual([])
    await user.click(control)
    await user.click(await screen.findByRole('button', { name: 'Start and charge $300.00' }))
    await screen.findByText('Started Winter.')
    expect(server.named('campaigns.setActive')).toHaveLength(1)
    // Nobody is charged more than stood there.
    expect(server.named('campaigns.setActive')[0]?.input).toMatchObject({ status: 'T', charge_now: 300 })
  })

  it('asks nothing where a start is free, and says at the row what the bank said', async () => {
    let isFree = true
    const { user } = await openList({
      'campaigns.list': () => pageOf([rowOf('Winter')]),
      'campaigns.setActive': () => {
        if (isFree) return started
        throw new Refusal('invalid', 'Your card was declined.', { payment: 'Your card was declined.' })
      },
    })
    isFree = false
    await user.click((await rowNamed('Winter')).getByRole('switch', { name: 'Run Winter' }))
    expect(await screen.findByText(/Your card was declined/)).toBeDefined()
    isFree = true
    await user.click((await rowNamed('Winter')).getByRole('switch', { name: 'Run Winter' }))
    await screen.findByText('Started Winter.')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('leads that are paid ahead', () => {
  const open = async (more = {}, handlers = {}, as = agency()) => {
    const opened = await openList(
      {
        'campaigns.list': () => pageOf([prepaid(more)]),
        'campaigns.currentTopUp': () => balance,
        ...handlers,
      },
      as,
    )
    await screen.findByText('60 left')
    await opened.user.click((await rowNamed('Winter')).getByRole('button', { name: 'More actions Winter' }))
    await opened.user.click(await screen.findByRole('menuitem', { name: 'Leads paid ahead', hidden: true }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Leads paid ahead: Winter' }))
    return { ...opened, dialog }
  }

  it('PRE-11 PRE-12 PRE-13 show what is left of each purchase, and whether more are bought', async () => {
    let stopped: unknown
    const { dialog, user } = await open(
      {},
      {
        'campaigns.stopContinualTopUp': ({ stop_continual }: { stop_continual: unknown }) => {
          stopped = stop_continual
          return { result: 'success', message: 'Saved.', continual: 'F' }
        },
      },
    )
    expect(await dialog.findByText('60 leads')).toBeDefined()
    expect(dialog.getByText('100 leads for $150.00')).toBeDefined()
    await user.click(dialog.getByRole('switch', { name: /Buy more by itself/ }))
    await waitFor(() => expect(stopped).toBe(true))
  })

  it('are neither given back nor bought otherwise by who looks as somebody else', async () => {
    const { dialog } = await open()
    await dialog.findByText('60 leads')
    await lookAs()
    expect(dialog.getByRole('switch', { name: /Buy more by itself/ })).toHaveProperty('disabled', true)
    expect(dialog.queryByRole('button', { name: 'Give leads back' })).toBeNull()
    expect(dialog.getByText('This cannot be done while viewing as someone else.')).toBeDefined()
  })

  it('are not given back by whose role makes nothing', async () => {
    const modules = (['LeadsPeek', 'Campaign'] as const).map((module_name) => ({
      module_name,
      enable_permission: 'T' as const,
      create_permission: 'F' as const,
      update_permission: 'T' as const,
      delete_permission: 'T' as const,
    }))
    const { dialog } = await open({}, {}, agency({ user_permissions: { report_analytics: 'F', modules } }))
    await dialog.findByText('60 leads')
    expect(dialog.getByRole('switch', { name: /Buy more by itself/ })).toHaveProperty('disabled', false)
    expect(dialog.queryByRole('button', { name: 'Give leads back' })).toBeNull()
  })

  it('PRE-18 PRE-19 are given back for the amount that was shown, to the card that paid', async () => {
    const { dialog, user, server } = await open(
      {},
      {
        'campaigns.estimateRefundTopUp': () => ({
          result: 'success',
          remaining_leads: 60,
          lots: [{ topup_id: 'topup-000001', leads_left: 60, price: 1.5 }],
          refund_amount: 90,
          non_refundable: 0,
          refund_to: ['Visa ending in 4242'],
        }),
        'campaigns.refundTopUp': () => ({
          result: 'success',
          message: 'The refund is on its way.',
          refund_amount: 90,
          status: 'done',
          remaining_leads: 0,
        }),
      },
    )
    await user.click(await dialog.findByRole('button', { name: 'Give leads back' }))
    expect(await dialog.findByText(/60 leads go back for \$90\.00, to Visa ending in 4242/)).toBeDefined()
    expect(server.named('campaigns.refundTopUp')).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Refund $90.00' }))
    await screen.findByText('The refund is on its way.')
    expect(server.named('campaigns.refundTopUp')[0]?.input).toMatchObject({ refund_amount: '90' })
  })

  it('PRE-19 stay while the campaign runs, and what could not be loaded is loaded again', async () => {
    let isBroken = true
    const { dialog, user } = await open(
      { status: 'active', status_reason: 'user' },
      {
        'campaigns.currentTopUp': () => {
          if (isBroken) throw new Refusal('internal', 'no')
          return balance
        },
        'campaigns.estimateRefundTopUp': () => ({
          result: 'success',
          remaining_leads: 60,
          lots: [],
          refund_amount: 90,
          non_refundable: 0,
          refund_to: [],
        }),
      },
    )
    expect(await dialog.findByText('The balance could not be loaded')).toBeDefined()
    isBroken = false
    await user.click(dialog.getByRole('button', { name: /Try again/ }))
    await user.click(await dialog.findByRole('button', { name: 'Give leads back' }))
    expect(await dialog.findByText('Pause the campaign first.')).toBeDefined()
    const refund = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Refund $90.00' })
    expect(refund.disabled).toBe(true)
  })
})
