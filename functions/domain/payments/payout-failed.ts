// Money on its way from a connected account to its owner's bank came back. Nothing of ours changes; its owner is told once.
import { cents, toDollars } from '#shared/money/cents.ts'
import { addNotice } from '../account/notice.ts'
import { tellPeople } from '../mail/tell-people.ts'
import { type ChargeDeps, nothing } from './charge-ended.ts'

export async function payoutFailed(
  deps: ChargeDeps,
  { objectId, accountId }: { objectId: string; accountId: string },
): Promise<string> {
  const { db, payments, queues } = deps
  const owner = accountId ? await db.connectedAccount.findOwner(accountId) : undefined
  const payout = owner && (await payments.getFailedPayout({ objectId, accountId }))
  if (!payout) return nothing
  const facts = { amount: `$${toDollars(cents(payout.amountCents))}`, reason: payout.reason }
  if ('company' in owner) {
    const company = await db.company.find(owner.company)
    if (company) await tellPeople(deps, company, 'payoutFailed', { id: payout.id, facts })
    return 'its agency was told'
  }
  const user = await db.user.find(owner.user)
  const company = user && (await db.company.find(user.companyId))
  if (!user || !company) return nothing
  await addNotice(deps, { companyId: company.id, userId: user.id, kind: 'ownPayoutFailed', about: payout.id, facts })
  await queues.send('sendMail', {
    mailId: `mal_payoutFailed-${payout.id}-${user.id}`,
    tenantId: company.id,
    mail: 'payoutFailed',
    facts: { userId: user.id, ...facts },
  })
  return 'its owner was told'
}
