import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { amountMeanwhile, refuseMoved } from '#shared/meanwhile.ts'
import { messages } from '#shared/messages.ts'
import { amountText } from '#shared/money/cost-texts.ts'
import { capState, setClientCap } from '../../domain/leads/client-cap.ts'
import { handle } from '../../kit/handle.ts'
import { toCapWire } from '../../wire/pricing/client-cap.ts'

export default handle(contracts.pricing.setSpendingCap, async (context) => {
  const { company, input, tell } = context
  const { monthly_cap: capCents } = input
  if (company.kind !== 'client') throw invalid({ companyID: 'Only clients have a bound for a month.' })
  const { capCents: before } = await capState(context, company.id)
  const shown = (cents: number) => ({ monthly_cap: amountText(cents) })
  tell({
    description:
      capCents === 0 ? `Removed the monthly bound of ${company.name}` : `Set the monthly bound of ${company.name}`,
    before: { monthly_cap: amountText(before) },
    after: { monthly_cap: amountText(capCents) },
  })
  await setClientCap(context, company, capCents, (now) =>
    refuseMoved({ now: shown(now), seen: shown(input.seen?.monthly_cap ?? now), wanted: shown(capCents) }, (_, text) =>
      amountMeanwhile('the bound', Number(text) === 0 ? '' : text),
    ),
  )
  return {
    result: 'success' as const,
    message: messages.settingsSaved,
    ...toCapWire(await capState(context, company.id)),
  }
})
