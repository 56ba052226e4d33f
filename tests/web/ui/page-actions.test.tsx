import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { PageActions } from '#web/ui/page-actions.tsx'
import { render } from '../render.tsx'

it('an action that is refused can be reached by keyboard, says why, and does nothing', async () => {
  const onClick = vi.fn()
  const action = { key: 'mail', label: 'Invite again', icon: null, onClick, why: 'The person has signed in already.' }
  const { user } = render(<PageActions of="Acme" actions={[action]} />)
  await user.tab()
  const button = screen.getByRole('button', { name: 'Invite again' })
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  const said = document.getElementById(button.getAttribute('aria-describedby') ?? '')
  expect(said?.textContent).toBe('The person has signed in already.')
  await user.keyboard('{Enter}')
  expect(onClick).not.toHaveBeenCalled()
})
