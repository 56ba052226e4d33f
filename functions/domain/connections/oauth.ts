// Connections by a tool's own sign-in. Who says yes is sent there with a state that works once, for the person, the company and the
// session that asked, and a code is worth nothing to anybody else. Tokens are renewed by one worker at a time.
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { MINUTE } from '#shared/dates.ts'
import { badRequest, conflict } from '#shared/errors.ts'
import { isSignInSlug, isToolSlug, signInPlaces, type ToolSlug } from '#shared/integrations/slugs.ts'
import { tools } from '#shared/integrations/tools.ts'
import type { UserActor } from '#shared/model/actor.ts'
import type { Company } from '#shared/model/company.ts'
import type { ToolConnection } from '#shared/model/tool-connection.ts'
import type { Db } from '../../data/index.ts'
import { type Credentials, type SignIn, ToolFault } from '../../gateways/integrations/tool.ts'
import type { DeliveryDeps } from '../integrations/adapter.ts'
import { releaseLater } from '../integrations/held.ts'
import { findToken, issueToken, judgeToken } from '../security/one-time.ts'
import { type Platform, siteUrl } from '../settings/site-url.ts'
import { openCredentials, sealSecrets } from './credentials.ts'
import { keepGrants, tellAgain } from './grants.ts'

type Deps = Pick<DeliveryDeps, 'db' | 'sealer' | 'tools' | 'now'>
type EndDeps = Deps & Pick<DeliveryDeps, 'queues'>
type Asked = { actor: UserActor; company: Company; tenant: Company; slug: ToolSlug; platform: Platform }

const LIFE_MS = 10 * MINUTE
/** Before its end a token is renewed: a request that is on its way with it is to be in time. */
const EARLY_MS = MINUTE
/** Longer than a renewal takes, or telling a tool that an account goes. */
const LEASE_MS = 30_000
const LOOKS = 20
const LOOK_MS = 250
/** So soon after a renewal began its lost answer is asked for once more: both are over before the lease is. */
const ASK_AGAIN_MS = 5000

const subjectOf = ({ actor, company, slug }: Pick<Asked, 'actor' | 'company' | 'slug'>) =>
  [slug, company.id, actor.sessionId].join(' ')
/** What the tool is told of, and what proves later that it was us: never kept, it comes from the state by our key. */
const verifierOf = ({ sealer }: Deps, state: string) => sealer.mac(state, 'tool sign-in')

/** Says nothing of the account to who reads the table. */
const accountOf = async ({ sealer }: Deps, slug: ToolSlug, id: string | undefined) =>
  id === undefined ? '' : sealer.mac(`${slug} ${id}`, 'tool account')

async function signInOf(
  { tools: open }: Pick<Deps, 'tools'>,
  slug: ToolSlug,
): Promise<{ signIn: SignIn; place: string }> {
  const [signIn, available] = await Promise.all([open.signIn(slug), open.available()])
  if (!signIn || !isSignInSlug(slug) || !available.has(slug))
    throw conflict(`${tools[slug].name} cannot be connected here.`)
  return { signIn, place: signInPlaces[slug] }
}

/** One address of a tool for all tenants of a root, because tools know it beforehand. */
async function returnUrl(
  { db }: { db: Pick<Db, 'company'> },
  tenant: Company,
  platform: Platform,
  place: string,
): Promise<string> {
  const root = tenant.id === tenant.rootId ? tenant : await db.company.find(tenant.rootId)
  return `${siteUrl(platform, root ?? tenant)}/api/integration/sign-in/return/${place}`
}

export async function beginSignIn(deps: Deps, asked: Asked): Promise<string> {
  const { db, now } = deps
  const { actor, tenant, slug, platform } = asked
  const { signIn, place } = await signInOf(deps, slug)
  const redirectUri = await returnUrl(deps, tenant, platform, place)
  const about = { kind: 'toolSignIn', userId: actor.userId, tenantId: tenant.id, subject: subjectOf(asked) } as const
  const state = await issueToken(db, { ...about, lifeMs: LIFE_MS, now: now() })
  const challenge = createHash('sha256')
    .update(await verifierOf(deps, state))
    .digest('base64url')
  return signIn.url({ state, redirectUri, challenge })
}

/** Where somebody began who comes back with this state: at whose host, with which tool, for which company. */
export async function findSignIn(db: Pick<Db, 'token'>, state: string) {
  const token = await findToken(db, state)
  const [slug = '', companyId = ''] = token?.subject.split(' ') ?? []
  return token?.kind === 'toolSignIn' && isToolSlug(slug) ? { tenantId: token.tenantId, slug, companyId } : undefined
}

