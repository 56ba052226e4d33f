import { type CallName, findCall, type Output as WireOutput } from '#shared/contracts/index.ts'
import { namesOf } from '#shared/contracts/lib/names.ts'
import { type Output, toOwn } from '#web/api/terms.ts'

/** What the application makes of an answer. */
export const ownAnswer = <Name extends CallName>(name: Name, answer: WireOutput<Name>): Output<Name> =>
  // @NOTE the names are read out of the very contract that the types are made of.
  toOwn(answer, namesOf(findCall(name).output)) as Output<Name>
