import { ApiError } from './api-error.ts'

const isRefused = (code: string) => (error: unknown) => error instanceof ApiError && error.code === code

export const needsPassword = isRefused('reauthenticate')
/** Nothing was done, because a person did not want to give their password. Screens that have nothing to say about it look for it. */
export const isDeclined = isRefused('declined')

/** Acts that the server wants a fresh password for: the frame around the pages asks for it, and the act goes on. */
export const passwordQuestion = {
  /** Set by the frame. It throws where the password was not given. */
  ask: undefined as (() => Promise<void>) | undefined,
  /** How many forms ask in their own place just now. */
  inPlace: 0,
  /** Whether the frame asks just now: what takes long then waits for a person. */
  isOpen: false,
}