/** Throws `conflict` with words for people. */
export async function finishSignIn(deps: EndDeps, asked: Asked, { state, code }: { state: string; code: string }) {
  const { db, sealer, now } = deps
  const { actor, company, tenant, slug, platform } = asked
  const { signIn, place: back } = await signInOf(deps, slug)
  const expected = { kinds: ['toolSignIn'], tenantId: tenant.id, now: now() } as const
  const { token } = await judgeToken(db, state, expected)
  const isTheirs = token?.userId === actor.userId && token.subject === subjectOf(asked)
  if (!token || !isTheirs || !(await db.token.use(token.hash, now())))
    throw badRequest('This sign-in was begun elsewhere, or is over. Please connect again.')
  const redirectUri = await returnUrl(deps, tenant, platform, back)
  try {
    const verifier = await verifierOf(deps, state)
    // What was given before an account was taken back is gone with it.
    const givenSince = now()
    const { settings, secrets } = await signIn.exchange({ code, redirectUri, verifier })
    const place = { companyId: company.id, slug, revision: randomUUID() }
    const sealed = await sealSecrets(sealer, place, secrets)
    const made = { ...place, settings, masks: {}, account: await accountOf(deps, slug, settings.accountId), sealed }
    await keepGrants(deps, made)
    // First: who leaves the same account in this moment is to know that it is used.
    if (!(await db.toolAccount.join(made, givenSince)))
      throw conflict(`A permission of this account was just taken back at ${tools[slug].name}. Please connect again.`)
    await releaseLater(deps, made)
    const { connection, earlier } = await db.tool.connect(made, now())
    await db.tool.dropGrant(connection)
    // What could not be told now is told by the message that waits.
    if (earlier && (await endSignIn(deps, earlier))) await db.tool.dropGrant(earlier)
    return connection
  } catch (error) {
    if (error instanceof ToolFault) throw conflict(`${tools[slug].name} could not be connected: ${error.message}`)
    throw error
  }
}

/** Whether the tool may still hold a permission: it did not take it away itself. */
const mayStillHold = ({ lostAt, untoldSince }: ToolConnection) => lostAt === 0 || untoldSince > 0

/**
 * Takes back at the tool what a company allowed us. A tool ends it for all companies that its account connected: while another one
 * uses the account, the tool is not told, and tokens are only forgotten here. Who connects by the account while it is taken back is
 * asked to do so again. False where the tool could not be told.
 */
export async function endSignIn(deps: Deps, connection: ToolConnection): Promise<boolean> {
  const { db, sealer, now } = deps
  const signIn = await deps.tools.signIn(connection.slug)
  if (!signIn?.revoke || !mayStillHold(connection)) {
    await db.toolAccount.leave(connection)
    return true
  }
  const until = now() + LEASE_MS
  if (!(await db.toolAccount.leaveLast(connection, now(), until))) return true
  try {
    await signIn.revoke(await openCredentials(sealer, connection))
    return true
  } catch (error) {
    if (!(error instanceof ToolFault)) throw error
    // What is refused for good is not there any more.
    return error.end !== 'retry'
  } finally {
    await db.toolAccount.taken(connection, until, now())
  }
}

/** Forgets what lets us in. */
export async function forgetUntold({ db, sealer }: Pick<Deps, 'db' | 'sealer'>, ended: ToolConnection): Promise<void> {
  await db.tool.told(ended, await sealSecrets(sealer, ended, {}))
}

/** Tells the tool of what people ended, and forgets what lets us in. False where it could not be told, and is to be told again. */
export async function tellEnd(deps: Deps, ended: ToolConnection): Promise<boolean> {
  if (!(await endSignIn(deps, ended))) return false
  await forgetUntold(deps, ended)
  return true
}

/** Ends a sign-in, and forgets what lets us in. Its leads wait for a day. False as `tellEnd`. */
export async function revokeSignIn(deps: EndDeps, connection: ToolConnection, words: string): Promise<boolean> {
  await tellAgain(deps, connection)
  // First it is lost here: a worker that crashes in between leaves nobody who goes on.
  await deps.db.tool.withdraw(connection, words, deps.now())
  return tellEnd(deps, connection)
}

/** Removes a connection. `isTold`: as `tellEnd`. Undefined where there is none. */
export async function disconnect(deps: EndDeps, named: Pick<ToolConnection, 'companyId' | 'slug'>) {
  const { db, tools: open, now } = deps
  const [connection, signIn] = await Promise.all([db.tool.find(named), open.signIn(named.slug)])
  if (!connection) return undefined
  const knows = signIn?.revoke !== undefined && mayStillHold(connection)
  if (knows) await tellAgain(deps, connection)
  const ended = knows ? await db.tool.retire(named, now()) : await db.tool.disconnect(connection)
  if (!ended) return undefined
  return { connection: ended, isTold: knows ? await tellEnd(deps, ended) : await endSignIn(deps, ended) }
}

