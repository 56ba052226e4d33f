import { refusalForGoverning } from '#shared/access/manage-companies.ts'
import { refusalForDomain } from '#shared/access/own-domain.ts'
import { contracts } from '#shared/contracts/index.ts'
import { conflict, invalid, refused } from '#shared/errors.ts'
import { changed } from '#shared/log-facts.ts'
import { messages } from '#shared/messages.ts'
import { requireFreshPassword } from '../../kit/fresh-password.ts'
import { handle } from '../../kit/handle.ts'
import { forgetTenants } from '../../kit/tenant.ts'
import { checkFormDomain, keepFormDomain } from '../../wire/domains/form.ts'
import { domainFacts, domainState } from '../../wire/domains/state.ts'

/** Where there was no domain to give up, only whether the agency shows its own brand was said. */
function whatOf(asked: string, before: string, now: string, agency: string): string {
  if (asked) return `Asked for the domain ${now} of ${agency}`
  return before ? `Gave up the domain ${before} of ${agency}` : `Saved the white labelling of ${agency}`
}

export default handle(contracts.domains.save, async (context) => {
  const { db, actor, me, company, input, tell } = context
  if (company.kind !== 'agency') throw invalid({ DownlineDomain: 'Only an agency has a domain of its own.' })
  const why = refusalForDomain(actor, me) ?? (input.whitelabelling === undefined ? null : refusalForGoverning(actor))
  if (why) throw refused(why)
  requireFreshPassword(context)
  const before = await domainState(context, company)
  if (input.DownlineDomain === '' && input.gives_up !== undefined && input.gives_up !== before.domain)
    throw conflict('The domain was changed meanwhile. Look at it again before you remove it.')
  await checkFormDomain(context, input, { kind: company.kind, companyId: company.id })
  await keepFormDomain(context, input, company)
  if (input.whitelabelling !== undefined) await db.company.update(company.id, { isWhiteLabel: input.whitelabelling })
  forgetTenants()
  const state = await domainState(context, await db.company.get(company.id))
  tell({
    description: whatOf(input.DownlineDomain, before.domain, state.domain, company.name),
    ...changed(domainFacts(before), domainFacts(state)),
  })
  return { result: 'success' as const, message: messages.settingSaved, ...state, whynot: '' }
})
