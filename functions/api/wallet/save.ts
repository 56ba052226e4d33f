import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { watch } from '#shared/log-facts.ts'
import { messages } from '#shared/messages.ts'
import { type Cents, parseCents, toDollars } from '#shared/money/cents.ts'
import { readAmount } from '../../domain/wallet/amount.ts'
import { handle } from '../../kit/handle.ts'
import { walletFacts } from '../../wire/wallet/facts.ts'
import { mustOwn } from '../../wire/wallet/page.ts'

function readLimit(text: string, amount: Cents): Cents | null {
  if (text.trim() === '') return null
  const limit = parseCents(text)
  if (limit === undefined || limit < amount)
    throw invalid({ monthly_limit: 'A monthly limit must be at least the amount of one top-up.' })
  return limit
}

export default handle(contracts.wallet.save, async ({ input, company, actor, db, tell }) => {
  await mustOwn(db, actor, company)
  const amountCents = readAmount(input.amount, input.custom_amount)
  const { monthlyCapCents: present } = await db.ledger.get(company.id)
  const monthlyCapCents = input.monthly_limit === undefined ? present : readLimit(input.monthly_limit, amountCents)
  const facts = await watch(async () => walletFacts(await db.ledger.get(company.id)))
  await db.ledger.choose(company.id, { amountCents, isCustom: input.custom_amount, monthlyCapCents })
  tell({ description: `Chose $${toDollars(amountCents)} for automatic top-ups`, ...(await facts()) })
  return { result: 'success' as const, message: messages.settingsSaved }
})
