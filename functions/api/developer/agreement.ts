import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { FALLBACK_MINIMUM_CENTS } from '#shared/money/minimum-spend.ts'
import { toFlag } from '#shared/wire.ts'
import { findMinimum } from '../../domain/billing/minimum-spend.ts'
import { hasAgreed, TERMS } from '../../domain/developer/agreement.ts'
import { requireAgency } from '../../domain/developer/keys.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.developer.agreement, async ({ db, actor, company }) => {
  requireAgency(actor, company)
  const [document, agreed, minimum, feeCents] = await Promise.all([
    db.legalDocument.findLatest(company.rootId, TERMS),
    db.legalDocument.findCompanyAgreement(company.id, 'developer'),
    findMinimum(db, company),
    db.setting.getDeveloperFee(company.rootId),
  ])
  if (!document) throw notFound('document')
  const { monthsCents, flatMonthCents } = minimum ?? { monthsCents: [], flatMonthCents: FALLBACK_MINIMUM_CENTS }
  return {
    is_marketing_services_agreement_developer: toFlag(hasAgreed(company, agreed, document)),
    first_time_charge: feeCents / 100,
    minimum_spend_max: flatMonthCents / 100,
    minimum_spend_amount_list: monthsCents.map((cents) => cents / 100),
    version: document.version,
  }
})
