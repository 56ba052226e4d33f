import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'

const TITLE = 'You have unsaved changes'

/** What was done just now asks first, once; the person stays. */
export async function keepEditing(user: UserEvent): Promise<void> {
  const questions = await screen.findAllByRole('dialog', { name: TITLE })
  expect(questions).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Keep editing' }))
  await noQuestion()
}

/** What was done just now asks first; the person lets the changes go. */
export async function discardChanges(user: UserEvent): Promise<void> {
  await screen.findByRole('dialog', { name: TITLE })
  await user.click(screen.getByRole('button', { name: 'Discard changes' }))
  await noQuestion()
}

/** Nothing is asked, or the question is gone. */
export const noQuestion = (): Promise<void> =>
  waitFor(() => expect(screen.queryByRole('dialog', { name: TITLE })).toBeNull())

/** Whether closing the window would be asked about. */
export const isGuarded = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
