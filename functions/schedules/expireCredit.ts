import { currentWallet } from '../domain/wallet/top-up.ts'
import { onSchedule } from '../kit/schedule.ts'

/** Takes off credit that expired, also where nobody looks at the wallet. */
export const handler = onSchedule('expireCredit', async ({ db, now }) => {
  const companies = await db.ledger.listExpired(now())
  const errors: unknown[] = []
  for (const companyId of companies)
    await currentWallet({ db, now }, companyId).catch((error) => void errors.push(error))
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} wallets could not be closed up.`)
  return `${companies.length} wallets closed up`
})
