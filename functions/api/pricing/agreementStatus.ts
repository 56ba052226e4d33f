import { contracts } from '#shared/contracts/index.ts'
import { findAcceptance } from '../../domain/billing/minimum-spend-agreement.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.pricing.agreementStatus, async ({ db, company }) => {
  const { accepted } = await findAcceptance(db, company)
  if (!accepted) return { status: 'F' as const, accepted_at: '', accepted_by: '' }
  return {
    status: 'T' as const,
    accepted_at: new Date(accepted.agreedAt).toISOString(),
    accepted_by: accepted.userName,
  }
})
