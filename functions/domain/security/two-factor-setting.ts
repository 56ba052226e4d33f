// Turning the second step on and off. Either ends every other sign-in of the person: the person who came in without it, or with
// the one before, must come in again.
import { conflict, invalid } from '#shared/errors.ts'
import type { User } from '#shared/model/user.ts'
import type { TwoFactorType } from '#shared/two-factor.ts'
import type { Db } from '../../data/index.ts'
import type { Sealer } from '../../gateways/seal.ts'
import { newRecoveryCodes } from './otp-token.ts'
import { findStep } from './totp.ts'

type Deps = { db: Db; sealer: Pick<Sealer, 'unseal'>; now: () => number }
type Authenticator = { secretKey?: string | undefined; code?: string | undefined }
type Proven = { secretBox: string; lastStep?: number }

/** The secret that this person was shown a moment ago. A secret that came from elsewhere may be known to somebody else. */
async function findProven({ db, sealer, now }: Deps, userId: string, given: Authenticator): Promise<Proven> {
  const proposed = await db.twoFactor.findProposed(userId)
  const isFresh = proposed !== undefined && proposed.endsAt > now()
  if (!isFresh || (await sealer.unseal(proposed.secretBox, userId)) !== given.secretKey)
    throw invalid({ secretKey: 'This key is not valid any more. Please scan a new one.' })
  if (given.code === undefined) return { secretBox: proposed.secretBox }
  const step = findStep(given.secretKey, given.code, now())
  if (step === undefined) throw invalid({ code: 'The code is not right. Check the clock of your phone and try again.' })
  // The code that proved the secret is used up: it must not also open the next sign-in.
  return { secretBox: proposed.secretBox, lastStep: step }
}

/** Turns the second step on, or switches its kind. Answers recovery codes, whose plain form is kept nowhere. */
export async function turnOn(deps: Deps, user: User, type: TwoFactorType, given: Authenticator): Promise<string[]> {
  const known = await deps.db.twoFactor.find(user.id)
  // Saving the mails that are on already changes nothing, and must not make the written-down codes worthless.
  if (type === 'email' && known?.type === 'email') return []
  const proven = type === 'google' ? await findProven(deps, user.id, given) : {}
  const { codes, hashes } = newRecoveryCodes(user.id)
  const setting = { userId: user.id, type, recoveryHashes: hashes, createdAt: deps.now(), ...proven }
  // Codes are shown once: of two who save at once, one would be shown codes that are worth nothing.
  if (!(await deps.db.twoFactor.save(setting, known)))
    throw conflict('Two-factor authentication was changed at this very moment. Open it again, and look how it stands.')
  await deps.db.twoFactor.forgetProposed(user.id)
  return codes
}

/** Turns the second step off and wipes its secret and its recovery codes; false when it was off. */
export async function turnOff({ db }: Pick<Deps, 'db'>, userId: string): Promise<boolean> {
  const known = await db.twoFactor.find(userId)
  await db.twoFactor.remove(userId)
  return known !== undefined
}

/**
 * Ends all sign-ins of a person but one, what was begun of others, and every device that their second step is left out on. All of them
 * go with the epoch, those too that begin at this very moment: rows that are looked for would leave out who comes in meanwhile.
 * `user`: as the one that stays has read them. Where somebody has ended that one since, it stays ended.
 */
export async function endOtherSessions(
  { db }: Pick<Deps, 'db'>,
  user: Pick<User, 'id' | 'epoch'>,
  keep: string | null,
): Promise<void> {
  const [known] = await Promise.all([db.knownDevice.list(user.id), raise({ db }, user, keep)])
  await Promise.all(known.map(({ id }) => db.knownDevice.forget(user.id, id)))
}

async function raise({ db }: Pick<Deps, 'db'>, user: Pick<User, 'id' | 'epoch'>, keep: string | null): Promise<void> {
  const epoch = keep === null ? undefined : await db.user.raiseEpoch(user.id, { from: user.epoch })
  if (keep !== null && epoch !== undefined) await db.session.keep(user.id, keep, epoch)
  else await db.user.raiseEpoch(user.id)
}
