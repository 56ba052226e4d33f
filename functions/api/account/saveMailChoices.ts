import { contracts } from '#shared/contracts/index.ts'
import { mailTopics } from '#shared/notices.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.account.saveMailChoices, async ({ db, me, input, tell }) => {
  const without = mailTopics.filter((topic) => input.without.includes(topic))
  await db.notice.chooseMails(me.id, without)
  tell({ after: { withoutMail: without.join(', ') || 'nothing' } })
  return { result: 'success' as const, message: 'Your choice is saved.' }
})
