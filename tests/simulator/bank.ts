// The payment provider as the ledger sees it, with books of its own: a charge is made once for a key as long as the key is kept,
// cards are declined, answers get lost on the way there or back.
import type { Till } from '#functions/domain/settle.ts'
import type { Charge, FoundCharge } from '#functions/gateways/stripe/outcome.ts'
import { OutcomeUnknown } from '#functions/gateways/stripe/outcome.ts'
import { DAY } from '#shared/dates.ts'
import type { Dice } from './dice.ts'
import type { Turns } from './turns.ts'

export type Payment = FoundCharge & { key: string; metadata: Record<string, string>; madeAt: number }
export type BankFaults = { declined: number; action: number; lostThere: number; lostBack: number; busy: number }
export const honest: BankFaults = { declined: 0, action: 0, lostThere: 0, lostBack: 0, busy: 0 }

const KEY_KEPT_MS = DAY

export function openBank(dice: Dice, turns: Turns, now: () => number, wait: (ms: number) => void) {
  const payments: Payment[] = []
  const state = { faults: honest, asked: new Map<string, number>() }

  function make({ key, amountCents, metadata }: Parameters<Till['payments']['charge']>[0]): Payment {
    const roll = dice.below(1000) / 1000
    const { declined, action } = state.faults
    const status = roll < declined ? 'declined' : roll < declined + action ? 'action' : 'succeeded'
    const made: Payment = { id: `pi_${payments.length + 1}`, status, amountCents, key, metadata, madeAt: now() }
    payments.push(made)
    return made
  }

  function toAnswer({ status, id }: Payment): Charge {
    if (status === 'succeeded') return { status, id }
    if (status === 'action') return { status, id, clientSecret: 'secret' }
    return { status: 'declined', code: 'card_declined', reason: 'Your card was declined.', id }
  }

  const lost = () => new OutcomeUnknown('The line is dead.')
  const bank: Till['payments'] = {
    charge: (request) =>
      turns.take('payment', async () => {
        state.asked.set(request.key, (state.asked.get(request.key) ?? 0) + 1)
        // A slow bank: whoever looks meanwhile finds nothing, though the money is about to move.
        wait(dice.below(20_000))
        if (dice.chance(state.faults.busy)) throw new Error('Too many requests.')
        if (dice.chance(state.faults.lostThere)) throw lost()
        const known = payments.find(({ key, madeAt }) => key === request.key && madeAt > now() - KEY_KEPT_MS)
        const payment = known ?? make(request)
        if (dice.chance(state.faults.lostBack)) throw lost()
        return toAnswer(payment)
      }),
    findCharge: ({ key }) =>
      turns.take('payment', async () => {
        if (dice.chance(state.faults.busy)) throw new Error('Too many requests.')
        return payments.find((payment) => payment.key === key)
      }),
    cancel: ({ chargeId }) =>
      turns.take('payment', async () => {
        const payment = payments.find(({ id }) => id === chargeId)
        if (payment?.status !== 'action') return false
        // The owner may have been quicker.
        payment.status = dice.chance(0.3) ? 'succeeded' : 'declined'
        return payment.status === 'declined'
      }),
  }
  return { bank, payments, state }
}
export type Bank = ReturnType<typeof openBank>
