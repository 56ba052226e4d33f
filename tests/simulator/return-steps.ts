// What people and banks do with paid top-ups at the provider: refunds by hand, disputes and their decisions. And what must have come
// of all of it once every event was told.
import { type Entry, restoreId, reversalId } from '#shared/money/ledger.ts'
import type { Actor } from './actors.ts'
import type { Provider } from './provider.ts'
import type { Step, World } from './world.ts'

const isDecided = (status: string) => status === 'won' || status === 'lost' || status === 'warning_closed'

/** Something happens to one of the top-ups that a company has paid. */
export function atProvider({ dice, provider }: World, actor: Actor): Step {
  const { double } = provider
  const paid = provider
    .taken()
    .filter(({ kind, companyId, status }) => kind === 'wallet' && companyId === actor.id && status === 'succeeded')
  if (paid.length === 0) return { name: 'nothing was paid', run: async () => undefined }
  const { id } = dice.pick(paid)
  const act = async (): Promise<void> => {
    const dispute = double.list('dispute').find(({ payment_intent }) => payment_intent === id)
    if (dispute && !isDecided(dispute.status)) {
      const next = dispute.status === 'warning_needs_response' ? ['needs_response', 'warning_closed'] : ['won', 'lost']
      double.byHand.moveDispute(dispute.id, dice.pick(next))
      return
    }
    const charge = double.list('charge').find(({ payment_intent }) => payment_intent === id)
    const left = (charge?.amount ?? 0) - (charge?.amount_refunded ?? 0)
    if (dispute || left === 0) return
    if (dice.chance(0.6)) double.byHand.dispute(id, { isInquiry: dice.chance(0.2) })
    else {
      const refund = double.byHand.refund(id, { amount: dice.chance(0.5) ? left : dice.between(1, left) })
      if (dice.chance(0.2)) double.byHand.endRefund(refund.id, '', 'lost_or_stolen_card')
    }
    provider.changed()
  }
  return { name: `at the provider ${id.slice(0, 7)}`, run: act }
}

/** Once every event was told: credit is gone while its money is, and came back where the money did, each once. */
export function returnFaults(entries: readonly Entry[], { double }: Provider): string[] {
  const known = new Map(entries.map((entry) => [entry.id, entry]))
  const charges = new Map(
    entries.flatMap((entry) => (entry.kind === 'topup' && entry.state === 'posted' ? [[entry.chargeId, entry]] : [])),
  )
  const faultOf = (back: string, isGone: boolean, amount: number): string[] => {
    const taken = known.get(reversalId(back))
    const given = known.get(restoreId(reversalId(back), 'credit'))
    if (isGone) {
      if (!taken) return [`the credit of ${back} was not taken off`]
      if (given) return [`the credit of ${back} was given back although its money is gone`]
      return taken.amountCents + (taken.owedCents ?? 0) > amount ? [`more than ${back} was taken off`] : []
    }
    return taken && taken.amountCents > 0 && given?.amountCents !== taken.amountCents
      ? [`the credit of ${back} was not given back`]
      : []
  }
  const disputed = double.list('dispute').flatMap(({ id, payment_intent, status, amount }) => {
    if (!charges.has(payment_intent) || status.startsWith('warning_')) return []
    return faultOf(id, status !== 'won', amount)
  })
  const refunded = double
    .list('refund')
    .flatMap(({ id, payment_intent, status, amount }) =>
      charges.has(payment_intent) ? faultOf(id, status !== 'failed', amount) : [],
    )
  return [...disputed, ...refunded]
}
