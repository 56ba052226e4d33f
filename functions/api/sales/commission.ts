import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { cents, toDollars } from '#shared/money/cents.ts'
import { toPercent } from '#shared/money/commission.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.sales.commission, async ({ db, company }) => {
  if (company.kind !== 'agency') throw invalid({ companyID: 'Only agencies have sales people.' })
  const { representative = 0, accountExecutive = 0, referrer = 0 } = company.commissionRates
  const shares = await db.commission.listUnusual(company.id)
  return {
    salesRepRate: toPercent(representative),
    salesAERate: toPercent(accountExecutive),
    salesRefRate: toPercent(referrer),
    unpaid: shares
      .filter(({ reason, status }) => status === 'over' || (status === 'open' && reason !== ''))
      .map(({ kind, amountCents, createdAt, reason, status }) => ({
        sales: kind,
        amount: toDollars(cents(amountCents)),
        created_at: createdAt,
        reason,
        is_tried: status === 'open',
      })),
    taken_back: shares
      .filter(({ status }) => status === 'paid')
      .map(({ kind, amountCents, backCents, createdAt, reason, dueAt }) => ({
        sales: kind,
        amount: toDollars(cents(amountCents)),
        back: toDollars(cents(backCents)),
        created_at: createdAt,
        reason,
        is_tried: dueAt !== '',
      })),
  }
})
