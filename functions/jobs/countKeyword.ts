// Counts the people behind keywords. See domain/keywords/count.
import { countKeyword, failCount } from '../domain/keywords/count.ts'
import { consume } from '../kit/consume.ts'

export const handler = consume('countKeyword', {
  run: (context) => countKeyword(context, { companyId: context.message.companyId, id: context.message.lookupId }),
  failed: ({ db, message }) => failCount({ db }, { companyId: message.companyId, id: message.lookupId }),
})
