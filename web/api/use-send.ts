import { useCallback, useState } from 'react'
import { useSWRConfig } from 'swr'
import type { CallName } from '#shared/contracts/index.ts'
import { type SendOptions, send } from './client.ts'
import type { Input, Output } from './terms.ts'
import { isOfArea } from './use-refresh-lists.ts'
import { underWay } from './work-under-way.ts'

const areaOf = (name: string) => name.slice(0, name.indexOf('.'))

/**
 * Sends a call that changes something, then has every read of the same area asked again: after a failure too, because what was sent may
 * have been done where its answer was lost, and what was refused may clash with what is not shown here yet.
 */
export function useSend<Name extends CallName>(name: Name) {
  const { mutate } = useSWRConfig()
  const [sending, setSending] = useState(false)

  const run = useCallback(
    async (input: Input<Name>, options?: SendOptions): Promise<Output<Name>> => {
      setSending(true)
      try {
        return await underWay(() => send(name, input, options))
      } finally {
        void mutate(isOfArea(areaOf(name)))
        setSending(false)
      }
    },
    [mutate, name],
  )
  return { send: run, sending }
}
