import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency } from '#tests/web/support/people.ts'
import { faultOf, saidOf } from '#tests/web/support/said-of.ts'
import {
  CLIENTS,
  clientRow,
  freshBrowser,
  lists,
  openAgencies,
  pageOf,
  root,
  rowNamed,
  rowOf,
  salesPerson,
} from '../companies/stage.tsx'

freshBrowser()

const people = {
  data: [
    { id: 'usr_ellen', name: 'Ellen Executive' },
    { id: 'usr_rita', name: 'Rita Referrer' },
    { id: 'usr_sam', name: 'Sam Sales' },
  ],
}

const noShares = { salesRepRate: '0', salesAERate: '0', salesRefRate: '0', unpaid: [], taken_back: [] }

type User = Awaited<ReturnType<typeof openAgencies>>['user']
async function openDialog(user: User, name: string) {
  await user.click((await rowNamed(name)).getByRole('button', { name: `More actions ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Set Sales Person', hidden: true }))
  return within(await screen.findByRole('dialog', { name: `Set Sales Person: ${name}` }))
}
const shownIn = (field: HTMLElement) => (field as HTMLInputElement).value

describe('Set Sales Person', () => {
  it('says that the commissions could not be loaded, and loads them again', async () => {
    let isBroken = true
    const { user } = await openAgencies({
      'companies.list': lists({ com_root: root }),
      'sales.list': () => people,
      'sales.commission': () => {
        if (isBroken) throw new Refusal('unavailable', 'Please try again in a moment.')
        return { ...noShares, salesRepRate: '12.5' }
      },
    })
    const dialog = await openDialog(user, 'Cedar')
    expect(await dialog.findByText('The commissions could not be loaded')).toBeDefined()
    isBroken = false
    await user.click(dialog.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(shownIn(dialog.getByLabelText(/Commission of the sales representative/))).toBe('12.5'))
    expect(dialog.queryByText('The commissions could not be loaded')).toBeNull()
  })

  it('says beside each share what the server refuses of it, and only until it is changed', async () => {
    const { user } = await openAgencies({
      'companies.list': lists({ com_root: root }),
      'sales.list': () => people,
      'sales.commission': () => noShares,
      'sales.assign': () => {
        const fault = 'Together they get more than there is.'
        throw new Refusal('invalid', fault, { salesRepRate: fault, salesAE: 'This is no sales person of yours.' })
      },
    })
    const dialog = await openDialog(user, 'Cedar')
    const share = await dialog.findByRole('textbox', { name: 'Commission of the sales representative, per cent' })
    await waitFor(() => expect(shownIn(share)).toBe('0'))
    await user.clear(share)
    await user.type(share, '99.5')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(faultOf(share)).toEqual(['true', 'Together they get more than there is.']))
    expect(shownIn(share)).toBe('99.5')
    expect(saidOf(dialog.getByRole('combobox', { name: 'Account executive' }))).toBe(
      'This is no sales person of yours.',
    )
    await user.type(share, '{Backspace}')
    expect(saidOf(share)).toBe('')
    expect(saidOf(dialog.getByRole('combobox', { name: 'Account executive' }))).toBe(
      'This is no sales person of yours.',
    )
  })

  it('shows operators which shares are not paid, and why', async () => {
    const share = { amount: '12.50', created_at: Date.parse('2027-03-01T12:00:00Z') }
    const { user } = await openAgencies({
      'companies.list': lists({ com_root: root }),
      'sales.list': () => people,
      'sales.commission': () => ({
        ...noShares,
        taken_back: [
          {
            sales: 'accountExecutive',
            amount: '10.00',
            back: '4.00',
            created_at: 1_780_000_000_000,
            reason: '',
            is_tried: false,
          },
        ],
        unpaid: [
          {
            ...share,
            sales: 'referrer',
            reason: 'The sales person has no account that can be paid to.',
            is_tried: true,
          },
          { ...share, sales: 'representative', reason: 'The account is closed.', is_tried: false },
        ],
      }),
    })
    const dialog = await openDialog(user, 'Cedar')
    const [, first, second] = await dialog.findAllByRole('row')
    expect(first?.textContent).toContain('no account that can be paid to. It is tried again each day.')
    expect(first?.textContent).toContain('$12.50')
    expect(second?.textContent).toContain('Sales representative')
    expect(dialog.getByText('Commissions that were taken back')).toBeDefined()
    expect(dialog.getByText('$4.00 of $10.00')).toBeDefined()
    expect(second?.textContent).toContain('The account is closed. It is not tried any more: pay it elsewhere.')
  })

  it('SAL-01 is offered to operators for agencies, and to nobody else', async () => {
    const shown = await openAgencies({
      'companies.list': lists({ com_root: root }),
      'sales.list': () => people,
      'sales.commission': () => noShares,
    })
    await openDialog(shown.user, 'Cedar')
    shown.unmount()
    const sales = await openAgencies({ 'companies.salesDownline': () => pageOf(root) }, salesPerson())
    await rowNamed('Cedar')
    const more = screen.queryByRole('button', { name: 'More actions Cedar' })
    if (more) await sales.user.click(more)
    expect(screen.queryByText('Set Sales Person')).toBeNull()
    sales.unmount()
    const clients = await openApp(CLIENTS, {
      as: agency(),
      handlers: { 'companies.list': () => pageOf([clientRow('Cleo')]) },
    })
    await clients.user.click((await rowNamed('Cleo')).getByRole('button', { name: 'More actions Cleo' }))
    expect(screen.queryByText('Set Sales Person')).toBeNull()
  })

  it('SAL-02 SAL-03 SAL-04 SAL-07 sets and clears the three, and the column follows without reload', async () => {
    let row = rowOf('Aurora', { salesrep: 'Sam Sales', salesrepid: 'usr_sam' })
    const { server, user } = await openAgencies({
      'companies.list': () => pageOf([row]),
      'sales.list': () => people,
      'sales.commission': () => noShares,
      'sales.assign': ({
        salesRep = row.salesrepid,
        salesAE = row.accountexecutiveid,
        salesRef = row.accountrefid,
      }) => {
        const nameOf = (id: string) => people.data.find((person) => person.id === id)?.name ?? ''
        row = rowOf('Aurora', {
          salesrep: nameOf(salesRep),
          salesrepid: salesRep,
          accountexecutive: nameOf(salesAE),
          accountexecutiveid: salesAE,
          accountref: nameOf(salesRef),
          accountrefid: salesRef,
        })
        return { result: 'success', message: 'Setting has been saved.' }
      },
    })
    const dialog = await openDialog(user, 'Aurora')
    const field = async (name: string) => dialog.findByRole('combobox', { name })
    const choose = async (name: string) => {
      await user.click(await field(name))
      const list = within(await screen.findByRole('listbox', { name, hidden: true }))
      await user.click(await list.findByRole('option', { name: 'Ellen Executive', hidden: true }))
    }
    expect(shownIn(await field('Sales representative'))).toBe('Sam Sales')
    await choose('Account executive')
    await choose('Referral account')
    await user.click(dialog.getByRole('button', { name: 'Clear sales representative' }))
    expect(shownIn(await field('Sales representative'))).toBe('')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Setting has been saved.')).toBeDefined()
    expect(server.named('sales.assign')[0]?.input).toEqual({
      companyID: 'com_Aurora',
      salesRep: '',
      salesAE: 'usr_ellen',
      salesRef: 'usr_ellen',
      seen: { salesRep: 'usr_sam', salesAE: '', salesRef: '' },
    })
    await waitFor(async () => expect((await rowNamed('Aurora')).getByText('Ellen Executive')).toBeDefined())
    const again = await openDialog(user, 'Aurora')
    for (const name of ['account executive', 'referral account'])
      await user.click(again.getByRole('button', { name: `Clear ${name}` }))
    await user.click(again.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.named('sales.assign')[1]?.input).toMatchObject({ salesAE: '', salesRef: '' }))
    await waitFor(async () => expect((await rowNamed('Aurora')).queryByText('Ellen Executive')).toBeNull())
    // What was not touched may have been set by somebody else since.
    expect(server.named('sales.assign')[1]?.input).not.toHaveProperty('salesRep')
  })

  it('says what the server refused, and keeps the choice', async () => {
    const { user } = await openAgencies({
      'companies.list': lists({ com_root: root }),
      'sales.list': () => people,
      'sales.commission': () => noShares,
      'sales.assign': () => {
        throw new Refusal('invalid', 'Choose a sales person.', { salesAE: 'Choose a sales person.' })
      },
    })
    const dialog = await openDialog(user, 'Cedar')
    await user.click(await dialog.findByRole('button', { name: 'Save' }))
    expect((await screen.findAllByText('Choose a sales person.')).map((each) => each.id)).toEqual([
      expect.stringContaining('error'),
    ])
  })

  it('SAL-18 sets what each of the three gets, and leaves what was not touched', async () => {
    const { server, user } = await openAgencies({
      'companies.list': lists({ com_root: root }),
      'sales.list': () => people,
      'sales.commission': () => ({ ...noShares, salesAERate: '2.5' }),
      'sales.assign': () => ({ result: 'success', message: 'Setting has been saved.' }),
    })
    const dialog = await openDialog(user, 'Cedar')
    const share = await dialog.findByRole('textbox', { name: 'Commission of the sales representative, per cent' })
    await waitFor(() => expect(shownIn(share)).toBe('0'))
    expect(shownIn(dialog.getByRole('textbox', { name: 'Commission of the account executive, per cent' }))).toBe('2.5')
    await user.clear(share)
    await user.type(share, '10')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.named('sales.assign')[0]?.input).toMatchObject({ salesRepRate: '10' }))
    expect(server.named('sales.assign')[0]?.input).not.toHaveProperty('salesAERate')
  })
})
