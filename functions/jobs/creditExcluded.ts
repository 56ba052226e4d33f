// Gives leads of the last day back whose people came onto a list. See domain/exclusions/credit.
import { creditExcluded } from '../domain/exclusions/credit.ts'
import { consume } from '../kit/consume.ts'

export const handler = consume('creditExcluded', { run: (context) => creditExcluded(context, context.message) })
