// Until people of whom the rule asks a second step have set theirs up, they reach what sets it up, and nothing else.
import { needsSecondStep } from '#shared/access/powerful.ts'
import type { User } from '#shared/model/user.ts'
import type { Services } from './services.ts'

/** `hasOne` is what was read with the session; looked up for those whom nobody expected to need one. */
export async function owesSecondStep(
  { env, db }: Pick<Services, 'env' | 'db'>,
  user: User,
  hasOne?: boolean,
): Promise<boolean> {
  if (!needsSecondStep(env.SECOND_STEP, user)) return false
  return !(hasOne ?? (await db.twoFactor.find(user.id)) !== undefined)
}
