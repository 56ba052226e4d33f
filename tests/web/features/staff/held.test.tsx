import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency } from '#tests/web/support/people.ts'
import { freshBrowser, rowNamed } from '../companies/stage.tsx'
import { personRow, rolesAnswer, staffPage } from './stage.tsx'

freshBrowser()

describe('the list of a company’s people', () => {
  it('offers nothing for colleagues whom the server would not let be changed, and says why', async () => {
    const why = 'This person may do more than you. Ask a default administrator to change them.'
    const { user, server } = await openApp('/configuration/administrator-list', {
      as: agency(),
      handlers: {
        'roles.list': () => rolesAnswer([]),
        'staff.list': () => staffPage([personRow('Amos'), personRow('Wide', { why_not: why, is_invited: true })]),
      },
    })
    await rowNamed('Wide')
    const edit = screen.getByRole('button', { name: 'Edit Wide', description: why })
    expect(edit.getAttribute('aria-disabled')).toBe('true')
    await user.hover(edit)
    expect(await screen.findByText(`Edit: ${why}`)).toBeDefined()
    await user.click(edit)
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'More actions Wide' }))
    const remove = await screen.findByRole('menuitem', { name: `Delete ${why}`, hidden: true })
    expect(remove.getAttribute('aria-disabled')).toBe('true')
    await user.click(remove)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.named('companies.remove')).toEqual([])
    await user.keyboard('{Escape}')
    const free = screen.getByRole('button', { name: 'Edit Amos' })
    expect(free.getAttribute('aria-disabled')).toBeNull()
    await user.click(free)
    expect(await screen.findByRole('dialog')).toBeDefined()
  })
})
