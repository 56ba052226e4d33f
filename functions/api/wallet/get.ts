import { contracts } from '#shared/contracts/index.ts'
import { dayIn } from '#shared/dates.ts'
import { nextExpiry } from '#shared/money/lots.ts'
import { toFlag } from '#shared/wire.ts'
import { findPayer } from '../../domain/wallet/settle.ts'
import { currentWallet } from '../../domain/wallet/top-up.ts'
import { handle } from '../../kit/handle.ts'
import { mustOwn, rowsOf, toTransaction, toWireAmount } from '../../wire/wallet/page.ts'

export default handle(contracts.wallet.get, async ({ input, company, actor, ...services }) => {
  await mustOwn(services.db, actor, company)
  const wallet = await currentWallet(services, company.id)
  const [rows, payer, unused] = await Promise.all([
    rowsOf(services, company, input.date),
    findPayer(services, company.id),
    services.db.ledger.listUnused(wallet),
  ])
  const expiry = nextExpiry(unused, wallet.outCents, (at) => dayIn(company.timeZone, at))
  const { monthlyCapCents } = wallet
  return {
    custom_amount: toFlag(wallet.isCustom),
    amount: toWireAmount(wallet.amountCents),
    balance_amount: toWireAmount(wallet.balanceCents),
    total_amount: toWireAmount(wallet.boughtCents),
    last_balance_amount: toWireAmount(wallet.lastBalanceCents),
    next_expiry: expiry
      ? { amount: toWireAmount(expiry.amountCents), at: new Date(expiry.expiresAt).toISOString() }
      : null,
    stop_continual: toFlag(wallet.isStopped),
    monthly_limit: monthlyCapCents === null ? null : toWireAmount(monthlyCapCents),
    is_enable_topup_prepaid_direct_payment: wallet.isTopUpEnabled,
    has_card: payer !== undefined,
    this_month: dayIn(company.timeZone, services.now()).slice(0, 7),
    transaction_history: rows.map(toTransaction),
  }
})
