import { useCallback, useState } from 'react'
import { useSWRConfig } from 'swr'
import type { CallName } from '#shared/contracts/index.ts'
import { type SendOptions, send } from './client.ts'
import type { Input, Output } from './terms.ts'
import { isOfArea } from './use-refresh-lists.ts'
import { underWay } from './work-under-way.ts'

const areaOf = (name: string) => name.slice(0, name.indexOf('.'))

/** Sends a call that changes something, then has every read of the same area asked again. */
export function useSend<Name extends CallName>(name: Name) {
  const { mutate } = useSWRConfig()
  const [sending, setSending] = useState(false)

  const run = useCallback(
    async (input: Input<Name>, options?: SendOptions): Promise<Output<Name>> => {
      setSending(true)
      try {
        const answer = await underWay(() => send(name, input, options))
        void mutate(isOfArea(areaOf(name)))
        return answer
      } finally {
        setSending(false)
      }
    },
    [mutate, name],
  )
  return { send: run, sending }
}
