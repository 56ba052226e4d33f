import { useEffect } from 'react'
import useSWR, { type SWRConfiguration, unstable_serialize, useSWRConfig } from 'swr'
import type { CallName } from '#shared/contracts/index.ts'
import { isExpired, messageOf } from './api-error.ts'
import { send } from './client.ts'
import { accessToken } from './storage.ts'
import type { Input, Output } from './terms.ts'
import { afterRefresh } from './tokens.ts'

type Options<Name extends CallName> = {
  /** Asks again so many milliseconds after each answer, until `until` holds for one. Stops with the screen that asks. */
  every?: number
  until?: (answer: Output<Name>) => boolean
  /** Shows the former answer while another page or range is on its way, and not once that has failed. */
  keep?: boolean
}

/** A server that fails is asked less often. */
const SLOWER = 5

/** Reads through a call. `null` as input waits. Answers are shared between screens by name and input. */
export function useCall<Name extends CallName>(
  name: Name,
  input: Input<Name> | null,
  { every, until, keep = false }: Options<Name> = {},
) {
  const config: SWRConfiguration<Output<Name>> = {
    keepPreviousData: keep,
    revalidateOnFocus: false,
    onErrorRetry(error, _key, _config, revalidate, { retryCount }) {
      // A call that met a refresh under way was refused; once the refresh is over it may be asked again. Nothing else
      // is repeated unasked: the screen offers to try again.
      if (!isExpired(error) || retryCount > 1) return
      void afterRefresh().then(() => {
        if (accessToken()) void revalidate({ retryCount })
      })
    },
  }
  const key: readonly [Name, Input<Name>] | null = input && [name, input]
  const { data: shown, error, isLoading, isValidating, mutate } = useSWR(key, ([, sent]) => send(name, sent), config)
  const { cache } = useSWRConfig()
  // Under the words of a failure, rows that answer another question would pass for the answer to this one.
  const isFormer = keep && shown !== undefined && cache.get(unstable_serialize(key))?.data === undefined
  const data = isFormer && error !== undefined ? undefined : shown

  const isOver = data !== undefined && (until?.(data) ?? false)
  const wait = every && key && !isOver ? every * (error ? SLOWER : 1) : 0
  useEffect(() => {
    if (!wait || isValidating) return
    const timer = setTimeout(() => void mutate(), wait)
    return () => clearTimeout(timer)
  }, [wait, isValidating, mutate])

  return {
    data,
    error: error as unknown,
    /** What to tell people of it. */
    failure: error === undefined ? undefined : messageOf(error),
    /** Nothing is there yet, not even a former answer. */
    isLoading: isLoading && data === undefined,
    isValidating,
    /** What is shown meanwhile answers another question, as `keep` has it. */
    isFormer,
    reload: () => mutate(),
  }
}
