// Refunds of which nobody can tell whether they went, credits that could not go back, and what agencies did not get of a refund, for the
// operators of a platform: they look again, or see to them by hand.
import type { RefundPart } from '#shared/model/campaign-bill.ts'
import { toSeeSince } from '#shared/money/refund-owed.ts'
import type { Db } from '../../data/index.ts'
import { isStillDueBack } from '../billing/unbilled.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'
import { paymentsOf } from './pay-back.ts'

const A_PAGE = 25

/** `account`: what the payment provider calls the one that was asked. */
export type UnknownRefund = {
  campaign: { number: string; name: string }
  number: number
  index: number
  part: RefundPart
  since: number
  clientName: string
  agencyName: string
  account: string
}

/** Those below a root, the oldest first, a page at a time. `after`: where the page before ended. */
export async function findUnknownRefunds(
  db: Pick<Db, 'campaignBill' | 'campaign' | 'company' | 'payment'> & Parameters<typeof paymentsOf>[0],
  rootId: string,
  after: string | undefined,
): Promise<{ shown: UnknownRefund[]; next: string | undefined }> {
  const { found: refunds, next } = await db.campaignBill.listUnknownRefunds(rootId, { after, limit: A_PAGE })
  const mine = refunds.flatMap(({ companyId, campaignId, number, parts }) =>
    parts.flatMap((part, index) => {
      const seen = toSeeSince(part)
      return seen ? [{ companyId, campaignId, number, index, part, since: seen.since }] : []
    }),
  )
  const found = await mapConcurrent(mine, async ({ companyId, campaignId, ...refund }) => {
    const [campaign, client, bill, state] = await Promise.all([
      db.campaign.find(companyId, campaignId),
      db.company.find(companyId),
      db.campaignBill.find({ companyId, id: campaignId }, refund.part.billKey),
      db.campaignBill.findState({ companyId, id: campaignId }),
    ])
    if (!campaign || !client || !bill) return []
    // A campaign that runs again has it for its next leads.
    const isCredit = refund.part.status === 'failed' && refund.part.owed === undefined
    if (isCredit && (campaign.status === 'active' || !isStillDueBack(state, refund.part))) return []
    const [agency, { client: paid }] = await Promise.all([db.company.find(campaign.agencyId), paymentsOf(db, bill)])
    return [
      {
        ...refund,
        campaign,
        clientName: client.name,
        agencyName: agency?.name ?? '',
        account: paid?.accountId ?? '',
      },
    ]
  })
  return { shown: found.flat().sort((a, b) => a.since - b.since), next }
}
