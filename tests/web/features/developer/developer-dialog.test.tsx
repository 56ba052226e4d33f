import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Output } from '#shared/contracts/index.ts'
import { messages } from '#shared/messages.ts'
import { apiScopes } from '#shared/model/api-key.ts'
import { type Handlers, Refusal } from '#tests/web/support/fake-server.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, setup, tenant } from '#tests/web/support/people.ts'
import { discardChanges, keepEditing } from '#tests/web/support/unsaved.ts'

type Terms = Output<'developer.agreement'>
type Keys = Output<'developer.keys'>
const terms = (more: Partial<Terms> = {}): Terms => ({
  is_marketing_services_agreement_developer: 'F',
  first_time_charge: 150,
  minimum_spend_max: 349,
  minimum_spend_amount_list: [100, 200],
  version: 1,
  ...more,
})
const agreed = terms({ is_marketing_services_agreement_developer: 'T' })
const key: Keys['keys'][number] = {
  id: 'key_1',
  client_id: 'key_1',
  name: 'Website',
  scopes: ['leads:read'],
  secret_key: 'sk_…abcd',
  created_at: '2026-11-01T00:00:00.000Z',
  created_by: 'Ada Agency',
  expires_at: null,
  last_used_at: null,
}
const base_url = 'https://northlight.example/api/v1/developer'
const may_give = [...apiScopes]
const without: Keys = { status: false, base_url, client_id: '', secret_key: '', keys: [], may_give }
const withOne: Keys = { status: true, base_url, client_id: 'key_1', secret_key: 'sk_…abcd', keys: [key], may_give }
const text: Output<'documents.get'> = {
  name: 'marketing-services-agreement-developer',
  title: 'Developer services agreement',
  version: 1,
  updated_at: '2026-01-01T00:00:00.000Z',
  html: '',
  blocks: [],
}
const made = { client_id: 'key_2', secret_key: 'sk_secretOfTheNewKey', base_url }

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function openMenu(
  handlers: Handlers = {},
  more: Parameters<typeof setup>[0] = {},
  rootcomp: 'T' | 'F' = 'T',
  as = agency(),
) {
  const opened = await openApp('/configuration/card-setting', {
    as,
    tenant: tenant({ agencyplatformroot: rootcomp, rootcomp: 'F' }),
    handlers: {
      'account.checkSetup': () => setup({ api_mode: 'T', ...more }),
      'documents.get': () => text,
      'developer.agreement': () => agreed,
      'developer.keys': () => withOne,
      ...handlers,
    },
  })
  await opened.user.click(await screen.findByRole('button', { name: /Profile menu/ }))
  await screen.findByRole('menuitem', { name: 'Log out', hidden: true })
  return opened
}
async function openDialog(handlers: Handlers = {}, as = agency()) {
  const opened = await openMenu(handlers, {}, 'T', as)
  await opened.user.click(await screen.findByRole('menuitem', { name: 'Developer', hidden: true }))
  return { ...opened, dialog: within(await screen.findByRole('dialog')) }
}
const item = () => screen.queryByRole('menuitem', { name: 'Developer', hidden: true })

describe('the menu', () => {
  it('SHL-038 SHL-039 has Developer while the mode is on, with card and account', async () => {
    await openMenu()
    expect(item()).not.toBeNull()
  })
  it.each([
    ['the mode is off', { api_mode: 'F' as const }],
    ['there is no card', { creditcardsetup: false }],
    ['no account is connected', { accountconnected: '' as const }],
  ])('SHL-038 SHL-039 has it not where %s', async (_, more) => {
    await openMenu({}, more)
    expect(item()).toBeNull()
  })
})

