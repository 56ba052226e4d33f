import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Input, Output } from '#shared/contracts/index.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, tenant } from '#tests/web/support/people.ts'
import { discardChanges, isGuarded, keepEditing, noQuestion } from '#tests/web/support/unsaved.ts'
import { freshBrowser, lists, openAgencies, rowNamed, rowOf, tree } from '../features/companies/stage.tsx'
import { roleOf, rolesAnswer } from '../features/staff/stage.tsx'

freshBrowser()

const menu = {
  local: { name: 'Site ID', url: 'siteid' },
  locator: { name: 'Search ID', url: 'searchid' },
  enhance: { name: '', url: '' },
  b2b: { name: '', url: '' },
}

/** The settings of an agency, whose menu is kept as it is saved. */
async function openMenu() {
  let kept = menu
  const opened = await openApp('/configuration/general-setting?tab=menu', {
    as: agency(),
    handlers: {
      'settings.get': ({ settingname }: Input<'settings.get'>): Output<'settings.get'> => {
        if (settingname === 'customsidebarleadmenu') return { settingname, data: kept }
        throw new Error(`Nobody asked for ${settingname}.`)
      },
      'settings.save': (input) => {
        if (input.comsetname === 'customsidebarleadmenu') kept = input.comsetval as typeof menu
        return { result: 'success', message: 'Setting has been saved.' }
      },
      'public.domainInfo': () => tenant(),
      'companies.list': lists({}),
    },
  })
  await screen.findAllByLabelText('Name in the menu')
  return opened
}
const nameField = () => screen.getAllByLabelText('Name in the menu')[0] as HTMLInputElement
const rename = (value: string) => fireEvent.change(nameField(), { target: { value } })
const link = (name: string) => within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name })

describe('a page with unsaved changes', () => {
  it('is kept when a link was followed, until the changes are given up', async () => {
    const { user } = await openMenu()
    rename('Visitors')
    expect(isGuarded()).toBe(true)
    await user.click(link('Client Management'))
    await keepEditing(user)
    expect(location.pathname).toBe('/configuration/general-setting')
    expect(nameField().value).toBe('Visitors')
    await user.click(link('Client Management'))
    await discardChanges(user)
    await screen.findByRole('heading', { name: 'Client Management' })
    expect(location.pathname).toBe('/configuration/client-management')
    expect(isGuarded()).toBe(false)
  })

  it('asks nothing where nothing changed, where it was changed back, and after it was saved', async () => {
    const { user } = await openMenu()
    rename('Visitors')
    rename('Site ID')
    await user.click(link('Client Management'))
    await screen.findByRole('heading', { name: 'Client Management' })
    await user.click(link('General Settings'))
    await user.click(await screen.findByRole('tab', { name: 'Menu names' }))
    await screen.findAllByLabelText('Name in the menu')
    rename('Visitors')
    await user.click(screen.getByRole('button', { name: 'Save menu' }))
    await screen.findByText('Setting has been saved.')
    await user.click(link('Client Management'))
    await screen.findByRole('heading', { name: 'Client Management' })
    await noQuestion()
  })

  it('asks nothing when another tab is opened, which keeps what was typed', async () => {
    const { user } = await openMenu()
    rename('Visitors')
    await user.click(screen.getByRole('tab', { name: 'Payment account' })).catch(() => undefined)
    await noQuestion()
    await user.click(screen.getByRole('tab', { name: 'Menu names' }))
    expect(nameField().value).toBe('Visitors')
  })

  it('asks before somebody signs out', async () => {
    const { user, server } = await openMenu()
    rename('Visitors')
    await user.click(screen.getByRole('button', { name: /Profile menu/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Log out', hidden: true }))
    await keepEditing(user)
    expect(server.named('session.logout')).toEqual([])
  })
})

describe('a row of the agencies that is edited', () => {
  const many = [...tree.com_root, ...Array.from({ length: 12 }, (_, at) => rowOf(`Agency ${at}`))]
  async function editCedar() {
    const opened = await openAgencies({ 'companies.list': lists({ ...tree, com_root: many }) })
    await opened.user.click((await rowNamed('Cedar')).getByRole('button', { name: 'Edit Cedar' }))
    const field = within(await screen.findByRole('form', { name: 'Edit Cedar' })).getByLabelText(/Company name/)
    fireEvent.change(field, { target: { value: 'Cedar & Sons' } })
    return opened
  }

  it("is kept before another row's pencil, another page and a link take it", async () => {
    const { user } = await editCedar()
    await user.click(screen.getByRole('button', { name: 'Edit Aurora' }))
    await keepEditing(user)
    await user.click(screen.getByRole('button', { name: 'Page 2' }))
    await keepEditing(user)
    await user.click(link('Administrator List'))
    await keepEditing(user)
    expect(screen.getByDisplayValue('Cedar & Sons')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Edit Aurora' }))
    await discardChanges(user)
    expect(await screen.findByRole('form', { name: 'Edit Aurora' })).toBeDefined()
    expect(screen.queryByRole('form', { name: 'Edit Cedar' })).toBeNull()
  })

  it('goes when the page of the list does and its changes were given up', async () => {
    const { user } = await editCedar()
    await user.click(screen.getByRole('button', { name: 'Page 2' }))
    await discardChanges(user)
    await waitFor(() => expect(location.search).toBe('?page=2'))
    // The address goes ahead of the page, whose link would still lead nowhere.
    const second = () => screen.getByRole('button', { name: 'Page 2' })
    await waitFor(() => expect(second().getAttribute('aria-current')).toBe('page'))
    await user.click(screen.getByRole('button', { name: 'Page 1' }))
    expect((await rowNamed('Cedar')).getByText('cedar@example.com')).toBeDefined()
  })
})

describe('a panel beside a list', () => {
  it('keeps a role that is being written when Escape is pressed', async () => {
    const { user } = await openApp('/configuration/role-list', {
      as: agency(),
      handlers: { 'roles.list': () => rolesAnswer([roleOf('Desk')]) },
    })
    await user.click(await screen.findByRole('button', { name: 'Edit Desk' }))
    const panel = await screen.findByRole('dialog', { name: 'Edit Desk' })
    await user.type(within(panel).getByLabelText(/^Name/), ' two')
    await user.keyboard('{Escape}')
    await keepEditing(user)
    expect(screen.getByDisplayValue('Desk two')).toBeDefined()
    await user.keyboard('{Escape}')
    await discardChanges(user)
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit Desk' })).toBeNull())
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Edit Desk'))
  })
})
