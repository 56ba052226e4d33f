import { contracts } from '#shared/contracts/index.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.account.questionnaire, async ({ db, user }) => {
  const found = await db.profile.findQuestionnaire(user.companyId)
  const by = found && (await db.user.find(found.answeredBy))
  return {
    answers: found?.answers ?? {},
    answered_at: found ? new Date(found.answeredAt).toISOString() : null,
    answered_by: by?.name ?? '',
  }
})
