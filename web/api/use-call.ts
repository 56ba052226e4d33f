import useSWR, { type SWRConfiguration } from 'swr'
import type { CallName, Input, Output } from '#shared/contracts/index.ts'
import { isExpired } from './api-error.ts'
import { send } from './client.ts'
import { afterRefresh } from './tokens.ts'

type Options<Name extends CallName> = {
  /** Asks again after so many milliseconds, until `stopWhen` holds for an answer. */
  every?: number
  stopWhen?: (answer: Output<Name>) => boolean
  /** Shows the former answer while another page or range is on its way. */
  keep?: boolean
}

export type CallKey = readonly [name: CallName, input: unknown]

const MAX_RETRIES = 2

/** Reads through a call. `null` as input waits. Answers are shared between screens by name and input. */
export function useCall<Name extends CallName>(name: Name, input: Input<Name> | null, { every, stopWhen, keep = false }: Options<Name> = {}) {
  const config: SWRConfiguration<Output<Name>> = {
    keepPreviousData: keep,
    revalidateOnFocus: false,
    onErrorRetry(error, _key, _config, revalidate, { retryCount }) {
      // A call that met a refresh under way was refused; once the refresh is over it may be asked again.
      if (isExpired(error)) {
        if (retryCount <= 1) void afterRefresh().then(() => void revalidate({ retryCount }))
        return
      }
      if (retryCount <= MAX_RETRIES && every) setTimeout(() => void revalidate({ retryCount }), every)
    },
    ...(every && { refreshInterval: (answer) => (answer !== undefined && stopWhen?.(answer) ? 0 : every), dedupingInterval: every / 2 }),
  }
  const key: readonly [Name, Input<Name>] | null = input && [name, input]
  const { data, error, isLoading, isValidating, mutate } = useSWR(key, ([, sent]) => send(name, sent), config)
  return { data, error: error as unknown, isLoading, isValidating, reload: () => mutate() }
}
