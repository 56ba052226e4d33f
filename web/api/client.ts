// The one way to the server. Types, path and method come from the contracts; the rules about expired tokens live here.
import type { CallName } from '#shared/contracts/index.ts'
import { ApiError, isExpired } from './api-error.ts'
import { log } from './log.ts'
import { needsPassword, passwordQuestion } from './password-question.ts'
import { request } from './request.ts'
import { sessionEvents } from './session-events.ts'
import { accessToken, clearStorage, isLooking, refreshToken } from './storage.ts'
import type { Input, Output } from './terms.ts'
import { endsSoon, isRefreshing, refresh, subjectOf } from './tokens.ts'

export type SendOptions = { idempotencyKey?: string; signal?: AbortSignal }

/** Whether a failed refresh means the end: a server that is busy or away may still know the session. */
const isOver = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

async function renew(name: CallName, token: string): Promise<string> {
  const shown = refreshToken()
  const next = await refresh(token).catch((error: unknown) => {
    // A sign-in that another tab made meanwhile is not the one that ended.
    const current = refreshToken()
    if (isOver(error) && current && current !== shown) return accessToken() ?? ''
    if (isOver(error) && current === shown) {
      const isForgotten = name === 'account.checkSetup'
      clearStorage(!isForgotten)
      sessionEvents.emit(isForgotten ? 'forgotten' : 'ended')
    }
    throw error
  })
  // What one person asked for is never sent in the name of another.
  if (subjectOf(next) !== subjectOf(token))
    throw new ApiError(409, 'conflict', 'Somebody else signed in here meanwhile. Nothing was sent.')
  return next
}

/** A call that never asks for a new token: it is about the session itself. */
const isAboutSession = (name: CallName) =>
  name === 'session.login' || name === 'session.refresh' || name === 'session.logout' || name === 'session.sso'

async function exchange(name: CallName, input: Record<string, unknown>, options: SendOptions): Promise<unknown> {
  let token = accessToken()
  if (token && !isAboutSession(name) && endsSoon(token) && refreshToken()) token = await renew(name, token)
  const sent = token
  // One key for the call and its replay: the server must see one action.
  const idempotencyKey = options.idempotencyKey ?? crypto.randomUUID()
  const ask = (accessToken: string | null) =>
    request({ name, input, accessToken, signal: options.signal, idempotencyKey })
  try {
    return await ask(sent)
  } catch (error) {
    if (!isExpired(error) || !sent || isAboutSession(name)) throw error
    if (isLooking()) {
      sessionEvents.emit('lookEnded')
      throw error
    }
    if (name === 'account.checkSetup') {
      clearStorage()
      sessionEvents.emit('forgotten')
      throw error
    }
    if (isRefreshing()) throw error
    if (!refreshToken()) {
      clearStorage()
      sessionEvents.emit('lost')
      throw error
    }
    return ask(await renew(name, sent))
  }
}

/** Sends a call by its name and gives its answer, or throws `ApiError`. It asks for the own password where the server wants it. */
export async function send<Name extends CallName>(
  name: Name,
  input: Input<Name>,
  options: SendOptions = {},
): Promise<Output<Name>> {
  try {
    // @NOTE inputs are objects in every contract, and the server checks its answers against the same contract.
    return (await exchange(name, input as Record<string, unknown>, options)) as Output<Name>
  } catch (error) {
    const { ask, inPlace } = passwordQuestion
    if (ask && inPlace === 0 && needsPassword(error)) {
      passwordQuestion.isOpen = true
      await ask().finally(() => {
        passwordQuestion.isOpen = false
      })
      return send(name, input, options)
    }
    if (!options.signal?.aborted) log.error(`${name} failed`, error)
    throw error
  }
}
