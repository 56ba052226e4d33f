// Begins top-ups that nothing else began: the call that spent may have crashed, an earlier try may have failed, and a card may be new.
import { isLow } from '#shared/money/wallet.ts'
import { makePaymentDeps } from '../domain/wallet/payment-deps.ts'
import { topUpIfLow } from '../domain/wallet/top-up.ts'
import { onSchedule } from '../kit/schedule.ts'

export const handler = onSchedule('topUpWallets', async (context) => {
  const paymentDeps = makePaymentDeps(context)
  const { ledger } = context.db
  let [seen, begun] = [0, 0]
  const errors: unknown[] = []
  for (
    let next: Awaited<ReturnType<typeof ledger.listAutomatic>>['next'], isFirst = true;
    isFirst || next;
    isFirst = false
  ) {
    const page = await ledger.listAutomatic(next)
    next = page.next
    for (const wallet of await ledger.getMany(page.companyIds)) {
      seen++
      // Credit that has expired meanwhile leaves less than is written.
      const isDue = isLow(wallet) || (wallet.nextExpiresAt !== null && wallet.nextExpiresAt <= context.now())
      if (!isDue) continue
      // One wallet that cannot be helped must not keep the others from it.
      const settled = await topUpIfLow(paymentDeps, wallet.companyId).catch((error) => void errors.push(error))
      if (settled) begun++
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${seen} wallets could not be topped up.`)
  return `${begun} top-ups begun, ${seen} wallets looked at`
})
