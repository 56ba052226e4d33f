import { refusalForOwnProfile } from '#shared/access/profile.ts'
import { contracts } from '#shared/contracts/index.ts'
import { invalid, refused } from '#shared/errors.ts'
import { answerFaults } from '#shared/questionnaire.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.account.saveQuestionnaire, async ({ db, input, user, actor, now, tell }) => {
  const why = refusalForOwnProfile(actor, user)
  if (why) throw refused(why)
  const faults = answerFaults(input.answers)
  if (Object.keys(faults).length > 0) throw invalid(faults, 'Some questions are still open.')
  await db.profile.saveQuestionnaire({
    companyId: user.companyId,
    answers: input.answers,
    answeredBy: user.id,
    answeredAt: now(),
  })
  await db.user.update(user.id, { questionnaireSetupCompleted: true })
  tell({ description: 'Answered the questionnaire', after: { answered: Object.keys(input.answers).length } })
  return { result: 'success' as const, message: 'Thank you, your answers are saved.' }
})
