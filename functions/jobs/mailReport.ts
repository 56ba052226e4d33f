// A message that comes twice, late, or to two workers at once finds the row gone on to a later day, and ends.
import { mailDayFiles } from '../domain/reports/day-file.ts'
import { consume } from '../kit/consume.ts'

export const handler = consume('mailReport', { run: (context) => mailDayFiles(context, context.message) })
