// Signing in with the token that an agency's own system got. Anybody who was signed in before is signed out first, on the
// server as well: two people never share a browser's session.
import { ApiError } from './api-error.ts'
import { send } from './client.ts'
import { ownDevice } from './device.ts'
import { keepUser } from './kept-user.ts'
import { loadSession } from './session.ts'
import { getSession } from './session-store.ts'
import { accessToken, clearStorage } from './storage.ts'
import { acceptTokens, subjectOf } from './tokens.ts'

const updating =
  'Sorry! There is currently an update processing on the platform. Please wait five minutes and try again.'

/** Trades the token for a session. The set-up of the screen goes on by itself; the page is left meanwhile. */
export async function enterBySso(token: string, subdomain: string): Promise<void> {
  const session = getSession()
  const currentUserId = session.status === 'in' ? session.user.id : ''
  const answer = await send('session.sso', { token, subdomain, currentUserId, ...(await ownDevice()) })
  if (accessToken()) {
    await send('session.logout', {}).catch(() => undefined)
    clearStorage()
  }
  acceptTokens(answer)
  try {
    await keepUser(await send('account.me', { id: subjectOf(answer.accessToken) }))
  } catch {
    clearStorage()
    throw new ApiError(0, 'updating', updating)
  }
  void loadSession()
}
