// One thing at a time: every request to the table and to the payment provider waits here, and a die says whose turn it is. So
// tasks that run at once meet in every order, and the same seed gives the same order again. It is also where processes die.
import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as afterCallbacks } from 'node:timers/promises'
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import type { Dice } from './dice.ts'
import type { Command } from './kept-reads.ts'

export class Crash extends Error {
  override name = 'Crash'
}
type Process = { isDead: boolean }
export type TurnFaults = { crash: number; lost: number; conflict: number; throttle: number }

export const noFaults: TurnFaults = { crash: 0, lost: 0, conflict: 0, throttle: 0 }

type Kind = 'read' | 'write' | 'transaction' | 'payment'
const kinds: Record<string, Kind> = {
  UpdateCommand: 'write',
  PutCommand: 'write',
  DeleteCommand: 'write',
  UpdateItemCommand: 'write',
  DeleteItemCommand: 'write',
  BatchWriteCommand: 'write',
  TransactWriteCommand: 'transaction',
}
export const kindOf = (command: Command): Kind => kinds[command.constructor.name] ?? 'read'

export function openTurns(dice: Dice) {
  const processes = new AsyncLocalStorage<Process>()
  const waiting: (() => Promise<void>)[] = []
  let isPumping = false
  const state = { faults: noFaults, injected: 0, requests: 0 }

  let pumping = Promise.resolve()

  async function pump(): Promise<void> {
    isPumping = true
    for (;;) {
      // Anybody who can get to its next request does so before the die is thrown.
      await afterCallbacks()
      await afterCallbacks()
      const [turn] = waiting.splice(dice.below(Math.max(1, waiting.length)), 1)
      if (!turn) break
      await turn()
    }
    isPumping = false
  }

  const hits = (share: number) => {
    const isHit = share > 0 && dice.chance(share)
    if (isHit) state.injected++
    return isHit
  }

  function die(process: Process): never {
    process.isDead = true
    throw new Crash('The process died here.')
  }

  return {
    state,
    hits,
    /** Runs one request when its turn has come, unless its process is dead, or crashes before or after it. */
    take<T>(kind: Kind, run: () => Promise<T>): Promise<T> {
      const process = processes.getStore()
      // What the simulator itself does waits for nobody.
      if (!process) return run()
      return new Promise<T>((resolve, reject) => {
        waiting.push(async () => {
          try {
            state.requests++
            if (process.isDead) throw new Crash('A dead process does nothing.')
            if (hits(state.faults.crash)) die(process)
            if (kind === 'transaction' && hits(state.faults.conflict))
              throw new TransactionCanceledException({
                $metadata: {},
                message: 'conflict',
                CancellationReasons: [{ Code: 'TransactionConflict' }],
              })
            if (kind !== 'payment' && hits(state.faults.throttle)) throw new Error('The table is busy.')
            const answer = await run()
            if (kind !== 'read' && hits(state.faults.lost)) die(process)
            resolve(answer)
          } catch (error) {
            reject(error)
          }
        })
        if (!isPumping) pumping = pump()
      })
    },
    /** Until nobody waits any more: what a failed task began beside itself has come to its end too. */
    quiet: async (): Promise<void> => {
      await pumping
    },
    /** A process of its own: when it crashes, nothing more of it happens. */
    process: <T>(run: () => Promise<T>): Promise<T> => processes.run({ isDead: false }, run),
  }
}
export type Turns = ReturnType<typeof openTurns>
