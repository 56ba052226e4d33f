import { isDeepStrictEqual } from 'node:util'
import { contracts } from '#shared/contracts/index.ts'
import { conflict, invalid, refused } from '#shared/errors.ts'
import { flatFacts } from '#shared/log-facts.ts'
import { messages } from '#shared/messages.ts'
import { amountText } from '#shared/money/cost-texts.ts'
import { minimumTexts } from '../../domain/billing/minimum-spend.ts'
import { agreeMinimum, findAcceptance } from '../../domain/billing/minimum-spend-agreement.ts'
import { requireRead } from '../../domain/documents/legal.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.pricing.agree, async ({ db, input, actor, company, me, now, request, tell }) => {
  if (company.id !== actor.companyId) throw refused('You can only agree for your own company.')
  const { terms } = await findAcceptance(db, company)
  if (!terms) throw invalid({ company_id: 'Your agency has no minimum spend to agree to.' })
  requireRead(input.version, terms)
  // A plan that changed while its addendum was read is no more agreed to unseen than another text.
  const present = minimumTexts(terms)
  const read = { months: input.months ?? present.months, flatMonth: input.flatMonth ?? present.flatMonth }
  if (!isDeepStrictEqual(read, present)) throw conflict(messages.agreementChanged)
  const agreed = await agreeMinimum(db, company, {
    ...terms,
    companyId: company.id,
    userId: me.id,
    userName: me.name,
    ip: request.ip,
    agreedAt: now(),
  })
  tell({
    description: `Agreed to the minimum spend of ${company.name}`,
    after: flatFacts({ months: terms.monthsCents.map(amountText), after_them: amountText(terms.flatMonthCents) }),
  })
  return {
    result: 'success' as const,
    message: 'Thank you. Your agreement is recorded.',
    accepted_at: new Date(agreed.agreedAt).toISOString(),
  }
})
