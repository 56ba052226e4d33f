import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Refusal } from '#tests/web/support/fake-server.ts'
import {
  clientRow,
  freshBrowser,
  openAgencies,
  openClients,
  pageOf,
  root,
  rowNamed,
  rowOf,
  salesPerson,
} from './stage.tsx'

freshBrowser()

const people = {
  'sales.list': () => ({
    data: [
      { id: 'usr_sam', name: 'Sam Sales' },
      { id: 'usr_kim', name: 'Kim Sales' },
    ],
  }),
}
const choose = async (user: Awaited<ReturnType<typeof openAgencies>>['user'], ...names: string[]) => {
  for (const name of names) await user.click((await rowNamed(name)).getByRole('checkbox', { name: `Select ${name}` }))
}
const bar = () => within(screen.getByRole('region', { name: 'Chosen companies' }))

describe('many agencies at once', () => {
  it('are given sales people, each shown first as it is and as it will be; what is left alone is not sent as nobody', async () => {
    const { server, user } = await openAgencies({
      ...people,
      'companies.list': () => pageOf(root),
      'sales.assign': () => ({ result: 'success', message: 'Setting has been saved.' }),
    })
    await choose(user, 'Aurora', 'Cedar')
    expect(bar().getByText('2 chosen')).toBeDefined()
    await user.click(bar().getByRole('button', { name: 'Assign sales people' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Assign sales people' }))
    const act = dialog.getByRole('button', { name: /^Assign \(/ })
    expect([act.textContent, (act as HTMLButtonElement).disabled]).toEqual(['Assign (0 companies)', true])
    expect(dialog.getByText('2 companies stay as they are.')).toBeDefined()
    await user.click(dialog.getByLabelText('Sales representative', { selector: 'input' }))
    await user.click((await screen.findAllByRole('option', { name: 'Sam Sales', hidden: true }))[0] ?? document.body)
    // Aurora has Sam already.
    const list = within(dialog.getByRole('list', { name: 'What will change' }))
    expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Cedarnobody → Sam Sales'])
    expect(dialog.getByText('1 company stays as it is.')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Assign (1 company)' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.named('sales.assign').map(({ input }) => input)).toEqual([
      { companyID: 'com_Cedar', salesRep: 'usr_sam', salesAE: '', salesRef: '' },
    ])
    expect(screen.queryByRole('region', { name: 'Chosen companies' })).toBeNull()
    await choose(user, 'Brightwell')
    expect(bar().getByText('1 chosen')).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('are taken out of the minimum spend; what fails says why and can be tried again alone', async () => {
    let fails = true
    const { server, user } = await openAgencies({
      'companies.list': () => pageOf([...root, rowOf('Dune', { exclude_minimum_spend: 1 })]),
      'pricing.excludeMinimum': ({ CompanyID }) => {
        if (fails && CompanyID === 'com_Cedar') throw new Refusal('conflict', 'Somebody changes this agency just now.')
        return { result: 'success', message: '', exclude_minimum_spend: 1 }
      },
    })
    await screen.findByText('Dune')
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(bar().getByRole('button', { name: 'Exclude from minimum spend' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Exclude from minimum spend' }))
    expect(dialog.getByText('1 company stays as it is.')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Exclude (3 companies)' }))
    expect(await dialog.findByText('1 company could not be changed')).toBeDefined()
    expect(dialog.getByText('Somebody changes this agency just now.')).toBeDefined()
    fails = false
    await user.click(dialog.getByRole('button', { name: 'Try 1 company again' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.named('pricing.excludeMinimum').map(({ input }) => input.CompanyID)).toEqual([
      ...['com_Aurora', 'com_Brightwell', 'com_Cedar', 'com_Cedar'],
    ])
  })

  it('say what they shall be, so that nothing is turned back where somebody else did the same meanwhile', async () => {
    const { server, user } = await openClients({
      'companies.list': () => pageOf([clientRow('Elm')]),
      'pricing.excludeMinimum': ({ exclude_minimum_spend }) => ({
        result: 'success',
        message: '',
        exclude_minimum_spend: exclude_minimum_spend ?? 0,
      }),
    })
    await choose(user, 'Elm')
    await user.click(bar().getByRole('button', { name: 'Exclude from minimum spend' }))
    await user.click(await screen.findByRole('button', { name: 'Exclude (1 company)' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.named('pricing.excludeMinimum').map(({ input }) => input)).toEqual([
      { CompanyID: 'com_Elm', exclude_minimum_spend: 1 },
    ])
  })

  it('cannot be chosen by sales people', async () => {
    await openAgencies({ 'companies.salesDownline': () => pageOf(root) }, salesPerson())
    await screen.findByText('Cedar')
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})