describe('the dialog', () => {
  it('DEV-002 DEV-004 DEV-005 DEV-008 DEV-009 ERR-024 RTE-014 shows the terms first, and asks to be ticked', async () => {
    let isAgreed = false
    const { dialog, user, server } = await openDialog({
      'developer.agreement': () => (isAgreed ? agreed : terms()),
      'developer.agree': () => {
        isAgreed = true
        return { result: 'success', message: 'Thank you.' }
      },
    })
    expect(await dialog.findByText('Developer services agreement')).toBeTruthy()
    expect(dialog.getByText(/First-time charge \$150\.00.*At least \$349\.00 a month/)).toBeTruthy()
    expect(dialog.getByText('Month 2: $200.00')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Agree and continue' }))
    expect(await dialog.findByText(messages.mustAgree)).toBeTruthy()
    expect(server.named('developer.agree')).toEqual([])
    await user.click(dialog.getByRole('checkbox'))
    await user.click(dialog.getByRole('button', { name: 'Agree and continue' }))
    await waitFor(() => expect(server.named('developer.agree')).toHaveLength(1))
    const { id: user_id, company_id, company_name } = agency()
    expect(server.named('developer.agree')[0]?.input).toEqual({
      user_id,
      is_marketing_services_agreement_developer: 'T',
      company_name,
      company_id,
      location_menu: 'Developer',
      document_type: 'developer',
      version: 1,
      charge_now: 150,
    })
    expect(await dialog.findAllByText('Website')).not.toEqual([])
  })

  it('DEV-014 DEV-021 opens the documentation of this host in a new tab', async () => {
    const { dialog } = await openDialog()
    const link = await dialog.findByRole('link', { name: 'How programs call, with examples' })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/developers', '_blank'])
  })

  it('DEV-006 asks no tick of a system user', async () => {
    const { dialog, user, server } = await openDialog(
      {
        'developer.agreement': () => terms(),
        'developer.agree': () => ({ result: 'success', message: 'Thank you.' }),
      },
      agency({ systemuser: true }),
    )
    await user.click(await dialog.findByRole('button', { name: 'Agree and continue' }))
    await waitFor(() => expect(server.named('developer.agree')).toHaveLength(1))
    expect(dialog.queryByRole('checkbox')).toBeNull()
  })

  it('DEV-001 DEV-013 SHL-044 shows the keys where the terms are accepted, secrets masked', async () => {
    const { dialog } = await openDialog()
    expect(await dialog.findAllByText('Website')).not.toEqual([])
    expect(dialog.getByText(base_url)).toBeTruthy()
    expect(dialog.getAllByText('key_1')).not.toEqual([])
    expect(dialog.getByText(/sk_…abcd/)).toBeTruthy()
  })

  it('DEV-011 DEV-015 SET-27 offers to generate one, and shows its secret once', async () => {
    const { dialog, user, server } = await openDialog({
      'developer.keys': () => without,
      'developer.generate': () => ({ result: 'success', message: 'Made.', status: true, user: made, key }),
    })
    await user.click(await dialog.findByRole('button', { name: 'Generate a key' }))
    await user.type(dialog.getByLabelText('Name'), 'Website')
    await user.click(dialog.getByLabelText('Read clients'))
    await user.click(dialog.getByLabelText('Upload exclusion lists'))
    await user.click(dialog.getByRole('button', { name: 'Generate' }))
    expect(await dialog.findByText(made.secret_key)).toBeTruthy()
    // It reads unless more is ticked.
    expect(server.named('developer.generate')).toMatchObject([
      { input: { name: 'Website', scopes: ['campaigns:read', 'leads:read', 'exclusions:write'] } },
    ])
    await user.click(dialog.getByRole('checkbox'))
    await user.click(dialog.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(dialog.queryByText(made.secret_key)).toBeNull())
  })

  it('asks before a key that is being described is given up', async () => {
    const { dialog, user } = await openDialog({ 'developer.keys': () => without })
    await user.click(await dialog.findByRole('button', { name: 'Generate a key' }))
    await user.type(dialog.getByLabelText('Name'), 'Website')
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await keepEditing(user)
    await user.keyboard('{Escape}')
    await keepEditing(user)
    expect(screen.getByDisplayValue('Website')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await discardChanges(user)
    expect(await dialog.findByRole('button', { name: 'Generate a key' })).toBeTruthy()
  })

  it('has the focus in it while a key is described, after the password was asked for, and once its secret is there', async () => {
    let isConfirmed = false
    const answer = Promise.withResolvers<void>()
    const { dialog, user } = await openDialog({
      'developer.keys': () => without,
      'session.confirmPassword': () => {
        isConfirmed = true
        return { result: 'success', message: 'Thank you.' }
      },
      'developer.generate': async () => {
        if (!isConfirmed) throw new Refusal('reauthenticate', 'Enter your password again to do this.')
        await answer.promise
        return { result: 'success', message: 'Made.', status: true, user: made, key }
      },
    })
    const isInside = () => document.activeElement?.closest('[role="dialog"]') !== null
    await user.click(await dialog.findByRole('button', { name: 'Generate a key' }))
    expect(document.activeElement).toBe(dialog.getByLabelText('Name'))
    await user.keyboard('Website')
    await user.click(dialog.getByRole('button', { name: 'Generate' }))
    const question = within(await screen.findByRole('dialog', { name: 'Confirm it is you' }))
    await user.type(question.getByLabelText('Password', { selector: 'input' }), 'correct horse 42{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm it is you' })).toBeNull())
    // Longer than all who put the focus somewhere.
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(document.activeElement === document.body || isInside()).toBe(true)
    answer.resolve()
    expect(await dialog.findByText(made.secret_key)).toBeTruthy()
    await waitFor(() => expect(isInside()).toBe(true))
  })

  it('keeps what is typed for a key that could not be made, while nothing answers', async () => {
    let isAway = false
    const { dialog, user, server } = await openDialog({
      'developer.keys': () => {
        if (isAway) throw new Refusal('internal', 'Something went wrong.')
        return without
      },
      'developer.generate': () => {
        isAway = true
        throw new Refusal('internal', 'Something went wrong.')
      },
    })
    await user.click(await dialog.findByRole('button', { name: 'Generate a key' }))
    await user.type(dialog.getByLabelText('Name'), 'Website')
    await user.click(dialog.getByRole('button', { name: 'Generate' }))
    await user.click(within(await screen.findByRole('dialog', { name: 'No key was made' })).getByText('OK'))
    await waitFor(() => expect(server.named('developer.keys').length).toBeGreaterThan(1))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(screen.getByDisplayValue('Website')).toBeTruthy()
  })

  it('DEV-011 shows the secret of a new key no matter what becomes of the list under it', async () => {
    let isMade = false
    const { dialog, user, server } = await openDialog({
      'developer.keys': () => {
        if (isMade) throw new Refusal('internal', 'Something went wrong.')
        return without
      },
      'developer.generate': () => {
        isMade = true
        return { result: 'success', message: 'Made.', status: true, user: made, key }
      },
    })
    await user.click(await dialog.findByRole('button', { name: 'Generate a key' }))
    await user.type(dialog.getByLabelText('Name'), 'Website')
    await user.click(dialog.getByLabelText('Read clients'))
    await user.click(dialog.getByRole('button', { name: 'Generate' }))
    expect(await dialog.findByText(made.secret_key)).toBeTruthy()
    await waitFor(() => expect(server.named('developer.keys').length).toBeGreaterThan(1))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(dialog.getByText(made.secret_key)).toBeTruthy()
  })

  it('DEV-016+ replaces a secret by one more of the same name, once that was confirmed', async () => {
    const { dialog, user, server } = await openDialog({
      'developer.generate': () => ({ result: 'success', message: 'Made.', status: true, user: made, key }),
    })
    const replace = async () => {
      await user.click(await dialog.findByRole('button', { name: 'Replace secret of Website' }))
      return within(await screen.findByRole('dialog', { name: 'Replace the secret of Website?' }))
    }
    const first = await replace()
    expect(first.getByText(/^The old secret stops at once\./)).toBeTruthy()
    await user.click(first.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Replace the secret/ })).toBeNull())
    expect(server.named('developer.generate')).toEqual([])
    await user.click((await replace()).getByRole('button', { name: 'Replace the secret' }))
    expect(await dialog.findByText(made.secret_key)).toBeTruthy()
    expect(server.named('developer.generate')).toMatchObject([{ input: { name: 'Website', scopes: ['leads:read'] } }])
  })

  it('offers what the person may do themselves, and says who made a key', async () => {
    const { dialog, user } = await openDialog({
      'developer.keys': () => ({ ...withOne, may_give: ['clients:read'] }),
    })
    expect(await dialog.findByText(/by Ada Agency/)).toBeTruthy()
    // It reads leads, which they may not.
    expect(dialog.queryByRole('button', { name: /^Replace secret/ })).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Generate a key' }))
    expect(dialog.getByText('A key may do no more than you may yourself.')).toBeTruthy()
    expect(dialog.getAllByRole('checkbox')).toHaveLength(1)
  })

  it('ERR-027 shows what the server says where no key could be made', async () => {
    const { dialog, user } = await openDialog({
      'developer.generate': () => {
        throw new Refusal('forbidden', 'Accept the developer agreement first.')
      },
    })
    await user.click(await dialog.findByRole('button', { name: 'Generate a key' }))
    await user.type(dialog.getByLabelText('Name'), 'Another')
    await user.click(dialog.getByRole('button', { name: 'Generate' }))
    expect(await screen.findByText('Accept the developer agreement first.')).toBeTruthy()
  })
})
