import { useRef, useState } from 'react'
import { ApiError } from './api-error.ts'
import { send } from './client.ts'

/** Says that a person did not want to give their password: nothing was done, and nothing needs to be told. */
const declined = () => new ApiError(0, 'declined', '')
export const isDeclined = (error: unknown) => error instanceof ApiError && error.code === 'declined'

const needsPassword = (error: unknown) => error instanceof ApiError && error.code === 'reauthenticate'

/**
 * For acts that the server wants a fresh password for. `run` does the work; when the server asks, `isAsking` becomes true,
 * the screen shows its password form, and the work is done once `confirm` went well.
 */
export function useSudo() {
  const [isAsking, setAsking] = useState(false)
  const waiting = useRef<{ resolve: () => void; reject: (error: unknown) => void }>(null)

  async function run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!needsPassword(error)) throw error
    }
    setAsking(true)
    try {
      await new Promise<void>((resolve, reject) => {
        waiting.current = { resolve, reject }
      })
    } finally {
      setAsking(false)
    }
    return work()
  }

  return {
    run,
    isAsking,
    confirm: async (password: string) => {
      await send('session.confirmPassword', { password })
      waiting.current?.resolve()
    },
    cancel: () => waiting.current?.reject(declined()),
  }
}
