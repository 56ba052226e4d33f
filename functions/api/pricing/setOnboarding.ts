import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { amountMeanwhile, refuseMoved } from '#shared/meanwhile.ts'
import { messages } from '#shared/messages.ts'
import { amountText } from '#shared/money/cost-texts.ts'
import { present } from '#shared/present.ts'
import { requireMasterOperator } from '../../domain/tenancy/master.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.pricing.setOnboarding, async ({ db, actor, input, company, now, tell }) => {
  await requireMasterOperator(db, actor)
  if (company.kind !== 'agency') throw invalid({ CompanyID: 'Only agencies are charged for their set-up.' })
  const given = present({ amountCents: input.amount, takesCoupons: input.enable_coupon })
  let facts = {}
  await db.setting.changeOnboarding(
    company.id,
    (before) => {
      const after = { ...before, ...given }
      const shown = ({ amountCents }: Pick<typeof after, 'amountCents'>) => ({ amount: amountText(amountCents) })
      const seen = { amountCents: input.seen?.amount ?? before.amountCents }
      refuseMoved({ now: shown(before), seen: shown(seen), wanted: shown(after) }, (_, text) =>
        amountMeanwhile('the charge', text),
      )
      facts = { before, after }
      return after
    },
    { by: actor.viewing?.userId ?? actor.userId, at: now() },
  )
  tell({ description: `Set the onboarding charge of ${company.name}`, ...facts })
  return { result: 'success' as const, status: 'success' as const, message: messages.settingsSaved }
})
