import { mapConcurrent } from '../domain/lib/map-concurrent.ts'
import { tellOfExpiry } from '../domain/wallet/expiry-notice.ts'
import { currentWallet } from '../domain/wallet/top-up.ts'
import { onSchedule } from '../kit/schedule.ts'

/** Takes off credit that expired, also where nobody looks at the wallet, and tells of what expires soon. */
export const handler = onSchedule('expireCredit', async ({ db, now, queues }) => {
  const companies = await db.ledger.listExpired(now())
  const errors: unknown[] = []
  await mapConcurrent(companies, (companyId) =>
    currentWallet({ db, now }, companyId).catch((error) => void errors.push(error)),
  )
  const told = await tellOfExpiry({ db, now, queues }, errors)
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} wallets could not be closed up or told of.`)
  return `${companies.length} wallets closed up, ${told} told of what expires soon`
})
