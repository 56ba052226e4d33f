import type * as z from 'zod'
import * as account from './account/calls.ts'
import * as notices from './account/notices.ts'
import * as profile from './account/profile.ts'
import * as audiences from './audiences/calls.ts'
import * as audit from './audit/calls.ts'
import * as banners from './banners/calls.ts'
import * as campaigns from './campaigns/calls.ts'
import * as groups from './campaigns/groups.ts'
import * as campaignPurchases from './campaigns/purchases.ts'
import * as agencies from './companies/agencies.ts'
import * as companies from './companies/calls.ts'
import * as companyFiles from './companies/files.ts'
import * as developerApi from './developer/api.ts'
import * as developerKeys from './developer/keys.ts'
import * as documents from './documents/calls.ts'
import * as domains from './domains/calls.ts'
import * as enrichment from './enrichment/calls.ts'
import * as exclusions from './exclusions/calls.ts'
import * as people from './exclusions/people.ts'
import * as integrations from './integrations/calls.ts'
import * as history from './integrations/history.ts'
import * as sheets from './integrations/sheets.ts'
import * as signIn from './integrations/sign-in.ts'
import * as tools from './integrations/tools.ts'
import * as keywords from './keywords/calls.ts'
import * as keywordLookups from './keywords/lookups.ts'
import * as leads from './leads/calls.ts'
import { area, routeKeyOf } from './lib/area.ts'
import { type Call, call } from './lib/call.ts'
import * as marketing from './marketing/calls.ts'
import * as payments from './payments/calls.ts'
import * as invoices from './payments/invoices.ts'
import * as pricing from './pricing/calls.ts'
import * as minimumSpend from './pricing/minimum-spend.ts'
import * as onboarding from './pricing/onboarding.ts'
import * as publicArea from './public/calls.ts'
import * as reports from './reports/calls.ts'
import * as roles from './roles/calls.ts'
import * as sales from './sales/calls.ts'
import * as security from './security/calls.ts'
import * as session from './session/calls.ts'
import * as settings from './settings/calls.ts'
import * as informationTypes from './settings/information-types.ts'
import * as staff from './staff/calls.ts'
import * as wallet from './wallet/calls.ts'

/** Every call there is, by area. One area is one Lambda; a call's handler is `functions/api/<area>/<call>.ts`. */
export const contracts = {
  session: area(session),
  account: area({ ...account, ...profile, ...notices }),
  security: area(security),
  public: area(publicArea),
  companies: area({ ...agencies, ...companies, ...companyFiles }),
  audiences: area(audiences),
  banners: area(banners),
  marketing: area(marketing),
  enrichment: area(enrichment),
  exclusions: area({ ...exclusions, ...people }),
  campaigns: area({ ...campaigns, ...groups, ...campaignPurchases }),
  keywords: area({ ...keywords, ...keywordLookups }),
  integrations: area({ ...integrations, ...history, ...sheets, ...signIn, ...tools }),
  leads: area(leads),
  settings: area({ ...settings, ...informationTypes }),
  domains: area(domains),
  developer: area({ ...developerKeys, ...developerApi }),
  documents: area(documents),
  wallet: area(wallet),
  pricing: area({ ...pricing, ...minimumSpend, ...onboarding }),
  audit: area(audit),
  reports: area(reports),
  roles: area(roles),
  sales: area(sales),
  staff: area(staff),
  payments: area({ ...payments, ...invoices }),
}
export { type Call, call, routeKeyOf }

export type Area = keyof typeof contracts
export type CallName = { [A in Area]: `${A}.${Extract<keyof (typeof contracts)[A], string>}` }[Area]
export type Contract<Name extends CallName> = Name extends `${infer A extends Area}.${infer C}`
  ? C extends keyof (typeof contracts)[A]
    ? (typeof contracts)[A][C] extends Call
      ? (typeof contracts)[A][C]
      : never
    : never
  : never
/** What a caller sends (wire form). */
export type Input<Name extends CallName> = z.input<Contract<Name>['input']>
/** What a caller gets. */
export type Output<Name extends CallName> = z.output<Contract<Name>['output']>

export const areas = Object.keys(contracts) as Area[]

export type NamedCall = { area: Area; name: string; id: CallName; call: Call }

/** All calls as one list: routes, documents and tests loop over it. */
export const allCalls: NamedCall[] = areas.flatMap((areaName) =>
  Object.entries(contracts[areaName] as Record<string, Call>).map(([name, entry]) => ({
    area: areaName,
    name,
    // @NOTE built from the very keys that CallName is made of.
    id: `${areaName}.${name}` as CallName,
    call: entry,
  })),
)

export function findCall(id: CallName): Call {
  const found = allCalls.find((entry) => entry.id === id)
  if (!found) throw new Error(`No contract is called ${id}.`)
  return found.call
}
