import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { Company } from '#shared/model/company.ts'
import { settingsOf } from '../../domain/company-form.ts'
import { handle } from '../../kit/handle.ts'

const factsOf = ({ salesRepId, accountExecutiveId, referralUserId }: Company) => ({
  ...{ salesRepId, accountExecutiveId, referralUserId },
})

export default handle(contracts.sales.assign, async ({ db, input, actor, company, tell }) => {
  if (company.kind !== 'agency') throw invalid({ companyID: 'Only agencies have sales people.' })
  const { salesRep, salesAE, salesRef } = input
  const { salesRepId, accountExecutiveId, referralUserId } = await settingsOf(db, actor, {
    ...{ salesRep, salesAE, salesRef },
  })
  const after = {
    salesRepId: salesRepId ?? null,
    accountExecutiveId: accountExecutiveId ?? null,
    referralUserId: referralUserId ?? null,
  }
  await db.company.update(company.id, after)
  tell({ description: `Set the sales people of ${company.name}`, before: factsOf(company), after })
  return { result: 'success' as const, message: messages.settingSaved }
})
