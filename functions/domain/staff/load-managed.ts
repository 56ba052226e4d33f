// What the person who keeps a person says of their second step. They never see a code: switched on it comes by mail, and an
// authenticator that the person chose stays.
import type { User } from '#shared/model/user.ts'
import type { Db } from '../../data/index.ts'
import type { Sealer } from '../../gateways/seal.ts'
import { type AccountMail, mailTwoFactorChanged } from '../mail/account-mails.ts'
import { endOtherSessions, turnOff, turnOn } from '../security/two-factor-setting.ts'
import { homeTenant } from '../tenancy/home-tenant.ts'

type Deps = {
  db: Db
  sealer: Pick<Sealer, 'unseal'>
  now: () => number
  newId: (kind: 'token' | 'mail') => string
} & AccountMail

/** For somebody who is new: nobody is signed in yet, and nobody need be told. */
export async function beginSecondStep(deps: Deps, user: User, wanted: boolean | undefined): Promise<void> {
  if (wanted) await turnOn(deps, user, 'email', {})
}

/** What is left out stays as it is. A change ends the sign-ins of the person, who is told by mail. */
export async function keepSecondStep(deps: Deps, { id: userId }: User, wanted: boolean | undefined): Promise<void> {
  if (wanted === undefined) return
  const { db } = deps
  const isOn = (await db.twoFactor.find(userId)) !== undefined
  if (isOn === wanted) return
  const user = await db.user.get(userId)
  if (wanted) await turnOn(deps, user, 'email', {})
  else await turnOff(deps, userId)
  await endOtherSessions(deps, user, null)
  const tenant = await homeTenant(db, await db.company.get(user.companyId))
  await mailTwoFactorChanged(deps, { tenant, user, isOn: wanted })
}
