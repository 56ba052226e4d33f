import { SAID_BY_SCREEN } from '#shared/audit-log.ts'
import { contracts } from '#shared/contracts/index.ts'
import { HOUR } from '#shared/dates.ts'
import { refused, tooMany } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { writeAuditLog } from '../../kit/audit-log.ts'
import { handle } from '../../kit/handle.ts'

/** More than any screen says: the log is kept for two years, and chained, so nobody fills it. */
const MOST_AN_HOUR = 100

export default handle(contracts.audit.save, async (context) => {
  const { db, input, me, actor, user, company, request, now } = context
  if (user.companyId !== company.id && actor.userId !== user.id) throw refused('You may not reach this account.')
  const person = actor.viewing?.userId ?? actor.userId
  const [holder, said] = await Promise.all([
    actor.viewing && db.user.get(actor.viewing.userId),
    db.guard.count('said-by-screen', person, HOUR, now()),
  ])
  if (said > MOST_AN_HOUR) throw tooMany('This was said too often. Please wait an hour.', HOUR / 1000)
  await writeAuditLog(context, {
    action: input.action,
    description: user.id === me.id ? input.description : `${input.description} (${user.name})`,
    company,
    by: holder ?? me,
    viewed: holder && me,
    // What the server saw itself bears no such mark.
    after: { source: SAID_BY_SCREEN },
    request,
  })
  return { result: 'success' as const, message: messages.added }
})
