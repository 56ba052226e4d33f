// What the audit log says of how a wallet is filled. What is in it stands in its own books.
import { toDollars } from '#shared/money/cents.ts'
import type { Wallet } from '#shared/money/wallet.ts'

export const walletFacts = (wallet: Wallet) => ({
  top_ups_enabled: wallet.isTopUpEnabled,
  automatic_stopped: wallet.isStopped,
  amount: toDollars(wallet.amountCents),
  monthly_limit: wallet.monthlyCapCents === null ? null : toDollars(wallet.monthlyCapCents),
})
