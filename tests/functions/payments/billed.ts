// Bills in the table, as the run makes them, and collected.
import { collectBill } from '#functions/domain/billing/collect-bill.ts'
import type { CampaignBill } from '#shared/model/campaign-bill.ts'
import { type BillItem, type BillPayer, billSums, noCarry } from '#shared/money/bill.ts'
import type { Harness } from '../../support/harness.ts'

export function billedOf(h: Harness) {
  const { smiles } = h.cast.campaigns
  let made = 0
  return async (items: BillItem[], payer: BillPayer = 'client'): Promise<CampaignBill> => {
    const { db, now } = h.services
    const seq = (await db.lead.findMeter(smiles, true))?.seq ?? 0
    await db.campaignBill.close(smiles, { seq, at: now(), why: 'period', payer })
    const bill: CampaignBill = {
      companyId: smiles.companyId,
      campaignId: smiles.id,
      agencyId: smiles.agencyId,
      rootId: smiles.rootId,
      key: `bill-${String(++made).padStart(6, '0')}`,
      why: 'period',
      payer,
      term: 'Weekly',
      fromOn: '2027-03-01',
      toOn: '2027-03-07',
      items,
      sums: billSums(items, { payer, carry: noCarry, isLast: false }),
      carried: noCarry,
      createdAt: now(),
      isDone: false,
    }
    if (!(await db.campaignBill.make(smiles, seq, bill, await db.campaignBill.findState(smiles), {})))
      throw new Error('The bill was not made.')
    if ((await collectBill(h.services, bill)) !== 'done') throw new Error('The bill was not collected.')
    return bill
  }
}
