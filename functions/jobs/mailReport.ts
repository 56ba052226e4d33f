// A message that comes twice, late, or to two workers at once finds the row gone on to a later morning, and ends.
import { mailDayFiles } from '../domain/reports/day-file.ts'
import { mailReport } from '../domain/reports/mail.ts'
import { consume } from '../kit/consume.ts'

export const handler = consume('mailReport', {
  run: (context) =>
    context.message.what === 'dayFile'
      ? mailDayFiles(context, context.message)
      : mailReport(context, context.message.userId),
})
