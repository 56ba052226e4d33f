// Looking through another person's eyes. The own sign-in is put aside untouched and taken back at the end; the token of
// the look lasts an hour and cannot be renewed.

import { ApiError } from './api-error.ts'
import { send } from './client.ts'
import { keepUser, keptUser, putAside, takeBack } from './kept-user.ts'
import { request } from './request.ts'
import { forget, loadSession } from './session.ts'
import type { UserData } from './session-store.ts'
import { accessToken, isLooking, keepTokens, readKey, refreshToken, storageKeys, type Tokens } from './storage.ts'
import type { Output } from './terms.ts'
import { alone, subjectOf } from './tokens.ts'

type Switched = Output<'account.switchUser'>

const ownTokens = (): Tokens => ({
  accessToken: accessToken() ?? '',
  refreshToken: refreshToken() ?? '',
  expiresIn: Number(readKey(storageKeys.expiresIn) ?? 0),
})

async function whoIs({ accessToken: token }: Switched): Promise<UserData> {
  const idempotencyKey = crypto.randomUUID()
  const input = { id: subjectOf(token) }
  // @NOTE the contract `account.me` gives this shape, and the server checks every answer against it.
  return (await request({ name: 'account.me', input, accessToken: token, idempotencyKey })) as UserData
}

/** Begins a look. From within another one, that one ends first: there is one way back, to oneself. */
export async function viewAs(userId: string): Promise<void> {
  if (isLooking()) await revertView()
  if (readKey(storageKeys.user) === null)
    throw new ApiError(
      0,
      'no_vault',
      'This browser cannot keep your own sign-in safe meanwhile, so you cannot look as somebody else.',
    )
  const answer = await send('account.switchUser', { userId })
  const user = await whoIs(answer)
  // Another tab may be renewing the own tokens just now: those that are put aside must be the new ones.
  await alone(async () => {
    const own = ownTokens()
    putAside()
    await keepUser(user, { home: answer.home, endsAt: Date.now() + answer.expiresIn * 1000, own })
    // The tokens come last: other tabs take them as the sign that all is ready.
    keepTokens({ accessToken: answer.accessToken, refreshToken: '', expiresIn: answer.expiresIn })
  })
  await loadSession()
}

let going: Promise<void> | undefined

/** Takes the own sign-in back, no matter what became of the look. Several calls may notice its end at once. */
export function goBack(): Promise<void> {
  going ??= takeOwnBack().finally(() => {
    going = undefined
  })
  return going
}

async function takeOwnBack(): Promise<void> {
  if (!isLooking()) return
  const kept = await keptUser(subjectOf(accessToken() ?? ''))
  // What cannot be read back ends the session.
  if (!kept?.look) return forget()
  takeBack()
  keepTokens(kept.look.own)
  await loadSession()
}

/** Ends a look; the server is told, and cannot keep a person waiting. */
export async function revertView(): Promise<void> {
  const told = send('account.revertView', {}).catch(() => undefined)
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, 3000))])
  await goBack()
}
