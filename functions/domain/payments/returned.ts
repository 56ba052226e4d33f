// Money that goes back at the provider by itself or by hand there: refunds and disputes. Each event only says where to look; what is
// done follows from how things stand, and they are looked at again after it: an answer that was overtaken meanwhile is made good.
import type { Company } from '#shared/model/company.ts'
import { isTakenBack, type Payment } from '#shared/model/payment.ts'
import { cents, toDollars } from '#shared/money/cents.ts'
import { disputeText } from '#shared/money/dispute-texts.ts'
import type { ProviderDispute, RefundsOfCharge } from '../../gateways/stripe/outcome.ts'
import { stopCampaigns } from '../campaigns/stop.ts'
import { tellPeople } from '../mail/tell-people.ts'
import { refundsFailed } from '../purchases/refunds-failed.ts'
import { billOf, buyerOf, campaignOf, followPurchase } from '../purchases/taken-back.ts'
import { topUpCampaign } from '../purchases/top-up.ts'
import { backOf, giveWholeBack, wentBack, wholeKey } from '../purchases/whole-refund.ts'
import { announceBack } from '../sales/commissions.ts'
import { topUpDisputed, topUpRefunded } from '../wallet/taken-back.ts'
import { type ChargeDeps, type ChargePlace, chargeEnded, findPaid, nothing, type Paid } from './charge-ended.ts'
import { releaseIfPaid } from './state.ts'

type Event = { objectId: string; accountId: string }

const dollars = (amountCents: number) => `$${toDollars(cents(amountCents))}`

/** Does what is to be done until nothing has changed since the look that it was done for. */
async function untilStill<T>(
  look: () => Promise<T>,
  said: (seen: T) => string,
  act: (seen: T) => Promise<void>,
): Promise<T> {
  let before: string | undefined
  for (let round = 0; round < MOST_LOOKS; round++) {
    const seen = await look()
    if (said(seen) === before) return seen
    await act(seen)
    before = said(seen)
  }
  throw new Error('This changes too fast at the payment provider. It is looked at again later.')
}
const MOST_LOOKS = 6

/** Refunds of ours of what a campaign has paid: one that ended goes on, and one that a bank sent back gives up what it had done. */
async function followRefunds(deps: ChargeDeps, payment: Payment, parts: RefundsOfCharge['parts']): Promise<void> {
  const owner = campaignOf(payment)
  const ours = parts.filter(({ key }) => key !== '')
  if (!owner || ours.length === 0) return
  await topUpCampaign(deps, { companyId: owner.companyId, campaignId: owner.id })
  const failed = ours.filter(({ status }) => status === 'failed')
  if (failed.length > 0)
    await refundsFailed(deps, owner, new Map(failed.map(({ key, reason = '' }) => [key, reason] as const)))
}

/**
 * The leads that a payment has bought follow what became of it; answers how many of them are off the campaign, in words. `parts`: what
 * went back of its charge, where that was asked for.
 */
async function followLeads(deps: ChargeDeps, payment: Payment, parts?: RefundsOfCharge['parts']): Promise<string> {
  if (parts) await followRefunds(deps, payment, parts)
  const owner = buyerOf(payment)
  if (!owner) return ''
  const look = () => topUpCampaign(deps, { companyId: owner.companyId, campaignId: owner.id })
  // Paid a moment ago, and not given yet.
  if (!(await billOf(deps, payment))) await look()
  const hand = parts?.reduce(
    (sum, { key, status, amountCents }) => sum + (key === '' && status !== 'failed' ? amountCents : 0),
    0,
  )
  const off = (await followPurchase(deps, payment, hand)) ?? 0
  // One that has no leads left stops.
  if (off > 0) await look()
  return off > 0 ? off.toLocaleString('en-US') : ''
}

/**
 * People hear of what somebody gave back by hand; of a refund of ours, the work that asked for it tells them. Of what did not arrive
 * they hear here, no matter who gave it.
 */
async function paymentRefunded(
  deps: ChargeDeps,
  { payer, payment }: { payer: Company; payment: Payment },
  { backCents, parts }: RefundsOfCharge,
): Promise<void> {
  const { chargeId } = payment
  if (chargeId)
    await deps.db.payment.setRefunded(payment, chargeId, await wentBack(deps.db, { ...payment, chargeId }, backCents))
  await announceBack(deps, payment)
  const leads = await followLeads(deps, payment, parts)
  for (const { id, key, status, amountCents } of parts)
    if (key === '' && status !== 'failed')
      await tellPeople(deps, payer, 'paymentTakenBack', {
        id,
        facts: { what: payment.description, amount: dollars(amountCents), reason: '', taken: '', leads },
      })
    else if (status === 'failed')
      await tellPeople(deps, payer, 'refundSentBack', {
        id,
        facts: { what: payment.description, amount: dollars(amountCents) },
      })
}

