// What a failed payment does to a company: it is marked, its people are told and sent to their card, and what runs on its account
// stops. And how all of that ends when nothing is owed any more.
import { nextState } from '#shared/campaigns/state.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import type { Payment } from '#shared/model/payment.ts'
import type { Db } from '../../data/index.ts'
import { WriteConflict } from '../../data/lib/errors.ts'
import type { Queues } from '../../gateways/queue.ts'
import { allCampaigns } from '../campaigns/all.ts'
import { stopCampaigns } from '../campaigns/stop.ts'
import { invoiceFacts } from '../invoices/tell.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'
import { tellPeople } from '../mail/tell-people.ts'

/** `stopped`: companies of which one piece of work has stopped everything that ran, so that their next debt need not look again. */
export type StateDeps = { db: Db; queues: Queues; now: () => number; stopped?: Set<string> }

/** Everything here may happen again: after a crash in between it begins anew. */
export async function markFailed(
  deps: StateDeps,
  company: Company,
  payment: Payment,
  said: { reason: string; retries: number; nextAt: number | null; isWallet?: boolean },
): Promise<void> {
  const { db, stopped } = deps
  // A moment ago, for another debt of the same run, and nobody took the mark away since.
  const isStopped = company.paymentFailed && stopped?.has(company.id)
  if (!isStopped) {
    await db.company.update(company.id, { paymentFailed: true })
    await stopCampaigns(deps, company, 'payment_failed')
    stopped?.add(company.id)
  }
  await tellPeople(deps, company, 'paymentFailed', {
    id: `${payment.key}-${said.retries}`,
    from: 'issuer',
    facts: {
      ...invoiceFacts(company, payment),
      reason: said.reason,
      nextAt: said.nextAt,
      isWallet: said.isWallet ?? false,
    },
  })
}

/** After payments have ended: a company that owes nothing any more is free. Until then they are due, in case of a crash here. */
export async function afterEnd(deps: StateDeps, companyId: string, payments: readonly Payment[]): Promise<void> {
  await releaseIfPaid(deps, companyId)
  await mapConcurrent(payments, (payment) => deps.db.payment.rest(payment))
}

async function free(db: Db, campaign: Campaign): Promise<boolean> {
  const next = nextState(campaign, 'paused', 'platform')
  return next !== undefined && db.campaignChange.setStatus(campaign, next.status, next.statusReason)
}

/** Whether a client owes something itself, as it stands, asked once for all of its campaigns. One that is not there is left alone. */
export function openOwing({ company }: Pick<Db, 'company'>): (clientId: string) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>()
  return (clientId) => {
    const owing = known.get(clientId) ?? company.findFresh(clientId).then((client) => client?.paymentFailed ?? true)
    known.set(clientId, owing)
    return owing
  }
}

/**
 * Campaigns that stood still for the payment wait for a person to start them: they are paused, not active. Those of an agency's clients
 * that owe something themselves stay as they are until that is mended, so that nobody is asked for more meanwhile.
 */
async function release(db: Db, company: Company): Promise<void> {
  const isHeld = ({ status, statusReason }: Campaign) => status === 'stopped' && statusReason === 'payment_failed'
  const isOwing = openOwing(db)
  for (const campaign of (await allCampaigns(db, company)).filter(isHeld)) {
    if (company.kind === 'agency' && (await isOwing(campaign.companyId))) continue
    // Refused where somebody changed it meanwhile: if that did not free it, it is tried once more as it is now.
    if (await free(db, campaign)) continue
    const now = await db.campaign.findFresh(campaign)
    if (now && isHeld(now)) await free(db, now)
  }
}

/** Debts that end or are declined meanwhile make a mark wrong that was right when it was written. */
const MOST_ROUNDS = 6

/**
 * Frees a company that owes nothing any more, and marks one that does; `paidKey` is a payment that is about to be written down as paid. Answers
 * whether it is free. After each change it looks again: of all who change the mark, the last one has seen what is owed then.
 */
export async function releaseIfPaid(deps: StateDeps, companyId: string, paidKey?: string): Promise<boolean> {
  const { db } = deps
  let hasFreed = false
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const isOwing = (await db.payment.listOwed(companyId)).some(({ key }) => key !== paidKey)
    // As it stands: a mark that was set a moment ago would otherwise stay.
    const company = await db.company.findFresh(companyId)
    if (!company || company.paymentFailed === isOwing) {
      if (company && hasFreed && !isOwing && paidKey !== undefined)
        await tellPeople(deps, company, 'paymentRecovered', { id: paidKey, facts: {} })
      return !isOwing
    }
    if (!isOwing) await release(db, company)
    await db.company.update(companyId, { paymentFailed: isOwing })
    hasFreed = !isOwing
  }
  throw new WriteConflict(`What ${companyId} owes changes too fast.`)
}
