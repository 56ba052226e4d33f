import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { fakeIndexedDb } from '#tests/web/support/indexed-db.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, client, setup, tenant } from '#tests/web/support/people.ts'
import { trioOf } from '#tests/web/support/tokens.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  fakeIndexedDb()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

type Opened = Awaited<ReturnType<typeof openApp>>
const PASSWORD = 'fresh paint 7'
const done = (id: string, notice = '') => ({
  result: 'success' as const,
  message: 'Your account is ready.',
  notice,
  ...trioOf(id),
})

async function fill({ user }: Opened, more: { confirmation?: string } = {}) {
  await user.type(await screen.findByLabelText(/Company name/), 'Riverside Media')
  await user.type(screen.getByLabelText(/Your name/), 'Nora New')
  await user.type(screen.getByLabelText(/E-mail/), 'Nora@Example.com')
  await user.type(screen.getByLabelText(/^Phone/), '3125550199')
  await user.type(screen.getByLabelText(/^Password/), PASSWORD)
  await user.type(screen.getByLabelText(/Confirm password/), more.confirmation ?? PASSWORD)
}
const submit = ({ user }: Opened) => user.click(screen.getByRole('button', { name: 'Create account' }))

describe('the registration page', () => {
  it('AUT-018 RTE-005 sends everything the call wants', async () => {
    const opened = await openApp('/register', { as: null, handlers: { 'session.register': () => done('usr_cleo') } })
    await fill(opened)
    await submit(opened)
    await waitFor(() => expect(opened.server.named('session.register')).toHaveLength(1))
    expect(opened.server.named('session.register')[0]?.input).toEqual({
      companyname: 'Riverside Media',
      name: 'Nora New',
      email: 'nora@example.com',
      phonenum: '+13125550199',
      password: PASSWORD,
      gtoken: '',
      userType: 'client',
      domainName: 'localhost',
      ownedcompanyid: 'com_north',
      idsys: 'com_root',
      refcode: '',
      device: expect.stringMatching(/^[\w-]{43}$/),
    })
  })

  it('WID-012 asks where the visitor is, without a word of its own, and begins with that country', async () => {
    const handlers = { 'public.country': () => ({ country: 'DE' }) }
    const { server } = await openApp('/register', { as: null, handlers })
    await screen.findByLabelText(/^Phone/)
    await waitFor(() => expect(screen.getByRole('button', { name: /Germany/ })).toBeDefined())
    const asked = server.named('public.country')
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({ input: {}, body: undefined })
  })

  it('begins with the country of the language where the edge cannot tell', async () => {
    await openApp('/register', { as: null, handlers: { 'public.country': () => ({ country: '' }) } })
    await waitFor(() => expect(screen.getByRole('button', { name: /United States/ })).toBeDefined())
  })

  it('AUT-045 signs the new person in, and opens the set-up of the profile', async () => {
    const trio = done('usr_cleo')
    const opened = await openApp('/register', {
      as: null,
      handlers: {
        'session.register': () => trio,
        'account.me': () => client({ profile_setup_completed: 'F' }),
        'account.checkSetup': () => setup({ setupcomplete: 'F', creditcardsetup: false }),
      },
    })
    await fill(opened)
    await submit(opened)
    await waitFor(() => expect(location.pathname).toBe('/user/profile-setup'))
    expect(localStorage.getItem('access_token')).toBe(trio.access_token)
  })

  it('RTE-006 RTE-007 registers an agency on the site of a root, with the code of its address or none', async () => {
    for (const [path, refcode] of [
      ['/agency-register/ABC', 'ABC'],
      ['/agency-register', ''],
    ] as const) {
      const opened = await openApp(path, {
        as: null,
        tenant: tenant({ rootcomp: 'T' }),
        handlers: { 'session.register': () => done('usr_ada'), 'account.me': () => agency() },
      })
      expect(await screen.findByRole('heading', { name: 'Create your agency account' })).toBeDefined()
      await fill(opened)
      await submit(opened)
      await waitFor(() => expect(opened.server.named('session.register')).toHaveLength(1))
      expect(opened.server.named('session.register')[0]?.input).toMatchObject({ userType: 'userdownline', refcode })
      opened.unmount()
      localStorage.clear()
    }
  })

  it("registers no agency on an agency's site", async () => {
    await openApp('/agency-register/ABC', { as: null })
    expect(await screen.findByRole('heading', { name: 'Agencies do not register here' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Create account' })).toBeNull()
  })

  it('AUT-049 tells when the code was not known', async () => {
    const opened = await openApp('/agency-register/NO', {
      as: null,
      tenant: tenant({ rootcomp: 'T' }),
      handlers: { 'session.register': () => done('usr_cleo', 'The referral code is not known.') },
    })
    await fill(opened)
    await submit(opened)
    expect(await screen.findByText('The referral code is not known.')).toBeDefined()
  })

  it('AUT-046 shows what the server found under its field, with the focus there', async () => {
    const opened = await openApp('/register', {
      as: null,
      handlers: {
        'session.register': () => {
          throw new Refusal('invalid', 'This e-mail address is already in use.', {
            email: 'This e-mail address is already in use.',
          })
        },
      },
    })
    await fill(opened)
    await submit(opened)
    expect(await screen.findByText('This e-mail address is already in use.')).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText(/E-mail/))
    expect(screen.getByLabelText(/Your name/)).toHaveProperty('value', 'Nora New')
  })

  it('AUT-050 asks for what is missing or too weak before anything is sent', async () => {
    const opened = await openApp('/register', { as: null })
    await screen.findByLabelText(/Company name/)
    await submit(opened)
    for (const sentence of [
      'Enter the name of the company.',
      'Enter your name.',
      'Enter your e-mail address.',
      'Enter a phone number.',
      'Use at least 8 characters, with letters and digits.',
    ])
      expect(screen.getByText(sentence)).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText(/Company name/))
    await fill(opened, { confirmation: 'other' })
    await submit(opened)
    expect(screen.getByText('The two passwords differ.')).toBeDefined()
    expect(opened.server.named('session.register')).toHaveLength(0)
  })
})
