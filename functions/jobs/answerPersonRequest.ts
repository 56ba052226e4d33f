// Copies or erases what is held on a person. See domain/exclusions/person.
import { answerPersonRequest, failPersonRequest } from '../domain/exclusions/person.ts'
import { consume } from '../kit/consume.ts'

export const handler = consume('answerPersonRequest', {
  run: (context) => answerPersonRequest(context, context.message),
  async failed(context) {
    await failPersonRequest(context, context.message)
  },
})
