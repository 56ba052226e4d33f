// Once a day, the rows of an agency's days that are over become one for each day, so that a report reads a row for each.
import { addDays, dayIn } from '#shared/dates.ts'
import type { Db } from '../../data/index.ts'

/** By then a day is over in every zone, and no worker is still at it. */
const AFTER_DAYS = 3
/** A job that was out for a month folds what it missed. */
const LOOK_BACK_DAYS = 45

export function foldDays({ db, now }: { db: Db; now: () => number }, agencyId: string): Promise<number> {
  const today = dayIn('UTC', now())
  return db.leadDays.fold(agencyId, addDays(today, -LOOK_BACK_DAYS), addDays(today, -AFTER_DAYS - 1))
}
