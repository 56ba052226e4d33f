import { useCallback, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import type { CallName } from '#shared/contracts/index.ts'
import { typedOver } from '#shared/typed-over.ts'
import { ApiError } from './api-error.ts'
import { type SendOptions, send } from './client.ts'
import { passwordQuestion } from './password-question.ts'
import type { Input, Output } from './terms.ts'
import { isOfArea } from './use-refresh-lists.ts'
import { slow, underWay } from './work-under-way.ts'

const areaOf = (name: string) => name.slice(0, name.indexOf('.'))

/** How long a press counts as a repetition of one that was not answered. */
const REPEAT_MS = 10 * 60_000

/** What the server asks outside may take 20 seconds. */
const SLOW_MS = 6000

/** What a press that was refused had seen, as its form said it, and what stood there instead. */
type Told = { seen: unknown; now: unknown }
const seenIn = (input: object): unknown => ('seen' in input ? input.seen : undefined)

type Press<Name extends CallName> = { what: string; key: string; until: number; answer?: Promise<Output<Name>> }

/** How often something of an area is known to have been changed from here. */
const changes: Record<string, number> = {}

/**
 * Sends a call that changes something, then has every read of the same area asked again: after a failure too, because what was sent may
 * have been done where its answer was lost, and what was refused may clash with what is not shown here yet. Sent again with the same
 * content after a failure it keeps its key, so that the server answers what it did already; not once something else of the area was changed.
 * Anybody who was told what somebody else set (409) has seen that: it goes along with what is sent again.
 */
export function useSend<Name extends CallName>(name: Name) {
  const { mutate } = useSWRConfig()
  const [sending, setSending] = useState(false)
  const last = useRef<Press<Name>>(undefined)
  const told = useRef<Told>(undefined)

  const run = useCallback(
    (given: Input<Name>, options?: SendOptions): Promise<Output<Name>> => {
      const seen = told.current && typedOver(told.current.now, told.current.seen, seenIn(given))
      const input = seen === undefined ? given : { ...given, seen }
      const area = areaOf(name)
      const work = async (idempotencyKey: string) => {
        setSending(true)
        let unsay: (() => void) | undefined
        // A person who is asked for their password may take as long as they want; the time begins anew with each question.
        const wait = () =>
          setTimeout(() => {
            if (passwordQuestion.isOpen) waiting = wait()
            else unsay = slow.say()
          }, SLOW_MS)
        let waiting = wait()
        try {
          const answer = await underWay(() => send(name, input, { idempotencyKey, ...options }))
          changes[area] = (changes[area] ?? 0) + 1
          // Not before: a second press meanwhile is the same one.
          told.current = undefined
          return answer
        } catch (error) {
          if (error instanceof ApiError && error.now) told.current = { seen: seenIn(given), now: error.now }
          throw error
        } finally {
          clearTimeout(waiting)
          unsay?.()
          delete press.answer
          void mutate(isOfArea(area))
          setSending(false)
        }
      }
      const what = `${changes[area]} ${JSON.stringify(input)}`
      const now = Date.now()
      const before = last.current
      const press: Press<Name> =
        before?.what === what && before.until > now
          ? before
          : { what, key: crypto.randomUUID(), until: now + REPEAT_MS }
      last.current = press
      // Two presses at once are one.
      press.answer ??= work(press.key)
      return press.answer
    },
    [mutate, name],
  )
  return { send: run, sending }
}
