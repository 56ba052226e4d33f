import { contracts } from '#shared/contracts/index.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.account.saveMailChoices, async ({ db, me, input, tell }) => {
  const again = input.with ?? []
  const without = (input.without ?? []).filter((topic) => !again.includes(topic))
  await db.notice.chooseMails(me.id, { without, with: again })
  tell({
    after: {
      ...(without.length > 0 && { withoutMail: without.join(', ') }),
      ...(again.length > 0 && { withMail: again.join(', ') }),
    },
  })
  return { result: 'success' as const, message: 'Your choice is saved.' }
})