async function applyRefunds(deps: ChargeDeps, paid: Paid, refunds: RefundsOfCharge): Promise<void> {
  if (paid.is === 'payment') return paymentRefunded(deps, paid, refunds)
  // The oldest first, as they happened.
  for (const part of refunds.parts.toReversed()) await topUpRefunded(deps, paid, part)
}

/** Whether a bank has sent back what we gave back of a whole charge. */
const isSentBack = (chargeId: string, { parts }: Pick<RefundsOfCharge, 'parts'>): boolean =>
  parts.some(({ key, status }) => key === wholeKey(chargeId) && status === 'failed')

/** Of a charge that paid nothing, because it came twice or too late: where its money came back, it is to go back still. */
async function strayChanged(deps: ChargeDeps, place: ChargePlace): Promise<string> {
  const { metadata } = await deps.payments.getCharge(place)
  if (metadata.kind !== 'payment' || !isSentBack(place.chargeId, await deps.payments.readRefunds(place))) return nothing
  return chargeEnded(deps, place)
}

/** A refund was made, went on or failed: `objectId` is its own or its charge's. */
export async function refundChanged(deps: ChargeDeps, { objectId, accountId }: Event): Promise<string> {
  const { payments } = deps
  const chargeId = await payments.paymentOf({ objectId, accountId })
  if (!chargeId) return nothing
  const paid = await findPaid(deps, { chargeId, accountId })
  if (!paid) return strayChanged(deps, { chargeId, accountId })
  const refunds = await untilStill(
    () => payments.readRefunds({ chargeId, accountId }),
    ({ parts }) => JSON.stringify(parts.map(({ id, status }) => [id, status])),
    (seen) => applyRefunds(deps, paid, seen),
  )
  if (paid.is === 'payment' && isSentBack(chargeId, refunds))
    await giveWholeBack(deps, backOf(paid.payment, { chargeId, accountId, paymentKey: paid.payment.key }))
  return `${dollars(refunds.backCents)} of a ${paid.is} went back`
}

/** Who was paid, and so has to answer: the agency of a client, the root of an agency. */
async function tellPayee(deps: ChargeDeps, { payer, ...paid }: Paid, dispute: ProviderDispute): Promise<void> {
  const payee = payer.parentId ? await deps.db.company.find(payer.parentId) : undefined
  if (!payee) return
  const { id, state, reason, dueAt, amountCents } = dispute
  const facts = {
    who: payer.name,
    what: paid.is === 'payment' ? paid.payment.description : 'Data Wallet',
    amount: dollars(amountCents),
  }
  const about = `${id}-${state}`
  if (state === 'open' || state === 'inquiry')
    await tellPeople(deps, payee, 'disputeOpened', {
      id: about,
      facts: { ...facts, disputeId: id, reason: disputeText(reason), dueAt, isInquiry: state === 'inquiry' },
    })
  else await tellPeople(deps, payee, 'disputeClosed', { id: about, facts: { ...facts, outcome: state } })
}

/** A payment whose money the bank took is owed again, with all that follows for its payer, until the dispute is won or settled. */
async function paymentDisputed(
  deps: ChargeDeps,
  { payer, payment }: { payer: Company; payment: Payment },
  dispute: ProviderDispute,
): Promise<void> {
  const { db } = deps
  const { chargeId: _, ...facts } = dispute
  await db.payment.setDispute(payment, payment.chargeId ?? '', facts, { rootId: payer.rootId, since: deps.now() })
  const known = await db.payment.find(payment)
  if (known && isTakenBack(known)) {
    await db.company.update(payer.id, { paymentFailed: true })
    await stopCampaigns(deps, payer, 'payment_failed')
  }
  await announceBack(deps, payment)
  const leads = await followLeads(deps, payment)
  if (known && isTakenBack(known))
    await tellPeople(deps, payer, 'paymentTakenBack', {
      id: dispute.id,
      facts: {
        what: payment.description,
        amount: dollars(dispute.amountCents),
        reason: disputeText(dispute.reason),
        taken: '',
        leads,
      },
    })
  // Also after the mark was set: an operator may have settled it at that moment.
  const hasCome = dispute.state === 'won' || dispute.state === 'dropped'
  if (dispute.state !== 'inquiry') await releaseIfPaid(deps, payer.id, hasCome ? payment.key : undefined)
}

/** A dispute was opened, went on or was decided: `objectId` is its own. */
export async function disputeChanged(deps: ChargeDeps, { objectId, accountId }: Event): Promise<string> {
  const { payments } = deps
  const look = () => payments.getDispute({ objectId, accountId })
  const first = await look()
  const paid = first?.chargeId ? await findPaid(deps, { chargeId: first.chargeId, accountId }) : undefined
  if (!paid) return nothing
  const last = await untilStill(
    look,
    (dispute) => dispute?.state ?? '',
    async (dispute) => {
      if (!dispute) return
      if (paid.is === 'payment') await paymentDisputed(deps, paid, dispute)
      else await topUpDisputed(deps, paid, dispute)
      await tellPayee(deps, paid, dispute)
    },
  )
  return `the dispute of a ${paid.is} is ${last?.state ?? 'gone'}`
}
