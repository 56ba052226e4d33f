// Who and what a report is asked about, checked once for all of its calls.
import { ALL } from '#shared/constants.ts'
import { notFound } from '#shared/errors.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company, ProductLine } from '#shared/model/company.ts'
import { checkDays } from '../leads/days.ts'
import type { Days } from './counts.ts'
import { type Scope, scopeOf } from './scope.ts'

type Asked = {
  input: { companyId: string; clientId: string; startDate: string; endDate: string; moduleType: ProductLine | '' }
  company: Company
  campaign: Campaign | undefined
}

/** `company` is the client that was named, or, where all are meant, the company whose clients they are. */
export function readScope({ input, company, campaign }: Asked): { scope: Scope; days: Days } {
  const { companyId, clientId, startDate: from, endDate: to, moduleType } = input
  checkDays(from, to)
  if (clientId !== ALL && ![company.id, company.parentId].includes(companyId)) throw notFound('campaign')
  return { scope: scopeOf({ company, campaign, line: moduleType || undefined }), days: { from, to } }
}

/** Names a list of leads for its cursors: whose it is, and which filter it has. */
export const listNameOf = ({ input, company, campaign }: Asked): string =>
  ['leads', company.id, campaign?.id ?? input.moduleType, input.startDate, input.endDate].join('/')
