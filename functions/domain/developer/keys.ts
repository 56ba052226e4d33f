// Keys of an agency: who may keep them, how one is made or gets another secret, and how its mark in lists follows.

import { setTimeout as wait } from 'node:timers/promises'
import { refusalForModule } from '#shared/access/modules.ts'
import { refusalForScopes } from '#shared/access/program-keys.ts'
import type { Permissions } from '#shared/access/viewer.ts'
import { DAY } from '#shared/dates.ts'
import { invalid, lostTo, refused } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { UserActor } from '#shared/model/actor.ts'
import { type ApiKey, type ApiScope, MOST_API_KEYS } from '#shared/model/api-key.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import type { Db } from '../../data/index.ts'
import { hashSecret, newSecret } from './secret.ts'

type Deps = { db: Pick<Db, 'apiKey' | 'company'>; now: () => number; newId: (kind: 'apiKey') => string }

/** Agencies keep their own, operators those of their agencies. */
export function requireAgency(actor: UserActor, company: Company): void {
  if (company.kind !== 'agency') throw refused('Only agencies have a developer API.')
  if (company.id !== actor.companyId && actor.role !== 'root') throw refused()
  if (!company.apiMode) throw refused('The developer API is switched off for this agency.')
}

export function requireKeys(actor: UserActor, company: Company): void {
  requireAgency(actor, company)
  if (!company.hasDeveloperAgreement) throw refused('Accept the developer agreement first.')
}

type Platform = { PLATFORM_DOMAIN: string; PLATFORM_SCHEME: 'https' | 'http' }

export const baseUrlOf = ({ customDomain, subdomain }: Company, env: Platform): string =>
  `${env.PLATFORM_SCHEME}://${customDomain ?? `${subdomain}.${env.PLATFORM_DOMAIN}`}/api/v1/developer`

type Wanted = { name: string; scopes: readonly ApiScope[]; expiresInDays: number | undefined }
type Asker = { actor: Pick<UserActor, 'role'>; me: Pick<User, 'id' | 'isDefaultAdmin'>; permissions: Permissions }

export const makerOf = ({ actor, me, permissions }: Asker) => ({
  userId: me.id,
  isDefaultAdmin: me.isDefaultAdmin,
  role: actor.role,
  permissions,
})

/** Also of the key that is replaced: who takes over its name ends what its programs do. */
function checkScopes(asker: Asker, scopes: readonly ApiScope[], before: ApiKey | undefined): void {
  const maker = makerOf(asker)
  const whyNot = before && refusalForModule(asker.permissions, { can: 'api-key:update', method: 'PUT' })
  const why = refusalForScopes(maker, scopes) ?? whyNot ?? refusalForScopes(maker, before?.scopes ?? [])
  if (why) throw refused(why)
}

type Made = { key: ApiKey; secret: string; isReplaced: boolean }

const lost = () =>
  lostTo({ name: 'Somebody else has made or changed a key of this name meanwhile. Open the list again.' })

/** One of the same name gets another secret, which ends the old one. Undefined where another one was made since these were counted. */
async function tryToMake(
  deps: Deps & Asker,
  company: Company,
  { name, scopes, expiresInDays }: Wanted,
  isAgain: boolean,
): Promise<Made | undefined> {
  const { db, now, newId, me } = deps
  const at = now()
  const times = await db.apiKey.timesMade(company.id)
  const all = await db.apiKey.list(company.id)
  const before = all.find((each) => each.name.toLowerCase() === name.toLowerCase())
  // Its secret was shown to somebody a moment ago, and was none that the caller wanted to end.
  if (isAgain && before) throw lost()
  checkScopes(deps, scopes, before)
  if (!before && all.length >= MOST_API_KEYS)
    throw invalid({ name: `There can be at most ${MOST_API_KEYS} keys. Remove one first.` })
  const secret = newSecret()
  const key: ApiKey = {
    id: before?.id ?? newId('apiKey'),
    companyId: company.id,
    name,
    scopes: [...scopes],
    secretHash: hashSecret(secret),
    secretEnd: secret.slice(-4),
    version: (before?.version ?? 0) + 1,
    createdAt: at,
    createdBy: me.id,
    expiresAt: expiresInDays === undefined ? null : at + expiresInDays * DAY,
    lastUsedAt: null,
  }
  const done = before ? await db.apiKey.replace(before, key) : await db.apiKey.create(key, times)
  if (done === 'meanwhile') return undefined
  if (done === 'name_taken' || done === false) throw lost()
  return { key, secret, isReplaced: before !== undefined }
}

const MOST_ROUNDS = 12

/** Of many at once each counts those before it: who was overtaken looks again. */
export async function makeKey(deps: Deps & Asker, company: Company, wanted: Wanted): Promise<Made> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    if (round > 0) await wait(Math.random() * 25 * round)
    const made = await tryToMake(deps, company, wanted, round > 0)
    if (!made) continue
    // Also where it was there: who removes the last one in this moment takes it away.
    await deps.db.company.update(company.id, { hasApiKey: true })
    return made
  }
  throw lostTo({ name: messages.changedMeanwhile })
}

/** The mark of the agency in lists goes with its last key. */
export async function removeKey({ db }: Pick<Deps, 'db'>, company: Company, key: ApiKey): Promise<boolean> {
  if (!(await db.apiKey.remove(key))) return false
  const hasKeys = async () => (await db.apiKey.list(company.id)).length > 0
  if (await hasKeys()) return true
  await db.company.update(company.id, { hasApiKey: false })
  // One may have been made in between.
  if (await hasKeys()) await db.company.update(company.id, { hasApiKey: true })
  return true
}
