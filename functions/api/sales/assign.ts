import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { chosenMeanwhile, refuseMoved, setMeanwhile } from '#shared/meanwhile.ts'
import { messages } from '#shared/messages.ts'
import type { Company } from '#shared/model/company.ts'
import { type CommissionRates, ratesFault, toPercent } from '#shared/money/commission.ts'
import { present } from '#shared/present.ts'
import { settingsOf } from '../../domain/companies/form.ts'
import { type Context, handle } from '../../kit/handle.ts'

type Form = Context<typeof contracts.sales.assign>['input']

function ratesOf({ salesRepRate, salesAERate, salesRefRate }: Form, before: CommissionRates): CommissionRates {
  const rates = {
    representative: salesRepRate ?? before.representative ?? 0,
    accountExecutive: salesAERate ?? before.accountExecutive ?? 0,
    referrer: salesRefRate ?? before.referrer ?? 0,
  }
  const fault = ratesFault(rates)
  if (fault) throw invalid({ salesRepRate: fault })
  return rates
}

const factsOf = ({ salesRepId, accountExecutiveId, referralUserId, commissionRates }: People) => ({
  salesRepId,
  accountExecutiveId,
  referralUserId,
  rates: `${commissionRates.representative ?? 0}/${commissionRates.accountExecutive ?? 0}/${commissionRates.referrer ?? 0}`,
})
type People = Pick<Company, 'salesRepId' | 'accountExecutiveId' | 'referralUserId' | 'commissionRates'>

const shownOf = ({ salesRepId, accountExecutiveId, referralUserId, commissionRates }: People) => ({
  salesRep: salesRepId ?? '',
  salesAE: accountExecutiveId ?? '',
  salesRef: referralUserId ?? '',
  salesRepRate: toPercent(commissionRates.representative ?? 0),
  salesAERate: toPercent(commissionRates.accountExecutive ?? 0),
  salesRefRate: toPercent(commissionRates.referrer ?? 0),
})
const seenIn = ({ seen = {} }: Form) =>
  Object.fromEntries(
    Object.entries(present(seen)).map(([name, value]) => [name, typeof value === 'number' ? toPercent(value) : value]),
  )
const say = (field: string, value: string) =>
  field.endsWith('Rate') ? setMeanwhile('a commission', `${value}%`) : chosenMeanwhile('sales person')

export default handle(contracts.sales.assign, async ({ db, input, actor, company, tell }) => {
  if (company.kind !== 'agency') throw invalid({ companyID: 'Only agencies have sales people.' })
  const { salesRep, salesAE, salesRef } = input
  const { salesRepId, accountExecutiveId, referralUserId } = await settingsOf(db, actor, {
    salesRep,
    salesAE,
    salesRef,
  })
  let before: People = company
  let after: People = company
  await db.company.change(company, (now) => {
    const changes = {
      ...present({ salesRepId, accountExecutiveId, referralUserId }),
      commissionRates: ratesOf(input, now.commissionRates),
    }
    before = now
    after = { ...now, ...changes }
    const shown = shownOf(now)
    refuseMoved({ now: shown, seen: { ...shown, ...seenIn(input) }, wanted: shownOf(after) }, say)
    return changes
  })
  tell({
    description: `Set the sales people of ${company.name}`,
    before: factsOf(before),
    after: factsOf(after),
  })
  return { result: 'success' as const, message: messages.settingSaved }
})
