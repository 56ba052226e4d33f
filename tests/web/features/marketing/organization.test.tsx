import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Output } from '#shared/contracts/index.ts'
import { cleanPageEachTime } from '#tests/web/support/clean-page.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency } from '#tests/web/support/people.ts'
import { clientRow } from '../companies/stage.tsx'

cleanPageEachTime()

type Found = Output<'marketing.organization'>
const row = clientRow('Bright Smiles', { id: 'usr_smiles', company_id: 'com_smiles' })
const one = { data: row, parent: { id: 'com_north', name: 'Northlight' } }

async function openCompany(start: Found) {
  let found = start
  const app = await openApp('/configuration/company/com_smiles', {
    as: agency(),
    handlers: {
      'companies.get': () => one,
      'marketing.organization': () => found,
      'marketing.createOrganization': ({ name }) => {
        const data = { id: 'org-1', name }
        found = { available: true, data: { ...data, record: 'kept' } }
        return { result: 'success', message: 'Data has been added successfully', data }
      },
      'companies.update': ({ DownlineOrganizationID: id = '' }) => {
        found = { available: true, data: { id, name: '', record: 'entered' } }
        return { result: 'success', message: 'Data has been updated successfully', data: [] }
      },
      'marketing.removeOrganization': () => {
        found = { available: true, data: null }
        return { result: 'success', message: 'Deleted!' }
      },
    },
  })
  return app
}
const part = async () => within(await screen.findByRole('region', { name: 'Ad partner' }))

describe('the record at the ad partner', () => {
  it('OTH-07 OTH-08 is made and removed on the page of its company', async () => {
    const { server, user } = await openCompany({ available: true, data: null })
    await user.click(await (await part()).findByRole('button', { name: 'Create record' }))
    expect(await (await part()).findByText('org-1')).toBeDefined()
    expect(server.named('marketing.createOrganization').at(-1)?.input).toEqual({
      companyID: 'com_smiles',
      name: 'Bright Smiles',
    })
    await user.click((await part()).getByRole('button', { name: 'Remove' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
    expect(await (await part()).findByRole('button', { name: 'Create record' })).toBeDefined()
  })

  it('CLI-09 OTH-08 is named by hand where it is there already', async () => {
    const { server, user } = await openCompany({ available: true, data: null })
    const field = await (await part()).findByLabelText('Id of a record that is there already')
    await user.click((await part()).getByRole('button', { name: 'Save id' }))
    expect((await part()).getByText('Enter the id of the record.')).toBeDefined()
    await user.type(field, 'org-7')
    await user.click((await part()).getByRole('button', { name: 'Save id' }))
    expect(await (await part()).findByText(/^This id was entered by hand/)).toBeDefined()
    expect(server.named('companies.update').map(({ input }) => input)).toEqual([
      { ClientID: row.id, action: 'downline', DownlineOrganizationID: 'org-7' },
    ])
    expect((await part()).queryByLabelText('Id of a record that is there already')).toBeNull()
  })

  it('says of an id that was typed by hand that nothing changes at the partner', async () => {
    const { user } = await openCompany({ available: true, data: { id: 'org-7', name: '', record: 'entered' } })
    expect(await (await part()).findByText(/^This id was entered by hand/)).toBeDefined()
    await user.click((await part()).getByRole('button', { name: 'Forget' }))
    expect(await screen.findByText(/^Nothing changes at the ad partner/)).toBeDefined()
  })

  it('is not spoken of where there is no partner', async () => {
    const { server } = await openCompany({ available: false, data: null })
    await screen.findByRole('heading', { name: 'Bright Smiles' })
    await waitFor(() => expect(server.named('marketing.organization')).toHaveLength(1))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Ad partner' })).toBeNull())
  })
})
