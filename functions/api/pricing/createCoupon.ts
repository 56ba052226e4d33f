import { contracts } from '#shared/contracts/index.ts'
import { addDays, isDay, startOfDay } from '#shared/dates.ts'
import { invalid } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { requireMasterOperator } from '../../domain/tenancy/master.ts'
import { handle } from '../../kit/handle.ts'
import { couponFacts, toCouponRow } from '../../wire/pricing/coupon.ts'

const WHOLE = 10_000

export default handle(contracts.pricing.createCoupon, async ({ db, actor, input, company, now, tell }) => {
  await requireMasterOperator(db, actor)
  const { code, type, value, max_uses: maxUses, expiry } = input
  if (value === 0) throw invalid({ value: 'Enter more than 0.' })
  if (type === 'percent' && value > WHOLE) throw invalid({ value: 'Enter at most 100 percent.' })
  if (expiry && !isDay(expiry)) throw invalid({ expiry: 'This day does not exist.' })
  const { timeZone } = company
  const endsAt = expiry ? startOfDay(timeZone, addDays(expiry, 1)) : null
  if (endsAt !== null && endsAt <= now()) throw invalid({ expiry: 'This day is over.' })
  const coupon = { code, type, value, maxUses, endsAt }
  const createdBy = actor.viewing?.userId ?? actor.userId
  if (!(await db.coupon.create({ ...coupon, rootId: company.id, createdAt: now(), createdBy })))
    throw invalid({ code: 'There is a coupon with this code.' })
  const data = toCouponRow({ ...coupon, uses: 0 }, { timeZone, now: now() })
  tell({ description: `Added the coupon ${code}`, after: couponFacts(data) })
  return { result: 'success' as const, message: messages.added, data }
})
