// What a company of this kind sets up, of which the person may do each part.
import { refusalForDomain } from '#shared/access/own-domain.ts'
import { type Billing, hasCard } from '#shared/model/billing.ts'
import type { Company } from '#shared/model/company.ts'
import type { DomainFacts } from '#shared/model/custom-domain.ts'
import type { Campaigns } from './campaigns.ts'
import type { Step, Who } from './types.ts'

type Read = {
  billing: Billing | undefined
  domains: readonly DomainFacts[]
  clients: number
  campaigns: Campaigns | undefined
}

/** Who has campaigns, and none that runs by a pixel, waits for no pixel. */
const findsByPixel = ({ kind, modules }: Company, campaigns: Campaigns | undefined): boolean =>
  !campaigns?.isAny || campaigns.heard.length > 0 ? kind === 'client' || modules.local !== undefined : false

/** Empty once all is done. Operators who only look set nothing up. */
export function stepsOf({ company, me, actor, may }: Who, { billing, domains, clients, campaigns }: Read): Step[] {
  if (actor.viewing) return []
  const isAgency = company.kind === 'agency'
  const mayPlan = may('campaign:create', 'POST') && (isAgency || !company.disableClientAddCampaign)
  const all: (Step & { isTheirs: boolean })[] = [
    {
      step: 'card',
      isTheirs: may('card:update', 'PUT'),
      isDone: company.manualBill || (billing !== undefined && hasCard(billing)),
    },
    {
      step: 'account',
      isTheirs: isAgency && may('connection:update', 'PUT'),
      isDone: company.connection === 'completed',
    },
    { step: 'logo', isTheirs: isAgency && may('setting:update', 'PUT'), isDone: company.brand.logo !== null },
    {
      step: 'domain',
      isTheirs: isAgency && may('domain:update', 'PUT') && refusalForDomain(actor, me) === null,
      isDone: company.customDomain !== null || domains.some(({ answeredAt }) => answeredAt !== null),
    },
    { step: 'client', isTheirs: isAgency && may('client:create', 'POST'), isDone: clients > 0 },
    { step: 'campaign', isTheirs: mayPlan, isDone: campaigns?.isAny ?? false },
    {
      step: 'pixel',
      isTheirs: mayPlan && findsByPixel(company, campaigns),
      isDone: campaigns?.heard.some(({ seenAt }) => seenAt !== undefined) ?? false,
    },
  ]
  const own = all.filter(({ isTheirs }) => isTheirs)
  return own.every(({ isDone }) => isDone) ? [] : own.map(({ step, isDone }) => ({ step, isDone }))
}
