// How many files of a company may be announced that have not come yet. One is counted in the write that announces it, so that any
// number at once pass no limit; those that came since are taken off where the count is full, by a look at what is awaited.
import { Service } from 'electrodb'
import { unlessRefused } from '../lib/errors.ts'
import type { Table } from '../lib/table.ts'
import { whenFree } from '../lib/when-free.ts'
import { limitEntity } from '../session/guard.ts'

const MOST_ROUNDS = 6

/** At most so many at once; `forMs`: for how long each is awaited. */
export type AwaitedLimits = { most: number; forMs: number }
type Announced = { companyId: string; createdAt: number }
type Room = AwaitedLimits & Announced
const alone = (table: Table) => new Service({ limit: limitEntity(table) })
type To = Parameters<Parameters<ReturnType<typeof alone>['transaction']['write']>[0]>[0]

export function awaitedFiles(table: Table, kind: 'awaited-uploads' | 'awaited-batches') {
  const counters = limitEntity(table)
  const keyOf = ({ companyId }: Room) => ({ kind, subject: companyId, window: 0 })
  const ttlOf = ({ createdAt, forMs }: Room) => Math.ceil((createdAt + 2 * forMs) / 1000)
  /** Within the transaction that announces a file. Refused where the count is full, or where there is none yet. */
  const take = ({ limit }: To, room: Room) =>
    limit
      .patch(keyOf(room))
      .set({ ttl: ttlOf(room) })
      .add({ count: 1, times: 1 })
      .where((row, { lt }) => lt(row.count, room.most))
      .commit()

  return {
    take,
    /**
     * Writes what announces a file (with `take`); false where as many are awaited as may be. `look` counts those that were announced
     * after an instant.
     */
    async announce(
      { companyId, createdAt }: Announced,
      limits: AwaitedLimits,
      write: (room: Room) => Promise<{ canceled: boolean; data: readonly unknown[] }>,
      look: (companyId: string, since: number) => Promise<number>,
    ): Promise<boolean> {
      const room = { companyId, createdAt, ...limits }
      for (let round = 0; round < MOST_ROUNDS; round++) {
        const { canceled } = await whenFree(() => write(room))
        if (!canceled) return true
        // Read before the look: where nothing was counted in between, the look has seen all that was.
        const { data: seen } = await counters.get(keyOf(room)).go({ consistent: true })
        const count = await look(companyId, createdAt - room.forMs)
        if (count >= room.most) return false
        await counters
          .put({ ...keyOf(room), count, times: seen?.times ?? 0, ttl: ttlOf(room) })
          .where((row, { eq, notExists }) =>
            seen?.times === undefined ? notExists(row.times) : eq(row.times, seen.times),
          )
          .go()
          .catch(unlessRefused)
      }
      return false
    },
  }
}
