import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { watch } from '#shared/log-facts.ts'
import { amountMeanwhile, refuseMoved } from '#shared/meanwhile.ts'
import { messages } from '#shared/messages.ts'
import { type Cents, cents, parseCents, toDollars } from '#shared/money/cents.ts'
import { present } from '#shared/present.ts'
import type { Choice } from '../../data/wallet/wallet.ts'
import { readAmount } from '../../domain/wallet/amount.ts'
import { type Context, handle } from '../../kit/handle.ts'
import { walletFacts } from '../../wire/wallet/facts.ts'
import { mustOwn } from '../../wire/wallet/page.ts'

function readLimit(text: string, amount: Cents): Cents | null {
  if (text.trim() === '') return null
  const limit = parseCents(text)
  if (limit === undefined || limit < amount)
    throw invalid({ monthly_limit: 'A monthly limit must be at least the amount of one top-up.' })
  return limit
}

type Seen = NonNullable<Context<typeof contracts.wallet.save>['input']['seen']>
const dollars = (amount: Cents | null | undefined) => (amount == null ? '' : toDollars(amount))
const shownOf = ({ amountCents, monthlyCapCents }: Choice) => ({
  amount: dollars(amountCents),
  monthly_limit: dollars(monthlyCapCents),
})
/** What the person saw of what they change. */
const seenOf = (seen: Seen) =>
  Object.fromEntries(Object.entries(present(seen)).map(([field, text]) => [field, dollars(parseCents(text))]))

export default handle(contracts.wallet.save, async ({ input, company, actor, db, tell }) => {
  await mustOwn(db, actor, company)
  const { amount, custom_amount: isCustom, monthly_limit: limit, seen } = input
  const facts = await watch(async () => walletFacts(await db.ledger.get(company.id)))
  let amountCents = cents(0)
  await db.ledger.choose(company.id, (chosen) => {
    const next = { ...chosen, ...(amount !== undefined && { amountCents: readAmount(amount, isCustom), isCustom }) }
    if (next.amountCents === 0) throw invalid({ amount: 'Enter an amount.' })
    if (limit !== undefined) next.monthlyCapCents = readLimit(limit, next.amountCents)
    const [now, wanted] = [shownOf(chosen), shownOf(next)]
    refuseMoved({ now, wanted, seen: { ...now, ...seenOf(seen ?? {}) } }, (field, text) =>
      amountMeanwhile(field === 'amount' ? 'the amount' : 'the monthly limit', text),
    )
    amountCents = next.amountCents
    return next
  })
  tell({ description: `Chose $${toDollars(amountCents)} for automatic top-ups`, ...(await facts()) })
  return { result: 'success' as const, message: messages.settingsSaved }
})
