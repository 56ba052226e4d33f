// Each button of the settings asks for the very right that its call asks for, and not for one that is like it.
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { toSmtpWire } from '#functions/wire/settings/smtp.ts'
import { noSmtp } from '#shared/model/smtp.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, setup, tenant } from '#tests/web/support/people.ts'
import { clientRow, freshBrowser, lists, openClients, operator } from '../companies/stage.tsx'

freshBrowser()

type Flag = 'create' | 'update' | 'delete'
const settings = (...off: Flag[]) => {
  const flag = (name: Flag) => (off.includes(name) ? ('F' as const) : ('T' as const))
  return [
    {
      module_name: 'Settings',
      enable_permission: 'T' as const,
      create_permission: flag('create'),
      update_permission: flag('update'),
      delete_permission: flag('delete'),
    },
  ]
}
const rights = (...off: Flag[]) => ({ report_analytics: 'F' as const, modules: settings(...off) })
const button = (name: string | RegExp) => screen.queryByRole('button', { name })
const rootTenant = tenant({ domain: 'root.localhost', subdomain: 'root', rootcomp: 'T', ownedcompanyid: 'com_root' })

const openPlans = (...off: Flag[]) =>
  openApp('/configuration/general-setting?tab=plans', {
    as: operator({ user_permissions: rights(...off) }),
    tenant: rootTenant,
    handlers: {
      'account.checkSetup': () => setup({ accountconnected: 'completed' }),
      'settings.get': () => ({
        settingname: 'rootminspend',
        data: { status: 'F', first_month: '0', second_month: '0', monthly: '0' },
      }),
      'pricing.listPlans': () => ({
        data: [{ idMinimumSpend: 'msp_1', planName: 'Starter', months: [], flatMonth: '9', is_default: false }],
      }),
    },
  })

describe('what a role leaves of the settings', () => {
  it('ROL-07 of plans: adding, editing and deleting are three rights', async () => {
    await openPlans('update')
    const table = within(await screen.findByRole('table', { name: 'Minimum-spend plans' }))
    expect(await table.findByRole('button', { name: 'Delete Starter' })).toBeDefined()
    expect([button('Add plan') !== null, button('Edit Starter')]).toEqual([true, null])
  })

  it('ROL-07 of plans: whoever may only change them neither adds nor deletes', async () => {
    await openPlans('create', 'delete')
    await screen.findByRole('button', { name: 'Edit Starter' })
    expect([button('Add plan'), button('Delete Starter')]).toEqual([null, null])
  })

  it('ROL-07 of the mail server: trying it makes something, saving it changes something', async () => {
    await openApp('/configuration/general-setting?tab=smtp', {
      as: agency({ user_permissions: rights('create') }),
      handlers: {
        'settings.get': () => ({
          settingname: 'customsmtpmodule',
          data: { ...toSmtpWire(noSmtp), state: 'off', failure: '', failedat: '', whynot: '' },
        }),
      },
    })
    await screen.findByRole('button', { name: 'Save mail server' })
    expect(button('Send a test mail')).toBeNull()
  })

  const seen = { user_permissions: rights(), user_permissions_view_mode: rights('update') }
  it.each([
    { as: 'the person looked at may not change them', more: seen, isOffered: false },
    { as: 'the role leaves all', more: { user_permissions: rights() }, isOffered: true },
  ])('ROL-07 of prices when $as', async ({ more, isOffered }) => {
    await openClients({ 'companies.list': lists({ com_north: [clientRow('Smiles')] }) }, agency(more))
    await screen.findAllByText('Smiles')
    expect(button('Set price Smiles') !== null).toBe(isOffered)
  })

  it('ROL-07 of a module that the role does not name: its pages are not there', async () => {
    const modules = settings().map((entry) => ({ ...entry, module_name: 'Campaign' }))
    await openApp('/configuration/client-management', {
      as: agency({ user_permissions: { report_analytics: 'F', modules } }),
    })
    expect(await screen.findByText(/doesn't exist or has been moved/)).toBeDefined()
  })
})
