// Draws an invoice or a receipt. See domain/billing/papers.
import { makePaper } from '../domain/billing/make-paper.ts'
import { consume } from '../kit/consume.ts'

export const handler = consume('makePaper', { run: (context) => makePaper(context, context.message) })