const isFresh = ({ expiresAt }: Credentials, now: number) => Number(expiresAt ?? 0) - EARLY_MS > now

/** The tool may have done what it was asked: nothing came back, or an error of its own. */
const isAnswerLost = (error: unknown): boolean =>
  error instanceof ToolFault && error.end === 'retry' && error.status !== 429

/** A tool that gives new tokens once only may give the same again for a moment, so a lost answer is asked for at once. */
async function renewOnce(
  { now }: Pick<Deps, 'now'>,
  signIn: SignIn,
  credentials: Credentials,
  onLost: () => void,
): Promise<Credentials> {
  const begun = now()
  try {
    return await signIn.renew(credentials)
  } catch (error) {
    if (!isAnswerLost(error)) throw error
    onLost()
    if (now() - begun >= ASK_AGAIN_MS) throw error
    return signIn.renew(credentials)
  }
}

/** Why a connection is over that nobody ended: the tool's own words would blame somebody who did nothing. */
const renewalLost = ({ slug }: Pick<ToolConnection, 'slug'>, { message, status }: ToolFault) =>
  new ToolFault(
    'disconnected',
    `${message} (${tools[slug].name} gives new keys once only, and its answer with them did not reach us. Nobody did anything wrong: connecting again is enough.)`,
    { status },
  )

/**
 * Keeps what was renewed. The box may have been sealed anew meanwhile, under another key of the platform: what lies in it is still what
 * the renewal began with, and what was given takes its place.
 */
async function keepRenewed(
  { db, sealer }: Deps,
  begunWith: ToolConnection,
  credentials: Credentials,
  secrets: Credentials,
): Promise<boolean> {
  const sealed = await sealSecrets(sealer, begunWith, secrets)
  if (await db.tool.keepRenewed(begunWith, sealed)) return true
  const current = await db.tool.find(begunWith)
  if (current?.revision !== begunWith.revision || current.sealed === begunWith.sealed) return false
  const isAsBefore = isDeepStrictEqual(await openCredentials(sealer, current), credentials)
  return isAsBefore && db.tool.keepRenewed(current, sealed)
}

/**
 * Tokens other than `stale`. One worker renews, by a lease; the others look at what it kept. What is given is kept before anybody
 * uses it, because a tool may give what renews it only once.
 */
async function renew(deps: Deps, connection: ToolConnection, signIn: SignIn, stale: string): Promise<Credentials> {
  const { db, sealer, now } = deps
  const lost = () => new ToolFault('retry', 'The connection was changed in between.')
  for (let look = 0; look < LOOKS; look++) {
    const current = await db.tool.find(connection)
    if (!current || current.revision !== connection.revision) throw lost()
    const credentials = await openCredentials(sealer, current)
    if (credentials.access !== stale) return credentials
    const at = now()
    const taken = await db.tool.takeRenewal(current, at, at + LEASE_MS)
    if (taken) {
      let { isUnsure } = taken
      try {
        const secrets = await renewOnce(deps, signIn, credentials, () => {
          isUnsure = true
        })
        // What it gave may be lost on the way into the table.
        isUnsure = true
        if (!(await keepRenewed(deps, current, credentials, secrets))) throw lost()
        return { ...current.settings, ...secrets }
      } catch (error) {
        await db.tool.endRenewal(current, at + LEASE_MS, isUnsure)
        const isOver = error instanceof ToolFault && error.end === 'disconnected'
        if (!isOver || !isUnsure || !signIn.renewsOnce) throw error
        // Who began before may have kept meanwhile what it was given.
        const since = await db.tool.find(current)
        if (since?.revision !== current.revision || since.sealed === current.sealed) throw renewalLost(current, error)
      }
    }
    await pause(LOOK_MS)
  }
  throw new ToolFault('retry', 'The connection is being renewed.')
}

/**
 * Asks with tokens that are good: renewed before their end, and once more where the tool says that they are over. A tool that
 * refuses renewed ones too does not know the company any more.
 */
export async function withTokens<T>(
  deps: Deps,
  connection: ToolConnection,
  ask: (credentials: Credentials) => Promise<T>,
): Promise<T> {
  const credentials = await openCredentials(deps.sealer, connection)
  const signIn = await deps.tools.signIn(connection.slug)
  if (!signIn) return ask(credentials)
  const renewed = (stale: string) => renew(deps, connection, signIn, stale)
  const first = isFresh(credentials, deps.now()) ? credentials : await renewed(credentials.access ?? '')
  try {
    return await ask(first)
  } catch (error) {
    if (!(error instanceof ToolFault) || error.end !== 'expired') throw error
    try {
      return await ask(await renewed(first.access ?? ''))
    } catch (again) {
      if (!(again instanceof ToolFault) || again.end !== 'expired') throw again
      throw new ToolFault('disconnected', again.message, { status: again.status })
    }
  }
}
