// How many forms for files a company gets in an hour: one that asks for no end of them, and sends no file, must not keep the timetable
// from the files of others.
import { HOUR } from '#shared/dates.ts'
import { tooMany } from '#shared/errors.ts'
import type { Db } from '../../data/index.ts'

const MOST_AN_HOUR = 100

export async function countForm(
  { db, now }: { db: Pick<Db, 'guard'>; now: () => number },
  kind: 'import' | 'enrichment',
  companyId: string,
): Promise<void> {
  if ((await db.guard.count(`form-${kind}`, companyId, HOUR, now())) > MOST_AN_HOUR)
    throw tooMany('Many files were announced within an hour. Please wait a little.', HOUR / 1000)
}
