import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency } from '#tests/web/support/people.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
const why = 'Confirm your e-mail address first: open the link in the mail that we sent to ada.agency@example.com.'
const unconfirmed = () => agency({ email_confirmed: 'F', why_not_invite: why })

describe('an address that is not confirmed', () => {
  it('stands above every page with a button that sends the mail again, until it is confirmed', async () => {
    let isConfirmed = false
    const { user, server } = await openApp('/configuration/general-setting', {
      as: unconfirmed(),
      handlers: {
        'account.me': () => (isConfirmed ? agency() : unconfirmed()),
        'session.resendConfirmation': () => ({ result: 'success', message: 'We have sent a mail to you.' }),
      },
    })
    expect(await screen.findByText('Please confirm your e-mail address')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Send the mail again' }))
    expect(await screen.findByText('We have sent a mail to you.')).toBeDefined()
    expect(server.named('session.resendConfirmation')).toHaveLength(1)
    isConfirmed = true
    window.dispatchEvent(new Event('focus'))
    await waitFor(() => expect(screen.queryByText('Please confirm your e-mail address')).toBeNull())
  })
})
