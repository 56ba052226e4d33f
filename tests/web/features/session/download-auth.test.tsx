import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { fakeIndexedDb } from '#tests/web/support/indexed-db.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, client } from '#tests/web/support/people.ts'

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
const url = 'http://northlight.localhost:8787/api/docauth/TICKET'

describe('the page that asks for a password before a document', () => {
  it.each(['user', 'userdownline', 'administrator'] as const)(
    'RTE-015 RTE-016 RTE-017 AUT-031 sends password and document, and goes to the address: %s',
    async (user_type) => {
      const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
      const { user, server } = await openApp('/download-auth/doc_1', {
        as: agency({ user_type }),
        handlers: { 'session.documentAccess': () => ({ result: 'success', url }) },
      })
      await user.type(await screen.findByLabelText('Password'), 'correct horse 42')
      await user.click(screen.getByRole('button', { name: 'Download' }))
      await waitFor(() => expect(assign).toHaveBeenCalledWith(url))
      expect(server.named('session.documentAccess')[0]?.input).toEqual({ pwd: 'correct horse 42', urldata: 'doc_1' })
      expect(screen.getByLabelText('Password')).toHaveProperty('value', '')
    },
  )

  it('RTE-018 is not there for clients and sales', async () => {
    for (const user_type of ['client', 'sales'] as const) {
      const { unmount } = await openApp('/download-auth/doc_1', { as: client({ user_type }) })
      await screen.findByRole('heading', { name: /not found/i }).catch(() => undefined)
      expect(screen.queryByLabelText('Password')).toBeNull()
      unmount()
      localStorage.clear()
    }
  })

  it('AUT-058 says what is wrong under the field', async () => {
    const { user } = await openApp('/download-auth/doc_1', {
      as: agency(),
      handlers: {
        'session.documentAccess': () => {
          throw new Refusal('invalid', 'This is not your password.', { pwd: 'This is not your password.' })
        },
      },
    })
    await user.type(await screen.findByLabelText('Password'), 'no')
    await user.click(screen.getByRole('button', { name: 'Download' }))
    expect(await screen.findByText('This is not your password.')).toBeDefined()
  })
})
