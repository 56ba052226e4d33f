import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, client } from '#tests/web/support/people.ts'
import { freshBrowser, rowNamed, salesPerson } from '../companies/stage.tsx'
import { roleOf, rolesAnswer } from '../staff/stage.tsx'

freshBrowser()

const ROLES = '/configuration/role-list'
type Handlers = NonNullable<NonNullable<Parameters<typeof openApp>[1]>['handlers']>

async function open(handlers: Handlers = {}, as = agency()) {
  const opened = await openApp(ROLES, {
    as,
    handlers: { 'roles.list': () => rolesAnswer([roleOf('Desk'), roleOf('Reader')]), ...handlers },
  })
  await screen.findByRole('heading', { name: 'Role List' })
  return opened
}
const names = ['Ads Design', 'Campaign', 'LeadsPeek', 'Settings']

describe('the role list', () => {
  it('ROL-01 RTE-056 lists the roles for an agency, and is not there for clients and sales people', async () => {
    const shown = await open()
    const row = await rowNamed('Desk')
    expect(row.getByText('Settings: some')).toBeDefined()
    expect(shown.server.named('roles.list').map(({ input }) => input)).toContainEqual({
      companyID: 'com_north',
      getType: 'getrole',
      roleID: 'none',
      usrID: 'usr_ada',
    })
    shown.unmount()
    for (const person of [client(), salesPerson()]) {
      const { unmount } = await openApp(ROLES, { as: person })
      expect(await screen.findByText(/doesn't exist or has been moved/)).toBeDefined()
      unmount()
    }
  })

  it('ROL-03 ROL-04 ROL-05 makes a role out of four modules with four flags each', async () => {
    const { server, user } = await open({
      'roles.save': () => ({ result: 'success', message: 'Data has been added successfully', data: roleOf('New') }),
    })
    await user.click(await screen.findByRole('button', { name: 'Add role' }))
    const panel = within(await screen.findByRole('dialog', { name: 'New role' }))
    const table = within(panel.getByRole('table', { name: 'Modules' }))
    expect(table.getAllByRole('rowheader').map((head) => head.textContent)).toEqual(names)
    await user.click(panel.getByRole('button', { name: 'Save' }))
    expect(await panel.findByText('Enter a name for the role.')).toBeDefined()
    await user.type(panel.getByLabelText(/^Name/), 'Writer')
    // Anybody who may change a module may open it; a module that is closed leaves nothing.
    await user.click(table.getByRole('checkbox', { name: 'Settings: update' }))
    expect((table.getByRole('checkbox', { name: 'Settings: open' }) as HTMLInputElement).checked).toBe(true)
    await user.click(table.getByRole('checkbox', { name: 'Campaign: delete' }))
    await user.click(table.getByRole('checkbox', { name: 'Campaign: open' }))
    await user.click(panel.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Data has been added successfully')).toBeDefined()
    const off = { enable_permission: 'F', create_permission: 'F', update_permission: 'F', delete_permission: 'F' }
    expect(server.named('roles.save')[0]?.input).toEqual({
      companyID: 'com_north',
      roleName: 'Writer',
      roleIcon: 'user',
      roledata: names.map((module_name) => ({
        module_name,
        ...off,
        ...(module_name === 'Settings' && { enable_permission: 'T', update_permission: 'T' }),
      })),
    })
    const lists = () => server.named('roles.list').filter(({ input }) => input.getType === 'getrole')
    await waitFor(() => expect(lists()).toHaveLength(2))
  })

  it('ROL-06 shows under the name that it is taken, and why a role in use stays', async () => {
    const { user } = await open({
      'roles.save': () => {
        const text = 'There is a role of this name already.'
        throw new Refusal('invalid', text, { roleName: text })
      },
      'roles.remove': () => {
        throw new Refusal('conflict', 'Amos Assistant has this role. Give them another one first.')
      },
    })
    await user.click((await rowNamed('Desk')).getByRole('button', { name: 'Edit Desk' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Edit Desk' }))
    await user.click(panel.getByRole('button', { name: 'Save' }))
    expect((await panel.findAllByText('There is a role of this name already.')).length).toBe(1)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click((await rowNamed('Desk')).getByRole('button', { name: 'Delete Desk' }))
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Delete Desk?' })).getByRole('button', { name: 'Delete' }),
    )
    expect(await screen.findByText('Amos Assistant has this role. Give them another one first.')).toBeDefined()
  })

  it('ROL-07 offers neither save nor delete where the flags of Settings forbid it', async () => {
    const settings = {
      module_name: 'Settings',
      enable_permission: 'T',
      create_permission: 'T',
      update_permission: 'F',
      delete_permission: 'F',
    } as const
    await open({}, agency({ user_permissions: { report_analytics: 'F', modules: [settings] } }))
    const row = await rowNamed('Desk')
    expect(row.queryAllByRole('button')).toEqual([])
    expect(screen.queryByRole('button', { name: 'Add role' })).toBeNull()
  })

  it('says what a role is for when there is none', async () => {
    await open({ 'roles.list': () => rolesAnswer([]) })
    expect(await screen.findByText('No roles yet')).toBeDefined()
  })
})

describe('the menus', () => {
  it('SHL-045 follow what the role leaves, which is asked with the four values at each start', async () => {
    const flags = { create_permission: 'T', update_permission: 'T', delete_permission: 'T' } as const
    const modules = names.map((module_name) => ({
      module_name,
      ...flags,
      enable_permission: module_name === 'Settings' ? ('F' as const) : ('T' as const),
    }))
    const { server } = await openApp('/user/profile', {
      as: agency({ role_id: 'rol_Desk' }),
      handlers: {
        'roles.list': ({ getType }) =>
          getType === 'getrolemodule' ? { result: 'success', roles: [], modules } : rolesAnswer([]),
      },
    })
    await screen.findByRole('heading', { name: 'Profile', level: 1 })
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Administrator List' })).toBeNull())
    expect(screen.queryByRole('link', { name: 'General Settings' })).toBeNull()
    expect(server.named('roles.list')[0]?.input).toEqual({
      companyID: 'com_north',
      getType: 'getrolemodule',
      roleID: 'rol_Desk',
      usrID: 'usr_ada',
    })
  })
})
