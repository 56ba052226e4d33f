// One thing at a time: every request to the table and to the payment provider waits here, and a die says whose turn it is. So
// tasks that run at once meet in every order, and the same seed gives the same order again. It is also where processes die.
import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as afterCallbacks } from 'node:timers/promises'
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import type { Table } from '#functions/data/table.ts'
import type { Dice } from './dice.ts'

export class Crash extends Error {
  override name = 'Crash'
}
type Process = { isDead: boolean }
type Faults = { crash: number; lost: number; conflict: number; throttle: number }

export const noFaults: Faults = { crash: 0, lost: 0, conflict: 0, throttle: 0 }

const writes = new Set(['UpdateItemCommand', 'PutItemCommand', 'DeleteItemCommand', 'TransactWriteItemsCommand'])

export function openTurns(dice: Dice) {
  const processes = new AsyncLocalStorage<Process>()
  const waiting: (() => Promise<void>)[] = []
  let isPumping = false
  const state = { faults: noFaults, injected: 0, requests: 0 }

  async function pump(): Promise<void> {
    if (isPumping) return
    isPumping = true
    for (;;) {
      // Whoever can get to its next request does so before the die is thrown.
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

  /** Runs one request when its turn has come, unless its process is dead, or dies before or after it. */
  function take<T>(kind: 'read' | 'write' | 'transaction' | 'payment', run: () => Promise<T>): Promise<T> {
    const process = processes.getStore()
    // What the simulator itself looks at waits for nobody.
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
      void pump()
    })
  }

  return {
    state,
    take,
    /** A process of its own: when it dies, nothing more of it happens. */
    process: <T>(run: () => Promise<T>): Promise<T> => processes.run({ isDead: false }, run),
    /** Puts every request of a table into the queue of turns. */
    guard(table: Table): void {
      table.client.middlewareStack.add(
        (next, context) => (args) => {
          const name = context.commandName ?? ''
          const kind = name === 'TransactWriteItemsCommand' ? 'transaction' : writes.has(name) ? 'write' : 'read'
          return take(kind, () => next(args))
        },
        { step: 'initialize', priority: 'high', name: 'turns' },
      )
    },
  }
}
export type Turns = ReturnType<typeof openTurns>
