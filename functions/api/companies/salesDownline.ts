import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { handle } from '../../kit/handle.ts'
import { placeCursors } from '../../kit/place.ts'
import { companyPage } from '../../wire/companies/page.ts'

export default handle(contracts.companies.salesDownline, async (context) => {
  const { input, company, user, db, env } = context
  if (company.kind !== 'root') throw invalid({ companyId: 'Only a root has agencies.' })
  const query = { parent: company, kind: 'agency', asked: input, tags: [`sales_${user.id}`] } as const
  return companyPage({ db, platformDomain: env.PLATFORM_DOMAIN, seer: context }, query, placeCursors(input.cursor))
})
