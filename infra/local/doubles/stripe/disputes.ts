// Disputes: the owner of a card asks their bank to take a payment back. Nobody opens or decides one by the API.
import { type Call, need, type Operation, page } from './call.ts'
import { invalidRequest } from './errors.ts'
import { numberOf, paramsOf, textOf } from './form.ts'
import type { Charge, Dispute, DisputeStatus } from './objects.ts'
import { randomId } from './store.ts'

const DAY_SECONDS = 86_400
const isInquiry = (status: DisputeStatus) => status.startsWith('warning_')
const disputesOf = ({ store, account }: Call, charge: string) =>
  store.list(account, 'dispute').filter((each) => each.charge === charge)

/** Whether the bank holds the money of a charge, or kept it: then it cannot be given back as well. */
export const isDisputed = (call: Call, { id }: Pick<Charge, 'id'>): boolean =>
  disputesOf(call, id).some(({ status }) => !isInquiry(status) && status !== 'won')

export type Opening = {
  amount?: number | undefined
  reason?: string | undefined
  dueInDays?: number | undefined
  /** The bank only asks yet; it takes no money. */
  isInquiry?: boolean | undefined
}

export function openDispute(call: Call, charge: Charge, opening: Opening = {}): Dispute {
  const { amount = charge.amount - charge.amount_refunded, reason = 'fraudulent', dueInDays = 9 } = opening
  if (amount <= 0) throw invalidRequest('There is nothing left of this charge to dispute.')
  const dispute: Dispute = {
    id: randomId('du'),
    object: 'dispute',
    created: call.now,
    amount,
    charge: charge.id,
    currency: charge.currency,
    evidence_details: {
      due_by: call.now + dueInDays * DAY_SECONDS,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: opening.isInquiry ?? false,
    payment_intent: charge.payment_intent,
    reason,
    status: opening.isInquiry ? 'warning_needs_response' : 'needs_response',
    metadata: {},
    livemode: false,
  }
  call.store.put(call.account, 'charge', { ...charge, disputed: true })
  call.store.put(call.account, 'dispute', dispute)
  call.emit('charge.dispute.created', dispute)
  if (!opening.isInquiry) call.emit('charge.dispute.funds_withdrawn', dispute)
  return dispute
}

const closed: readonly DisputeStatus[] = ['won', 'lost', 'warning_closed']
const disputeStatuses: readonly string[] = [
  'warning_under_review',
  'needs_response',
  'under_review',
  'lost',
  'won',
  'warning_closed',
] satisfies DisputeStatus[]
// @NOTE the list holds statuses only.
export const isDisputeStatus = (text: string): text is DisputeStatus => disputeStatuses.includes(text)

/** What the bank does next with a dispute. A decision is final. */
export function moveDispute(call: Call, before: Dispute, status: DisputeStatus): Dispute {
  if (closed.includes(before.status)) throw invalidRequest(`This dispute is already closed: ${before.status}.`)
  const dispute = call.store.put(call.account, 'dispute', { ...before, status })
  const takesMoney = isInquiry(before.status) && !isInquiry(status)
  call.emit(closed.includes(status) ? 'charge.dispute.closed' : 'charge.dispute.updated', dispute)
  if (takesMoney && status !== 'won') call.emit('charge.dispute.funds_withdrawn', dispute)
  if (status === 'won' && !isInquiry(before.status)) call.emit('charge.dispute.funds_reinstated', dispute)
  return dispute
}

export const disputeOperations: Record<string, Operation> = {
  'GET /v1/disputes/{id}': (call) => need(call, 'dispute', call.id),
  'GET /v1/disputes': (call) => {
    const intent = textOf(call.params, 'payment_intent')
    const charge = textOf(call.params, 'charge')
    const since = numberOf(paramsOf(call.params, 'created'), 'gte') ?? 0
    const all = call.store
      .list(call.account, 'dispute')
      .filter(
        (each) =>
          each.created >= since && (!intent || each.payment_intent === intent) && (!charge || each.charge === charge),
      )
    return page(call, '/v1/disputes', all)
  },
}
