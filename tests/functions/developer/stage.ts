// An agency whose programs may call, and what they call with.
import type { CallName, Input, Output } from '#shared/contracts/index.ts'
import type { Company } from '#shared/model/company.ts'
import type { Member } from '../../support/cast.ts'
import type { Harness, Said } from '../../support/harness.ts'

export function programsOf(h: Harness) {
  const { db } = h
  const open = (company: Company) => db.company.update(company.id, { apiMode: true, hasDeveloperAgreement: true })
  const hostOf = (who: Member) => h.hostOf(who)

  async function makeKey(who: Member, more: Partial<Input<'developer.generate'>> = {}) {
    const { companyId, email } = h.cast.users[who]
    const { status, body } = await h.call(who, 'developer.generate', { company_id: companyId, email, ...more })
    if (status !== 200) throw new Error(`No key was made: ${JSON.stringify(body)}`)
    return body.user
  }
  const askToken = (pair: { client_id: string; secret_key: string }, host: string, more: object = {}) =>
    h.call(
      null,
      'developer.token',
      { grant_type: 'client_credentials', client_id: pair.client_id, client_secret: pair.secret_key, ...more },
      { host },
    )
  async function tokenFor(who: Member, more: Partial<Input<'developer.generate'>> = {}): Promise<string> {
    const { status, body } = await askToken(await makeKey(who, more), hostOf(who))
    if (status !== 200) throw new Error(`No token was given: ${JSON.stringify(body)}`)
    return body.access_token
  }
  /** As a program would: with its token, on the host of its agency. */
  const run = <Name extends CallName>(
    token: string,
    name: Name,
    input: Input<Name>,
    more: { host?: string; headers?: Record<string, string> } = {},
  ): Promise<{ status: number; headers: Record<string, string>; body: Said<Output<Name>> }> =>
    h.call(null, name, input, { host: hostOf('ada'), ...more, token })

  return { open, makeKey, askToken, tokenFor, run }
}
