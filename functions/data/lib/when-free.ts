// A transaction that meets another one at a row is refused whole, which says nothing of what it asked for.
import { setTimeout as sleep } from 'node:timers/promises'
import { faultsOf, isOnlyBusy, WriteConflict } from './errors.ts'

const MOST_TRIES = 7
const WAIT_MS = 15

type Ended = { canceled: boolean; data: readonly unknown[] }

/**
 * What came of a transaction: written, or refused by a condition of its own. One that only met others is tried again, so nobody is told
 * that a name is taken or a row is gone because somebody was there at the same instant. Throws `WriteConflict` where it always met them.
 */
export async function whenFree<T extends Ended>(write: () => Promise<T>): Promise<T> {
  for (let round = 1; ; round++) {
    const ended = await write()
    // @NOTE of a refused one the library answers why each row was, in their order.
    const reasons = ended.canceled ? (ended.data as readonly { code?: string }[]).map(({ code }) => code ?? 'None') : []
    const faults = faultsOf(reasons)
    if (faults.length > 0) throw new Error(`A write was refused: ${faults.join(', ')}.`)
    if (!isOnlyBusy(reasons)) return ended
    if (round === MOST_TRIES) throw new WriteConflict(`A write always met others: ${reasons.join(', ')}.`)
    await sleep(Math.random() * WAIT_MS * 2 ** round)
  }
}
