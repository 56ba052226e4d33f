// How often the card of a company may be tried by its owner: new cards, the same one again, and another way to pay, together.
import { HOUR } from '#shared/dates.ts'
import { tooMany } from '#shared/errors.ts'
import type { Db } from '../../data/index.ts'

const MOST_TRIES = 20

/** Counts one more, and refuses it where there were too many within an hour. */
export async function countCardTry(
  { db, now }: { db: Pick<Db, 'guard'>; now: () => number },
  companyId: string,
  words: string,
): Promise<void> {
  if ((await db.guard.count('card', companyId, HOUR, now())) > MOST_TRIES) throw tooMany(words, HOUR / 1000)
}
