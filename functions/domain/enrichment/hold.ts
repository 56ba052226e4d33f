// What is set aside in a Data Wallet for an enrichment: the most that it can cost.
import { costCents, type Enrichment, paymentKeyOfEnrichment } from '#shared/model/enrichment.ts'
import { cents } from '#shared/money/cents.ts'
import type { Db } from '../../data/index.ts'

type Books = { db: Pick<Db, 'ledger'>; now: () => number }

/** The words of an entry for credit that ran out while it was set aside. */
const CREDIT_EXPIRY = {
  title: 'Unused credit expired',
  rule: 'Credit expires 12 months after it was bought. The oldest credit is used first.',
}

export const reservationOf = (row: Enrichment) => ({
  id: paymentKeyOfEnrichment(row),
  companyId: row.companyId,
  amountCents: cents(costCents(row.accepted, row.priceCentiCents)),
})

/** Nothing is set aside for it any more, now and later. */
export async function releaseMoney({ db, now }: Books, row: Enrichment): Promise<void> {
  const reservation = reservationOf(row)
  await db.ledger.spoil(reservation, now())
  await db.ledger.release(reservation, undefined, CREDIT_EXPIRY, now())
}
