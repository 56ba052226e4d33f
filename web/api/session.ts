// How a session begins, goes on after a reload, and ends. Tokens and user data are kept, the rest is asked again.

import { productLines } from '#shared/model/company.ts'
import { rememberAddress } from './address.ts'
import { isExpired } from './api-error.ts'
import { solveCaptcha } from './captcha.ts'
import { send } from './client.ts'
import { ownDevice } from './device.ts'
import { keepUser, keptOriginal, keptUser } from './kept-user.ts'
import { log } from './log.ts'
import { refreshModules } from './module-rights.ts'
import { prepareSealing } from './request.ts'
import { sessionEvents } from './session-events.ts'
import { getSession, type Setup, setSession, type UserData } from './session-store.ts'
import { accessToken, clearStorage, clearTab, isLooking, refreshToken, storageKeys, type Tokens } from './storage.ts'
import { refreshTenant } from './tenant.ts'
import type { Input, Output } from './terms.ts'
import { acceptTokens, endsSoon, refresh, subjectOf } from './tokens.ts'

/** User data older than this is asked for again when the page loads. */
const STALE_MS = 5 * 60_000

/** The set-up check; null when the server could not say. A refused token is thrown on. */
async function fetchSetup(id: string): Promise<Setup | null> {
  try {
    return await send('account.checkSetup', { id })
  } catch (error) {
    if (isExpired(error)) throw error
    return null
  }
}

/** The products as they are called, and served, by now: what is known of the person may be older than a change by their agency. */
function followMenu(me: UserData, { clientSidebar: menu }: Setup): void {
  const isSame = productLines.every(
    (line) => me[`${line}Name`] === (menu[line]?.name ?? '') && me[`${line}Url`] === (menu[line]?.url ?? ''),
  )
  // Both say it, and links are made of either.
  if (!isSame) void Promise.all([refreshMe(), refreshTenant()]).catch(() => undefined)
}

/** Learns who the stored token belongs to. Called at the start and after each sign-in. */
export async function loadSession(): Promise<void> {
  const token = accessToken()
  if (!token) return setSession({ status: 'out' })
  if (getSession().status !== 'in') setSession({ status: 'loading' })
  const id = subjectOf(token)
  try {
    const [kept, original] = await Promise.all([keptUser(id), keptOriginal()])
    // Of the two people of a look both must be readable: with one alone nobody could tell who is in front of the screen.
    if (isLooking() && !(kept?.look && original)) return forget()
    const fresh = kept && Date.now() - kept.at < STALE_MS
    // When the server is away, what was stored is better than nothing.
    const user = fresh
      ? kept.user
      : send('account.me', { id }).catch((error: unknown) =>
          kept && !isExpired(error) ? kept.user : Promise.reject(error),
        )
    const [me, setup] = await Promise.all([user, fetchSetup(id)])
    // Meanwhile another tab may have signed somebody else in, or out: the calls of this one are theirs by now.
    if (subjectOf(accessToken() ?? '') !== id) return loadSession()
    if (me.isViewMode && !kept?.look) return forget()
    if (me !== kept?.user) await keepUser(me, kept?.look)
    rememberAddress(me.signInAddress)
    const view = kept?.look && original ? { original, home: kept.look.home, endsAt: kept.look.endsAt } : null
    setSession({ status: 'in', user: me, setup, ended: false, view })
    if (!setup?.secondStepDue) void refreshModules(me)
    if (setup && me === kept?.user) followMenu(me, setup)
  } catch (error) {
    if (accessToken() && subjectOf(accessToken() ?? '') !== id) return loadSession()
    const now = getSession()
    // Who signed in again over their own page goes on with it: what was known of them stands there.
    const isKept = now.status === 'in' && now.user.id === id
    if (accessToken()) setSession(isKept ? { ...now, ended: false } : { status: 'failed', error })
  }
}

