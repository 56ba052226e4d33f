// People whose sign-in opens more than their own company's daily work: operators, sales people and default administrators of
// the root and of agencies. What a thief could do with theirs is why more is asked of them.
import { DAY, HOUR } from '../dates.ts'
import type { User } from '../model/user.ts'

type Kind = Pick<User, 'userType' | 'isSystemUser' | 'isDefaultAdmin'>

/** Whether a person is one of them. A client's people are not: theirs is one company, and nobody's below it. */
const isPowerful = ({ userType, isSystemUser, isDefaultAdmin }: Kind): boolean =>
  isSystemUser || userType === 'sales' || (userType !== 'client' && isDefaultAdmin)

/** How long a sign-in may be left alone before it ends. */
export const idleMsOf = (user: Kind): number => (isPowerful(user) ? 12 * HOUR : 14 * DAY)

/** Whether operators, sales people and default administrators must have a second step. `optional` is for demonstrations. */
export type SecondStepRule = 'required' | 'optional'

/** Whether the rule asks a person for a second step, whether or not they have one. */
export const needsSecondStep = (rule: SecondStepRule, user: Kind): boolean => rule === 'required' && isPowerful(user)
