// How many forms for files a company gets in an hour: one that asks for no end of them, and sends no file, must not keep the timetable
// from the files of others. And how many each of its people: one of them must not use up those of all.
import { HOUR } from '#shared/dates.ts'
import { tooMany } from '#shared/errors.ts'
import type { Db } from '../../data/index.ts'

const MOST_AN_HOUR = 100
const MOST_OF_PERSON = 50

export async function countForm(
  { db, now }: { db: Pick<Db, 'guard'>; now: () => number },
  kind: 'import' | 'enrichment' | 'exclusion',
  { companyId, userId }: { companyId: string; userId: string },
): Promise<void> {
  const form = { windowMs: HOUR, now: now(), count: 1 }
  const own = { ...form, kind: `form-${kind}-by`, subject: `${companyId}#${userId}`, most: MOST_OF_PERSON }
  const all = { ...form, kind: `form-${kind}`, subject: companyId, most: MOST_AN_HOUR }
  // Files for exclusion lists are counted as those that are awaited. What one of the two refuses is not counted for the other.
  const full = await db.guard.reserveAll(kind === 'exclusion' ? [own] : [own, all])
  if (full === 0) throw tooMany('You announced many files within an hour. Please wait a little.', HOUR / 1000)
  if (full === 1) throw tooMany('Many files were announced within an hour. Please wait a little.', HOUR / 1000)
}
