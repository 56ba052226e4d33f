// How many mails to strangers a company may cause in a day: whoever registers could otherwise write to anybody, without end.
import { DAY } from '#shared/dates.ts'
import { tooMany } from '#shared/errors.ts'
import type { Db } from '../data/index.ts'

export const mailQuotas = { invitation: 500, testMail: 50 } as const
const names = { invitation: 'invitations', testMail: 'test mails' } as const

/** Counts one such mail of a company, and refuses it when the day has seen enough of them. */
export async function countMail(
  { db, now }: { db: Pick<Db, 'guard'>; now: () => number },
  companyId: string,
  kind: keyof typeof mailQuotas,
): Promise<void> {
  const at = now()
  if ((await db.guard.count(`mails-${kind}`, companyId, DAY, at)) <= mailQuotas[kind]) return
  const sentence = `Your company sent ${mailQuotas[kind]} ${names[kind]} today. Please go on tomorrow.`
  throw tooMany(sentence, Math.ceil((DAY - (at % DAY)) / 1000))
}
