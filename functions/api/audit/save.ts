import { SAID_BY_SCREEN } from '#shared/audit-log.ts'
import { contracts } from '#shared/contracts/index.ts'
import { refused } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { writeAuditLog } from '../../kit/audit-log.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.audit.save, async (context) => {
  const { db, input, me, actor, user, company, request } = context
  if (user.companyId !== company.id && actor.userId !== user.id) throw refused('You may not reach this account.')
  const holder = actor.viewing && (await db.user.get(actor.viewing.userId))
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
