// A start that was not paid is forgotten, payment and purchase at once: nothing was delivered, so nobody owes anything.
import type { Payment } from '#shared/model/payment.ts'
import type { Db } from '../../data/index.ts'

/** False when its payment ended otherwise, or somebody else has it in hand. */
export async function dropStart({ db }: { db: Db }, payment: Payment, attemptKey: string): Promise<boolean> {
  const number = Number(/-start-(\d+)/.exec(payment.key)?.[1])
  const place = payment.campaignId === null ? undefined : await db.campaign.locate(payment.campaignId)
  if (!place || !number) throw new Error(`The payment ${payment.key} of ${payment.companyId} is of no start.`)
  return db.payment.drop(payment, attemptKey, [await db.campaignBill.forgetting(place, number)])
}
