// What view mode refuses is not offered by the screens of the person who looks as somebody else.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, setup, tenant } from '#tests/web/support/people.ts'
import { accessTokenOf } from '#tests/web/support/tokens.ts'
import { clientRow, freshBrowser, lists, operator } from '../companies/stage.tsx'

freshBrowser()

const olive = operator({ id: 'usr_olive' })
const ada = agency({ isViewMode: true })

it('offers nothing that view mode refuses, and says so in the settings', async () => {
  const { user } = await openApp('/', {
    as: olive,
    tenant: tenant({ rootcomp: 'T' }),
    handlers: {
      'account.me': ({ id }) => (id === olive.id ? olive : ada),
      'account.checkSetup': () => setup({ accountconnected: 'completed' }),
      'account.viewable': () => ({
        data: [
          { usrID: ada.id, name: ada.name, email: ada.email, company_id: '', company_name: '', has_clients: true },
        ],
        total: 1,
      }),
      'account.switchUser': ({ usrID }) => ({
        access_token: accessTokenOf(usrID, { life: 3600 }),
        expires_in: 3600,
        home: tenant(),
      }),
      'settings.get': ({ settingname }) => {
        if (settingname !== 'rootAgencyEmbeddedCode') throw new Refusal('not_found', 'None.')
        return { settingname, data: { placeEmbedded: 'footer', embeddedcode: '' } }
      },
      'exclusions.personRequests': () => ({ data: [] }),
      'companies.list': lists({ com_north: [clientRow('Smiles')] }),
    },
  })
  await waitFor(() => expect(localStorage.getItem('userData')).not.toBeNull())
  await user.click(await screen.findByRole('button', { name: 'View as someone' }))
  await user.click(await screen.findByRole('button', { name: `View as ${ada.name}` }))
  await screen.findByRole('region', { name: 'View mode' })
  await user.click(await screen.findByRole('tab', { name: 'Embedded code' }))
  expect(await screen.findByText('This cannot be changed while viewing as someone else.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Save code' })).toBeNull()
  await user.click(await screen.findByRole('tab', { name: 'Webhooks' }))
  const webhooks = within(await screen.findByRole('tabpanel', { name: 'Webhooks' }))
  expect(await webhooks.findByText('This cannot be changed while viewing as someone else.')).toBeDefined()
  await user.click(await screen.findByRole('tab', { name: 'Privacy' }))
  expect(await screen.findByText('This cannot be done while viewing as someone else.')).toBeDefined()
  expect(screen.queryByRole('button', { name: /Make a copy|Erase the person/ })).toBeNull()

  await user.click(screen.getAllByRole('link', { name: 'Client Management' })[0] as HTMLElement)
  await screen.findAllByText('Smiles')
  const names = screen.getAllByRole('button').map((each) => each.getAttribute('aria-label') ?? each.textContent ?? '')
  expect(names.filter((name) => /^(add client|edit|set price|delete|send invitation)/i.test(name))).toEqual([])
})
