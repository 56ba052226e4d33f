import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, client } from '#tests/web/support/people.ts'
import { freshBrowser, operator, rowNamed, salesPerson } from '../companies/stage.tsx'
import { personRow, type Row, roleOf, rolesAnswer, staffPage } from './stage.tsx'

freshBrowser()

const ADMINISTRATORS = '/configuration/administrator-list'
const SALES = '/configuration/sales-account-list'
const people = [
  personRow('Ada', { user_type: 'userdownline', defaultAdmin: 'T', adminGetNotification: 'T' }),
  personRow('Amos', { role_id: 'rol_Desk', role_name: 'Desk', customercare: 'T', phonenum: '' }),
  personRow('Nina', { is_invited: true }),
]
type Handlers = NonNullable<NonNullable<Parameters<typeof openApp>[1]>['handlers']>

async function open(handlers: Handlers = {}, as = agency()) {
  const opened = await openApp(ADMINISTRATORS, {
    as,
    handlers: {
      'staff.list': ({ Page }) => staffPage(people, Page),
      'roles.list': () => rolesAnswer([roleOf('Desk')]),
      ...handlers,
    },
  })
  await screen.findByRole('heading', { name: 'Administrator List' })
  return opened
}
const done = (message: string, person?: Row) => ({
  result: 'success' as const,
  message,
  data: [],
  ...(person && { person }),
})

