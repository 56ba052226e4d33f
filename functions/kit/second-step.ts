// Until people of whom the rule asks a second step have set theirs up, they reach what sets it up, and nothing else.
import { needsSecondStep } from '#shared/access/powerful.ts'
import type { User } from '#shared/model/user.ts'
import type { Services } from './services.ts'

/** Looked up for those alone whom the rule is about. */
export async function owesSecondStep({ env, db }: Pick<Services, 'env' | 'db'>, user: User): Promise<boolean> {
  return needsSecondStep(env.SECOND_STEP, user) && (await db.twoFactor.find(user.id)) === undefined
}
