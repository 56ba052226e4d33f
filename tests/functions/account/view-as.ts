// A system user looking through somebody else's eyes, as the suites of view mode need it.
import type { Output } from '#shared/contracts/index.ts'
import type { Member } from '../../support/cast.ts'
import type { Harness } from '../../support/harness.ts'

export async function lookAs(
  h: Harness,
  who: Member,
  holder: Member = 'olive',
): Promise<Output<'account.switchUser'> & { own: string }> {
  const own = await h.tokenOf(holder)
  const { status, body } = await h.call(holder, 'account.switchUser', { usrID: h.cast.users[who].id })
  if (status !== 200) throw new Error(`${holder} could not look as ${who}: ${JSON.stringify(body)}`)
  return { ...body, own }
}

/** What the middle part of a token says. */
export function claimsOf(token: string): Record<string, unknown> {
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return Object(claims)
}
