import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'

/** Of changes, or of a secret that is shown this once. */
const TITLE = /^(You have unsaved changes$|Have you copied )/

async function answer(user: UserEvent, name: RegExp): Promise<void> {
  const questions = await screen.findAllByRole('dialog', { name: TITLE })
  expect(questions).toHaveLength(1)
  const [question = document.body] = questions
  await user.click(within(question).getByRole('button', { name }))
  await noQuestion()
}

/** What was done just now asks first, once; the person stays. */
export const keepEditing = (user: UserEvent): Promise<void> => answer(user, /^(Keep editing|Go back)$/)

/** What was done just now asks first; the person lets the changes go. */
export const discardChanges = (user: UserEvent): Promise<void> =>
  answer(user, /^(Discard changes|I have a copy, go on)$/)

/** Nothing is asked, or the question is gone. */
export const noQuestion = (): Promise<void> =>
  waitFor(() => expect(screen.queryByRole('dialog', { name: TITLE })).toBeNull())

/** Whether closing the window would be asked about. */
export const isGuarded = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