/** Asks anew what is set up: somebody may be held up or free since. A server that cannot say changes nothing. */
export async function refreshSetup(): Promise<void> {
  const before = getSession()
  if (before.status !== 'in') return
  const setup = await fetchSetup(before.user.id).catch(() => null)
  const session = getSession()
  const isSame = session.status === 'in' && session.user.id === before.user.id
  if (!isSame || !setup || JSON.stringify(setup) === JSON.stringify(session.setup)) return
  setSession({ ...session, setup })
  followMenu(session.user, setup)
  // Nothing but the second step could be asked for while it was due.
  if (session.setup?.secondStepDue && !setup.secondStepDue) void refreshModules(session.user)
}

/**
 * Asks for the person and their set-up again, after something of them was saved. That was done already, so this never
 * fails: without an answer the screens show what they knew, and the next start asks again.
 */
export async function refreshMe(): Promise<void> {
  try {
    await askAgain()
  } catch (error) {
    log.error('The person could not be asked for again.', error)
  }
}

async function askAgain(): Promise<void> {
  const session = getSession()
  if (session.status !== 'in') return
  const { id } = session.user
  const kept = await keptUser(id)
  const [user, setup] = await Promise.all([send('account.me', { id }), fetchSetup(id)])
  // Meanwhile the person may have left, or another one may have come, or a dialog may say that the session ended.
  const now = getSession()
  if (now.status !== 'in' || now.user.id !== id) return
  await keepUser(user, kept?.look && now.view ? { ...kept.look, home: now.view.home } : kept?.look)
  setSession({ ...now, user, setup })
}

/** Fetches what signing in needs, while a person is still typing. */
export const prepareSignIn = prepareSealing

/** Takes the tokens of a sign-in that went well, whichever way it came. */
export async function enter(tokens: Tokens): Promise<void> {
  acceptTokens(tokens)
  await loadSession()
}

export type Challenge = Extract<Output<'session.login'>, { otpToken: string }>

/** Signs in, or answers what the second step of a careful person asks for. */
export async function signIn(
  input: Pick<Input<'session.login'>, 'username' | 'password' | 'ownedCompanyId' | 'companyRootId'>,
  captchaKey = '',
) {
  const own = {
    captchaToken: await solveCaptcha(captchaKey, 'login'),
    domainName: location.hostname,
    ...(await ownDevice()),
  }
  const answer = await send('session.login', { ...input, ...own })
  if ('otpToken' in answer) return answer
  await enter(answer)
  return null
}

/** The second step: a mailed code, one of an authenticator, or a recovery code. */
export async function confirmSignIn(input: Input<'security.verifyLogin'>): Promise<void> {
  await enter(await send('security.verifyLogin', { ...input, ...(await ownDevice()) }))
}

/** Ends the session here at once; the server is told, and cannot keep a person waiting. */
export async function signOut(): Promise<void> {
  const token = accessToken()
  if (token && endsSoon(token) && refreshToken()) await refresh(token).catch(() => undefined)
  const told = send('session.logout', {}).catch(() => undefined)
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, 3000))])
  forget()
}

/** Forgets the person without asking the server. */
export function forget() {
  clearStorage()
  setSession({ status: 'out' })
}

sessionEvents.listen((event) => {
  const session = getSession()
  if (event === 'lookEnded') return
  // While the page is still finding out who is there, an ended session is no interruption worth a dialog.
  if (event === 'ended' && session.status === 'in') setSession({ ...session, ended: true })
  else if (!(session.status === 'in' && session.ended)) setSession({ status: 'out' })
})

// All tabs share one sign-in: what another tab does to it happens here too.
globalThis.addEventListener?.('storage', ({ key, newValue }) => {
  const session = getSession()
  if (key !== storageKeys.accessToken || session.status !== 'in') return
  if (newValue === null) {
    clearTab()
    setSession({ status: 'out' })
  } else if (newValue === '') setSession({ ...session, ended: true })
  // Who signed in again in another tab goes on here, without the dialog about the end: to confirm it would sign them out there.
  else if (session.ended || subjectOf(newValue) !== session.user.id) void loadSession()
})
