import { contracts } from '#shared/contracts/index.ts'
import { invalid, refused } from '#shared/errors.ts'
import { flatFacts } from '#shared/log-facts.ts'
import { amountText } from '#shared/money/cost-texts.ts'
import { agreeMinimum, findAcceptance } from '../../domain/billing/minimum-spend-agreement.ts'
import { requireRead } from '../../domain/documents/legal.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.pricing.agree, async ({ db, input, actor, company, me, now, request, tell }) => {
  if (company.id !== actor.companyId) throw refused('You can only agree for your own company.')
  const { terms } = await findAcceptance(db, company)
  if (!terms) throw invalid({ company_id: 'Your agency has no minimum spend to agree to.' })
  requireRead(input.version, terms)
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
