import { useRef, useState } from 'react'
import { send } from './client.ts'
import { declined } from './declined.ts'
import { needsPassword, passwordQuestion } from './password-question.ts'

/**
 * For forms that ask for the own password in their own place, and where there is no frame that could ask: `isAsking` is true while they
 * show their question, and the work is done once `confirm` went well. Everywhere else `send` asks by itself.
 */
export function useSudo() {
  const [isAsking, setAsking] = useState(false)
  const waiting = useRef<{ resolve: () => void; reject: (error: unknown) => void }>(null)

  async function run<T>(work: () => Promise<T>): Promise<T> {
    passwordQuestion.inPlace += 1
    try {
      return await work()
    } catch (error) {
      if (!needsPassword(error)) throw error
    } finally {
      passwordQuestion.inPlace -= 1
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