describe('the administrator list', () => {
  it('ROL-09 RTE-054 opens for an agency, and is not there for sales people and clients', async () => {
    const shown = await open()
    shown.unmount()
    for (const person of [salesPerson(), client()]) {
      const { unmount } = await openApp(ADMINISTRATORS, { as: person })
      expect(await screen.findByText(/doesn't exist or has been moved/)).toBeDefined()
      unmount()
    }
  })

  it('asks again for the roles where they did not come, and says of nobody meanwhile that they have none', async () => {
    let isAway = true
    const { user } = await open({
      'roles.list': () => {
        if (isAway) throw new Refusal('unavailable', 'Please try again in a moment.')
        return rolesAnswer([roleOf('Desk')])
      },
    })
    await rowNamed('Amos')
    await user.click(screen.getByRole('button', { name: 'Edit Amos' }))
    const panel = within(await screen.findByRole('dialog'))
    expect(await panel.findByText('The roles could not be loaded.')).toBeDefined()
    const role = panel.getByRole<HTMLInputElement>('combobox', { name: 'Role' })
    expect([role.value, role.placeholder]).toEqual(['', ''])
    isAway = false
    await user.click(panel.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(role.value).toBe('Desk'))
  })

  it('does not pass the rows of one page for another that could not be loaded', async () => {
    const many = Array.from({ length: 12 }, (_, i) => personRow(`Person ${String(i).padStart(2, '0')}`))
    let isBroken = true
    const { user } = await open({
      'staff.list': ({ Page }) => {
        if (Page === 2 && isBroken) throw new Refusal('unavailable', 'Please try again in a moment.')
        return staffPage(many, Page)
      },
    })
    await rowNamed('Person 00')
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    expect(await screen.findByText('The list could not be loaded')).toBeDefined()
    expect(screen.queryByText('Person 00')).toBeNull()
    isBroken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await rowNamed('Person 11')
  })

  it('ROL-10 COB-05 shows name, e-mail, phone, role and the three marks of each person', async () => {
    await open()
    const row = await rowNamed('Amos')
    const table = within(await screen.findByRole('table', { name: 'Administrators' }))
    expect(table.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      ...['Name/E-mail', 'Phone', 'Role', 'Default admin', 'Customer care', 'Gets notifications', 'Created', 'Actions'],
    ])
    expect(
      row
        .getAllByRole('cell')
        .slice(0, 6)
        .map((cell) => cell.textContent),
    ).toEqual([...['Amosamos@example.com', '000-000-0000', 'Desk', '—', 'Yes', '—']])
    expect((await rowNamed('Ada')).getByText('Full rights')).toBeDefined()
    expect((await rowNamed('Nina')).getByText('Invited')).toBeDefined()
  })

  it('CLI-10 ROL-10 COB-04 invites an administrator with role, marks and a phone of the United States', async () => {
    const { server, user } = await open({ 'companies.create': () => done('Data has been added successfully') })
    await user.click(await screen.findByRole('button', { name: 'Add administrator' }))
    const panel = within(await screen.findByRole('dialog', { name: 'New administrator' }))
    await user.click(panel.getByRole('button', { name: 'Send invitation' }))
    expect(await panel.findByText('Enter a full name.')).toBeDefined()
    expect(panel.getByText('Enter an e-mail address.')).toBeDefined()
    await user.type(panel.getByLabelText(/^Full name/), 'Nora New')
    await user.type(panel.getByLabelText(/^E-mail/), 'Nora@Example.com')
    await user.click(panel.getByRole('combobox', { name: 'Role' }))
    await user.click(await screen.findByRole('option', { name: 'Desk', hidden: true }))
    await user.click(panel.getByRole('switch', { name: /^Customer care/ }))
    await user.click(panel.getByRole('button', { name: 'Send invitation' }))
    expect(await screen.findByText('Data has been added successfully')).toBeDefined()
    expect(server.named('companies.create')[0]?.input).toEqual({
      userType: 'administrator',
      ClientFullName: 'Nora New',
      ClientEmail: 'nora@example.com',
      ClientPhone: '',
      ClientPhoneCountryCode: 'US',
      ClientRole: 'rol_Desk',
      defaultAdmin: 'F',
      customercare: 'T',
      adminGetNotification: 'F',
    })
    await waitFor(() => expect(server.named('staff.list').length).toBe(2))
  })

  it('ROL-10 edits a person where the server says what is wrong', async () => {
    let tries = 0
    const { server, user } = await open({
      'companies.update': () => {
        if (tries++ === 0)
          throw new Refusal('invalid', 'This email already exists', { ClientEmail: 'This email already exists' })
        return done('Data has been updated successfully')
      },
    })
    await user.click((await rowNamed('Ada')).getByRole('button', { name: 'Edit Ada' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Edit Ada' }))
    expect((panel.getByRole('combobox', { name: 'Role' }) as HTMLInputElement).disabled).toBe(true)
    await user.click(panel.getByRole('switch', { name: /^Customer care/ }))
    await user.click(panel.getByRole('button', { name: 'Save' }))
    expect((await panel.findAllByText('This email already exists')).length).toBeGreaterThan(0)
    await user.click(panel.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Data has been updated successfully')).toBeDefined()
    // Rights that were not touched are not given once more: somebody may have taken them meanwhile.
    expect(server.named('companies.update')[1]?.input).toEqual({
      ClientID: 'usr_Ada',
      action: 'staff',
      customercare: expect.stringMatching(/^[TF]$/),
    })
  })

  it("A23 leaves one's own address to the profile, which asks for the password", async () => {
    const { user } = await open({ 'staff.list': () => staffPage([personRow('Ada', { id: agency().id })], 1) })
    await user.click((await rowNamed('Ada')).getByRole('button', { name: 'Edit Ada' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Edit Ada' }))
    expect((panel.getByLabelText(/E-mail/) as HTMLInputElement).readOnly).toBe(true)
    expect(panel.getByText('You change your own address in your profile.')).toBeDefined()
  })

  it('2FA-025 lets a colleague who is locked out in again, from the panel that edits them, after a fresh password', async () => {
    let isFresh = false
    const { server, user } = await open({
      'security.unlock': () => {
        if (!isFresh) throw new Refusal('reauthenticate', 'Enter your password again to do this.')
        return { result: 'success', message: 'Amos can log in with the password alone now.' }
      },
      'session.confirmPassword': () => {
        isFresh = true
        return { result: 'success', message: '' }
      },
    })
    await user.click((await rowNamed('Amos')).getByRole('button', { name: 'Edit Amos' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Edit Amos' }))
    const ask = async () => {
      await user.click(panel.getByRole('button', { name: 'Unlock sign-in' }))
      return within(await screen.findByRole('dialog', { name: 'Unlock the sign-in of Amos?' }))
    }
    await user.click((await ask()).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Unlock the sign-in of Amos?' })).toBeNull())
    expect(server.named('security.unlock')).toEqual([])
    // The key that answers a question is not one for the panel below it.
    await ask()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Unlock the sign-in of Amos?' })).toBeNull())
    await user.click((await ask()).getByRole('button', { name: 'Unlock' }))
    await screen.findByRole('dialog', { name: 'Confirm it is you' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm it is you' })).toBeNull())
    await user.click((await ask()).getByRole('button', { name: 'Unlock' }))
    const password = within(await screen.findByRole('dialog', { name: 'Confirm it is you' }))
    await user.type(password.getByLabelText('Password'), 'correct horse 42{Enter}')
    expect(await screen.findByText('Amos can log in with the password alone now.')).toBeDefined()
    expect(server.named('security.unlock').map(({ input }) => input)).toEqual([
      { userId: 'usr_Amos' },
      { userId: 'usr_Amos' },
      { userId: 'usr_Amos' },
    ])
    expect(server.named('companies.update')).toEqual([])
  })

  it('signs a colleague out everywhere after a question, and leaves their second step', async () => {
    const { server, user } = await open({
      'security.unlock': () => ({ result: 'success', message: 'Amos was signed out everywhere.' }),
    })
    await user.click((await rowNamed('Amos')).getByRole('button', { name: 'Edit Amos' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Edit Amos' }))
    await user.click(panel.getByRole('button', { name: 'Sign out everywhere' }))
    const question = within(await screen.findByRole('dialog', { name: 'Sign Amos out everywhere?' }))
    await user.click(question.getByRole('button', { name: 'Sign out' }))
    expect(await screen.findByText('Amos was signed out everywhere.')).toBeDefined()
    expect(server.named('security.unlock').map(({ input }) => input)).toEqual([
      { userId: 'usr_Amos', onlySessions: true },
    ])
  })

  it('2FA-025 unlocks neither oneself, nor who has no password yet, nor whom the server would not let', async () => {
    const why = 'Only a default administrator changes what others sign in with.'
    const { user } = await open({
      'staff.list': () =>
        staffPage([
          personRow('Ada', { id: agency().id }),
          personRow('Nina', { is_invited: true }),
          personRow('Wide', { why_not_sign_in: why }),
        ]),
    })
    for (const name of ['Ada', 'Nina', 'Wide']) {
      await user.click((await rowNamed(name)).getByRole('button', { name: `Edit ${name}` }))
      const panel = within(await screen.findByRole('dialog', { name: `Edit ${name}` }))
      expect([name, panel.queryByRole('button', { name: 'Unlock sign-in' })]).toEqual([name, null])
      await user.click(panel.getByRole('button', { name: 'Cancel' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
  })

  it('ROL-10 deletes after asking, and says why the last default administrator stays', async () => {
    const { server, user } = await open(
      {
        'companies.remove': () => {
          throw new Refusal('conflict', 'This is the last default administrator. Make somebody else one first.')
        },
      },
      agency({ id: 'usr_Amos' }),
    )
    const row = await rowNamed('Ada')
    await user.click(row.getByRole('button', { name: 'Delete Ada' }))
    const asked = within(await screen.findByRole('dialog', { name: 'Delete Ada?' }))
    await user.click(asked.getByRole('button', { name: 'Delete' }))
    expect(
      await screen.findByText('This is the last default administrator. Make somebody else one first.'),
    ).toBeDefined()
    expect(server.named('companies.remove')[0]?.input).toEqual({ companyId: 'com_north', userId: 'usr_Ada' })
    // Nobody deletes themselves.
    expect((await rowNamed('Amos')).queryByRole('button', { name: /Delete/ })).toBeNull()
  })

  it.each([
    { flag: 'create_permission', left: { add: false, edit: true, remove: true } },
    { flag: 'update_permission', left: { add: true, edit: false, remove: true } },
    { flag: 'delete_permission', left: { add: true, edit: true, remove: false } },
  ] as const)('ROL-07 offers what the flags of Settings leave without $flag', async ({ flag, left }) => {
    const on = { create_permission: 'T', update_permission: 'T', delete_permission: 'T' } as const
    const settings = { module_name: 'Settings', enable_permission: 'T', ...on } as const
    await open({}, agency({ user_permissions: { report_analytics: 'F', modules: [{ ...settings, [flag]: 'F' }] } }))
    const row = await rowNamed('Amos')
    expect({
      add: screen.queryByRole('button', { name: 'Add administrator' }) !== null,
      edit: row.queryByRole('button', { name: 'Edit Amos' }) !== null,
      remove: row.queryByRole('button', { name: 'Delete Amos' }) !== null,
    }).toEqual(left)
  })

  it('says what failed, and tries again', async () => {
    let isDown = true
    const { user } = await open({
      'staff.list': () => {
        if (isDown) throw new Refusal('internal', 'Something went wrong, please try again later.')
        return staffPage(people)
      },
    })
    expect(await screen.findByText('The list could not be loaded')).toBeDefined()
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Amos')).toBeDefined()
  })
})

describe('the sales account list', () => {
  const sellers = [
    personRow('Sam', {
      user_type: 'sales',
      sales_kind: 'representative',
      status_acc: 'completed',
      company_id: 'com_root',
    }),
    personRow('Rita', { user_type: 'sales', sales_kind: 'referrer', company_id: 'com_root' }),
  ]
  const openSales = (handlers: Handlers = {}, as = operator()) =>
    openApp(SALES, { as, handlers: { 'sales.accounts': () => staffPage(sellers), ...handlers } })

  it('SAL-12 opens for operators alone', async () => {
    const shown = await openSales()
    expect(await screen.findByRole('heading', { name: 'Sales Account List' })).toBeDefined()
    shown.unmount()
    for (const person of [agency(), client(), salesPerson(), salesPerson({ systemuser: true })]) {
      const { unmount } = await openSales({}, person)
      expect(await screen.findByText(/doesn't exist or has been moved/)).toBeDefined()
      unmount()
    }
  })

  it('SAL-13 shows kind and connected account, and adds a sales person', async () => {
    const { server, user } = await openSales({ 'companies.create': () => done('Data has been added successfully') })
    const row = await rowNamed('Sam')
    expect(screen.getAllByRole('columnheader').flatMap((head) => head.textContent || [])).toEqual([
      ...['Name/E-mail', 'Phone', 'Kind', 'Connected account', 'Created', 'Actions'],
    ])
    expect(row.getByRole('button', { name: 'Edit Sam' })).toBeDefined()
    expect(
      row
        .getAllByRole('cell')
        .slice(0, 4)
        .map((cell) => cell.textContent),
    ).toEqual([...['Samsam@example.com', '312-555-0123', 'Representative', 'Completed']])
    expect((await rowNamed('Rita')).getByText('Not connected')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Add sales person' }))
    const panel = within(await screen.findByRole('dialog', { name: 'New sales person' }))
    await user.type(panel.getByLabelText(/^Full name/), 'Sid Seller')
    await user.type(panel.getByLabelText(/^E-mail/), 'sid@example.com')
    await user.click(panel.getByRole('button', { name: 'Send invitation' }))
    expect(await panel.findByText('Choose what kind of sales person this is.')).toBeDefined()
    await user.click(panel.getByRole('combobox', { name: 'Kind' }))
    await user.click(await screen.findByRole('option', { name: 'Account executive', hidden: true }))
    await user.click(panel.getByRole('button', { name: 'Send invitation' }))
    await waitFor(() =>
      expect(server.named('companies.create')[0]?.input).toMatchObject({
        userType: 'sales',
        salesKind: 'accountExecutive',
      }),
    )
    await user.click((await rowNamed('Sam')).getByRole('button', { name: 'More actions Sam' }))
    expect(await screen.findByRole('menuitem', { name: 'Delete', hidden: true })).toBeDefined()
  })

  it('OTH-09 copies the referral link of a sales person', async () => {
    const url = 'http://root.localhost/agency-register/ABCDEFGH23'
    const { user } = await openSales({ 'sales.referralLink': () => ({ result: 'success', code: 'ABCDEFGH23', url }) })
    await user.click((await rowNamed('Sam')).getByRole('button', { name: 'Copy referral link Sam' }))
    expect(await screen.findByText('The referral link of Sam was copied.')).toBeDefined()
    expect(await navigator.clipboard.readText()).toBe(url)
  })

  it('OTH-09 shows the referral link to be copied by hand where the clipboard is refused', async () => {
    const url = 'http://root.localhost/agency-register/ABCDEFGH23'
    const { user } = await openSales({ 'sales.referralLink': () => ({ result: 'success', code: 'ABCDEFGH23', url }) })
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
    await user.click((await rowNamed('Sam')).getByRole('button', { name: 'Copy referral link Sam' }))
    expect(await screen.findByText(`Copy this link by hand: ${url}`)).toBeDefined()
  })
})

describe('the general settings', () => {
  it('ROL-15 are not there for sales people', async () => {
    await openApp('/configuration/general-setting', { as: salesPerson() })
    expect(await screen.findByText(/doesn't exist or has been moved/)).toBeDefined()
    expect(screen.queryByRole('heading', { name: 'General Settings' })).toBeNull()
  })
})

describe("a client's profile", () => {
  it('ROL-11 names the customer care of the agency, and nothing where there is none', async () => {
    const person = { name: 'Anna Admin', email: 'anna@example.com', phone: '+1 3125550123' }
    const shown = await openApp('/user/profile', {
      handlers: { 'staff.customerCare': () => ({ data: [person] }) },
    })
    const care = within(await screen.findByRole('region', { name: 'Customer care' }))
    expect(care.getByText('Anna Admin')).toBeDefined()
    expect(care.getByRole('link', { name: 'anna@example.com' }).getAttribute('href')).toBe('mailto:anna@example.com')
    shown.unmount()
    await openApp('/user/profile')
    await screen.findByRole('heading', { name: 'Profile', level: 1 })
    expect(screen.queryByText('Customer care')).toBeNull()
  })
})
