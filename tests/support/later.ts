// Queues keep messages back by the machine's own clock, which a platform's does not move. Nobody has to wait for it.
import { vi } from 'vitest'
import { SECOND } from '#shared/dates.ts'

/** Looks until it is over. Time goes on by a second after each look, for the queues as for all else of this process. */
export async function lookUntil(isOver: () => Promise<boolean>, { most = 600 } = {}): Promise<void> {
  const real = Date.now.bind(Date)
  let ahead = 0
  const now = vi.spyOn(Date, 'now').mockImplementation(() => real() + ahead)
  try {
    for (; !(await isOver()); ahead += SECOND)
      if (ahead > most * SECOND) throw new Error(`It was not over after ${most} seconds.`)
  } finally {
    now.mockRestore()
  }
}
