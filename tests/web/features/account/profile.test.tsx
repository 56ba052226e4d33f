import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Output } from '#shared/contracts/index.ts'
import { fakeFileStore } from '#tests/web/support/fake-file-store.ts'
import { type Handlers, Refusal } from '#tests/web/support/fake-server.ts'
import { lookAs } from '#tests/web/support/look.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, client } from '#tests/web/support/people.ts'
import { faultOf, saidOf } from '#tests/web/support/said-of.ts'

type User = Output<'account.me'>

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const done = (message = 'Saved.') => ({ result: 'success' as const, message })
const filled = { phonenum: '3125550123', address: '1 Loom Street', city: 'Chicago', zip: '60601' }

async function openProfile(person: User = client(filled), more: Handlers = {}) {
  const opened = await openApp('/user/profile', { as: person, handlers: more })
  await screen.findByRole('heading', { name: 'Profile', level: 1 })
  const section = (name: string) =>
    within(screen.getByRole(name === 'Picture' || name === 'E-mail' ? 'region' : 'form', { name }))
  return { ...opened, section }
}

describe('the profile', () => {
  it('RTE-019 SHL-031 opens from the profile dropdown', async () => {
    const { user } = await openApp('/siteid/dashboard', { as: client(filled) })
    await user.click(await screen.findByRole('button', { name: /Profile menu/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Profile', hidden: true }))
    expect(await screen.findByRole('heading', { name: 'Profile', level: 1 })).toBeDefined()
    expect(location.pathname).toBe('/user/profile')
  })

  it('saves name and phone, and shows the new name at once', async () => {
    let person = client(filled)
    const { user, section, server } = await openProfile(person, {
      'account.me': () => person,
      'account.saveProfile': ({ name = person.name }) => {
        person = { ...person, name }
        return done('Your profile is saved.')
      },
    })
    const name = section('Personal').getByLabelText(/^Name/)
    await user.clear(name)
    await user.type(name, 'Cleo Clearwater')
    await user.click(section('Personal').getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Your profile is saved.')).toBeDefined()
    expect(server.named('account.saveProfile')[0]?.input).toEqual({ usrID: 'usr_cleo', name: 'Cleo Clearwater' })
    expect(await screen.findByText('Cleo Clearwater', { selector: 'p' })).toBeDefined()
  })

  it('says that it was saved, even when the person cannot be asked for again', async () => {
    let isDown = false
    const { user, section } = await openProfile(client(filled), {
      'account.me': () => {
        if (isDown) throw new Refusal('unavailable', 'Please try again in a moment.')
        return client(filled)
      },
      'account.saveProfile': () => {
        isDown = true
        return done('Your profile is saved.')
      },
    })
    await user.type(section('Personal').getByLabelText(/^Name/), 'r')
    await user.click(section('Personal').getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Your profile is saved.')).toBeDefined()
    expect(screen.queryByText('Please try again in a moment.')).toBeNull()
  })

  it('checks on leaving a field, in words that say what to do', async () => {
    const { user, section } = await openProfile()
    await user.clear(section('Personal').getByLabelText(/^Name/))
    await user.tab()
    expect(await section('Personal').findByText('Enter your name.')).toBeDefined()
  })

  it('saves the company with its industry, and a state of another country in words', async () => {
    const { user, section, server } = await openProfile(client(filled), { 'account.saveCompany': () => done() })
    const company = section('Company')
    await user.click(company.getByRole('combobox', { name: /^Industry/ }))
    await user.click(await screen.findByRole('option', { name: 'Dental', hidden: true }))
    await user.click(company.getByRole('combobox', { name: /^Country/ }))
    await user.click(await screen.findByRole('option', { name: 'Canada', hidden: true }))
    await user.type(company.getByRole('textbox', { name: /^State/ }), 'Ontario')
    await user.click(company.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.named('account.saveCompany')).toHaveLength(1))
    expect(server.named('account.saveCompany')[0]?.input).toMatchObject({
      industry_id: 'dental',
      country_code: 'CA',
      state_code: 'Ontario',
      // An address is one.
      city: 'Chicago',
    })
    expect(server.named('account.saveCompany')[0]?.input).not.toHaveProperty('company_name')
  })

  it('ENT-013 keeps the team contacts, adds one and removes one', async () => {
    const franchize = { firstname: 'Fran', lastname: 'Chise', email: 'fran@example.com', phone: '' }
    const { user, section, server } = await openProfile(agency({ ...filled, franchize }), {
      'account.saveCompany': () => done(),
    })
    const contacts = section('Team contacts')
    await user.click(contacts.getByRole('button', { name: 'Remove' }))
    await user.click(contacts.getByRole('button', { name: 'Add office manager' }))
    await user.click(contacts.getByRole('button', { name: 'Save' }))
    expect(await contacts.findByText('Enter a first name.')).toBeDefined()
    const manager = within(contacts.getByRole('group', { name: 'Office manager' }))
    await user.type(manager.getByLabelText(/^First name/), 'Olga')
    await user.type(manager.getByLabelText(/^Last name/), 'Office')
    await user.type(manager.getByLabelText(/^E-mail/), 'olga@example.com')
    await user.click(contacts.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.named('account.saveCompany')).toHaveLength(1))
    expect(server.named('account.saveCompany')[0]?.input).toMatchObject({
      franchize: null,
      officemanager: { firstname: 'Olga', lastname: 'Office', email: 'olga@example.com', phone: '' },
    })
  })

  it('leaves the person alone who signed out while they were asked for again', async () => {
    const { server } = await openProfile(client(filled))
    const { forget, refreshMe } = await import('#web/api/session.ts')
    const { getSession } = await import('#web/api/session-store.ts')
    let free: () => void = () => undefined
    const waits = new Promise<void>((resolve) => {
      free = resolve
    })
    server.handlers['account.me'] = async () => {
      await waits
      return client(filled)
    }
    const asking = refreshMe()
    act(() => forget())
    free()
    await asking
    expect(getSession().status).toBe('out')
  })

  it('writes back neither a company nor a contact that a colleague changed meanwhile', async () => {
    const fran = { firstname: 'Fran', lastname: 'Chise', email: 'fran@example.com', phone: '' }
    const { user, section, server } = await openProfile(agency({ ...filled, franchize: fran }), {
      'account.saveCompany': () => done(),
    })
    server.handlers['account.me'] = () => agency({ ...filled, city: 'Springfield', franchize: { ...fran, phone: '1' } })
    const contacts = section('Team contacts')
    await user.click(contacts.getByRole('button', { name: 'Add office manager' }))
    const manager = within(contacts.getByRole('group', { name: 'Office manager' }))
    await user.type(manager.getByLabelText(/^First name/), 'Olga')
    await user.type(manager.getByLabelText(/^Last name/), 'Office')
    await user.type(manager.getByLabelText(/^E-mail/), 'olga@example.com')
    await user.click(contacts.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.named('account.saveCompany')).toHaveLength(1))
    const sent = server.named('account.saveCompany')[0]?.input
    expect(sent).toMatchObject({ officemanager: { firstname: 'Olga' } })
    expect(Object.keys(sent ?? {}).sort()).toEqual(['companyID', 'officemanager'])
  })

  it('shows the company, without a form, to whoever may not change it', async () => {
    await openProfile(client({ ...filled, user_type: 'administrator' }))
    expect(screen.queryByRole('form', { name: 'Company' })).toBeNull()
    expect(within(screen.getByRole('region', { name: 'Company' })).getByText(/1 Loom Street/)).toBeDefined()
  })

  it('RTE-025 links the questionnaire for everybody but clients', async () => {
    await openProfile(agency(filled))
    expect(screen.getByRole('link', { name: 'See or give the answers' }).getAttribute('href')).toBe(
      '/user/questionnaire',
    )
  })

  // Who was invited never answers it, and who answered it did so for everybody.
  it.each(['T', 'F'] as const)('RTE-025 says of the company by no flag of its person: %s', async (flag) => {
    await openProfile(agency({ ...filled, questionnaire_setup_completed: flag }))
    expect(screen.getByRole('region', { name: 'Questionnaire' }).textContent).not.toMatch(/answered/i)
  })
})

describe('the change of the e-mail address', () => {
  async function openChange(more: Handlers = {}) {
    const opened = await openProfile(client(filled), { 'account.changeEmail': () => done(), ...more })
    await opened.user.click(opened.section('E-mail').getByRole('button', { name: 'Change e-mail' }))
    const dialog = within(await screen.findByRole('dialog'))
    return { ...opened, dialog }
  }
  const enter = async ({ user, dialog }: Awaited<ReturnType<typeof openChange>>) => {
    await user.type(dialog.getByLabelText('New e-mail address'), 'New@Example.com')
    await user.click(dialog.getByRole('button', { name: 'Send codes' }))
  }
  const type = async ({ user, dialog }: Awaited<ReturnType<typeof openChange>>, at: number, code: string) => {
    const first = dialog.getAllByRole('textbox', { name: 'Digit 1 of 6' })[at]
    if (first) await user.click(first)
    await user.keyboard(code)
  }

  it('asks for a code from each of the two addresses', async () => {
    const opened = await openChange({
      'account.confirmEmail': () => done('Your e-mail address is new@example.com now.'),
    })
    await enter(opened)
    expect(await opened.dialog.findByText('Code sent to cleo.client@example.com')).toBeDefined()
    expect(opened.dialog.getByText('Code sent to new@example.com')).toBeDefined()
    await type(opened, 0, '111111')
    await type(opened, 1, '222222')
    await opened.user.click(opened.dialog.getByRole('button', { name: 'Change e-mail' }))
    expect(await screen.findByText('Your e-mail address is new@example.com now.')).toBeDefined()
    expect(opened.server.named('account.confirmEmail')[0]?.input).toEqual({
      usrID: 'usr_cleo',
      oldcode: '111111',
      newcode: '222222',
    })
  })

  it('says which of the codes is wrong', async () => {
    const opened = await openChange({
      'account.confirmEmail': () => {
        throw new Refusal('invalid', 'The code is not right.', { newcode: 'The code is not right.' })
      },
    })
    await enter(opened)
    await opened.dialog.findByText('Code sent to new@example.com')
    await type(opened, 0, '111111')
    await type(opened, 1, '222222')
    await opened.user.click(opened.dialog.getByRole('button', { name: 'Change e-mail' }))
    expect(await opened.dialog.findByText('The code is not right.')).toBeDefined()
  })

  it('says of each field what is wrong with it, and only until it is changed', async () => {
    const wrong = { oldcode: 'The first code is not right.', newcode: 'The second code is not right.' }
    const opened = await openChange({
      'account.confirmEmail': () => {
        throw new Refusal('invalid', 'The codes are not right.', wrong)
      },
    })
    const { user, dialog } = opened
    await user.click(dialog.getByRole('button', { name: 'Send codes' }))
    const address = dialog.getByLabelText('New e-mail address')
    expect(faultOf(address)).toEqual(['true', 'Enter the new address.'])
    await user.type(address, 'n')
    expect(saidOf(address)).toBe('')
    await enter(opened)
    await dialog.findByText('Code sent to nnew@example.com')
    await type(opened, 0, '111111')
    await type(opened, 1, '222222')
    await user.click(dialog.getByRole('button', { name: 'Change e-mail' }))
    expect(await dialog.findByText(wrong.oldcode)).toBeDefined()
    await type(opened, 0, '3')
    expect(dialog.queryByText(wrong.oldcode)).toBeNull()
    expect(dialog.getByText(wrong.newcode)).toBeDefined()
    await type(opened, 1, '3')
    expect(dialog.queryByText(wrong.newcode)).toBeNull()
  })

  it('asks for the password where the server wants a fresh one', async () => {
    let isFresh = false
    const opened = await openChange({
      'account.changeEmail': () => {
        if (!isFresh) throw new Refusal('reauthenticate', 'Enter your password again to do this.')
        return done()
      },
      'session.confirmPassword': () => {
        isFresh = true
        return done()
      },
    })
    await enter(opened)
    await opened.user.type(await opened.dialog.findByLabelText('Password'), 'correct horse 42{Enter}')
    expect(await opened.dialog.findByText('Code sent to new@example.com')).toBeDefined()
  })
})

describe('the picture', () => {
  const place = {
    url: 'https://files.example/',
    fields: { key: 'pictures/incoming/usr_cleo/upl_1.png', policy: 'signed' },
    key: 'pictures/incoming/usr_cleo/upl_1.png',
  }
  const image = (type = 'image/png', size = 10) => new File([new Uint8Array(size)], 'me.png', { type })

  it('goes to the file store, is looked at, and shows at once', async () => {
    const posts = fakeFileStore()
    let person = client(filled)
    const { section, server } = await openProfile(person, {
      'account.me': () => person,
      'account.uploadPicture': () => place,
      'account.savePicture': () => {
        person = { ...person, profile_pict: 'https://files.example/picture.png' }
        return { ...done('Your picture is saved.'), profile_pict: person.profile_pict }
      },
    })
    fireEvent.change(section('Picture').getByLabelText('Picture file'), { target: { files: [image()] } })
    expect(await screen.findByText('Your picture is saved.')).toBeDefined()
    expect(posts.map(({ url, form }) => [url, form.get('key')])).toEqual([[place.url, place.key]])
    expect(server.named('account.savePicture')[0]?.input).toEqual({ usrID: 'usr_cleo', key: place.key })
    expect(section('Picture').getByRole('button', { name: 'Replace picture' })).toBeDefined()
  })

  it('refuses other kinds of file and large ones before anything is sent', async () => {
    const { section, server } = await openProfile()
    const field = section('Picture').getByLabelText('Picture file')
    fireEvent.change(field, { target: { files: [image('image/svg+xml')] } })
    expect(await screen.findByText('Choose a PNG, JPEG or WebP image.')).toBeDefined()
    fireEvent.change(field, { target: { files: [image('image/png', 3_000_000)] } })
    expect(await screen.findByText('Choose an image of at most 2 MB.')).toBeDefined()
    expect(server.named('account.uploadPicture')).toEqual([])
  })

  it('can be taken away', async () => {
    let person = client({ ...filled, profile_pict: 'https://files.example/picture.png' })
    const { user, section } = await openProfile(person, {
      'account.me': () => person,
      'account.removePicture': () => {
        person = client(filled)
        return done('Your picture is gone.')
      },
    })
    await user.click(section('Picture').getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('Your picture is gone.')).toBeDefined()
    expect(await section('Picture').findByRole('button', { name: 'Upload picture' })).toBeDefined()
  })

  it('says how often leads are reported by mail, and saves another choice', async () => {
    let rhythm: Output<'account.reportMails'>['rhythm'] = 'off'
    const { user, section, server } = await openProfile(client(filled), {
      'account.reportMails': () => ({
        rhythm,
        next: rhythm === 'off' ? null : '2026-11-30',
        time_zone: 'America/Chicago',
        why_none: '',
      }),
      'account.saveReportMails': (input) => {
        rhythm = input.rhythm
        return done('You get a weekly report from now on.')
      },
    })
    await screen.findByText('None is planned.')
    await user.click(section('Reports by mail').getByRole('radio', { name: 'Every Monday' }))
    await user.click(section('Reports by mail').getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/The next one leaves on Nov 30, 2026 at 7:00 AM/)).toBeDefined()
    expect(server.named('account.saveReportMails').map(({ input }) => input)).toEqual([
      { usrID: 'usr_cleo', rhythm: 'weekly' },
    ])
  })

  it('shows those who look as somebody else how often leads are reported, and lets them change nothing of it', async () => {
    await openProfile(client(filled), {
      'account.reportMails': () => ({
        rhythm: 'weekly',
        next: '2026-11-30',
        time_zone: 'America/Chicago',
        why_none: '',
      }),
    })
    await screen.findByRole('radio', { name: 'Every Monday' })
    await lookAs()
    const part = within(await screen.findByRole('region', { name: 'Reports by mail' }))
    expect(await part.findByRole('radio', { name: 'Every Monday' })).toHaveProperty('disabled', true)
    expect(part.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(part.getByText('While you look as somebody else their choice stays as it is.')).toBeDefined()
  })

  it('says why no leads are reported, and what went wrong', async () => {
    let isAway = true
    const { user } = await openProfile(client(filled), {
      'account.reportMails': () => {
        if (isAway) throw new Refusal('unavailable', 'The server is busy.')
        return { rhythm: 'off', next: null, time_zone: 'America/Chicago', why_none: 'Mails are turned off.' }
      },
    })
    expect(await screen.findByText('Your choice could not be loaded')).toBeDefined()
    isAway = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Mails are turned off.')).toBeDefined()
    expect(screen.queryByRole('radio', { name: 'Every Monday' })).toBeNull()
  })
})
