// Who is photographed where: the demonstration people, and at each tenant somebody who has not signed in.

import { type RouteId, routesOf } from '#shared/access/routes.ts'
import type { Modules } from '#shared/access/viewer.ts'
import { defaultModules } from '#shared/model/company.ts'
import { stepKeys } from '#web/features/campaigns/editor/values.ts'

export type Person = { who: string; tenant: string; email: string | null }

export const people: readonly Person[] = [
  { who: 'root-visitor', tenant: 'root', email: null },
  { who: 'root-operator', tenant: 'root', email: 'olive.operator@example.com' },
  { who: 'root-sales', tenant: 'root', email: 'sam.sales@example.com' },
  { who: 'northlight-visitor', tenant: 'northlight', email: null },
  { who: 'northlight-agency', tenant: 'northlight', email: 'ada.agency@example.com' },
  { who: 'northlight-client', tenant: 'northlight', email: 'cleo.client@example.com' },
  { who: 'copper-visitor', tenant: 'copper', email: null },
  { who: 'copper-agency', tenant: 'copper', email: 'abe.agency@example.com' },
  { who: 'copper-client', tenant: 'copper', email: 'carl.client@example.com' },
]

export type Place = { id: RouteId; page: string; path: string }

/** A part of an address that may be left out is left out; what must be there is any text. */
const filled = (path: string) => path.replace(/\/:\w+\?/g, '').replace(/:\w+/g, 'sample')

/**
 * Every page that the application has, with the addresses of a tenant's product lines. Which of them a person may open, the
 * application itself says.
 */
export function placesOf({ email }: Person, modules: Modules = defaultModules): Place[] {
  return routesOf(modules)
    .filter(({ id, access }) => id !== 'home' && (access === 'signed-in') === (email !== null))
    .map(({ id, line, path }) => ({ id, page: line ? `${id}-${line}` : id, path: filled(path) }))
}

type Linked = { to: RouteId; link: RegExp; steps?: readonly string[] }
const aCompany: Linked = { to: 'company', link: /^\/configuration\/company\// }

/** Pages whose address only a list knows: where the first link of this kind leads, and with `steps` each step of it. */
const linkedAt: Partial<Record<RouteId, Linked>> = {
  agencyList: aCompany,
  clientManagement: aCompany,
  lineCampaignManagement: { to: 'campaignSetup', link: /^\/campaign-setup\?.*campaign=/, steps: stepKeys },
}

/** The pages that a list leads to, given the addresses of its links; without these, their names and where such a page stands. */
export function placesLinkedFrom({ id, page, path }: Place, links?: readonly string[]): Place[] {
  const linked = linkedAt[id]
  const found = links ? links.find((each) => linked?.link.test(each)) : path
  if (!linked || found === undefined) return []
  const of = (step: string): Place => ({
    id: linked.to,
    page: `${linked.to}-of-${page}${step && `-${step}`}`,
    path: step ? `${found}&step=${step}` : found,
  })
  return (linked.steps ?? ['']).map(of)
}

/** What opens a dialog or a panel of a page: the buttons and entries of menus that are pressed for it, one after the other. */
export const dialogsAt: Partial<Record<RouteId, readonly (readonly (string | RegExp)[])[]>> = {
  agencyList: [['Add agency'], [/^Edit /], ['Import and export', 'Agencies report'], [/^More actions/, /^Prices/]],
  clientManagement: [['Add client'], [/^Edit /], ['Import and export', 'Import clients from CSV'], ['Default prices']],
  client: [['Groups']],
  administratorList: [['Add administrator'], [/^Delete /]],
  salesAccountList: [['Add sales person']],
  roleList: [['Add role']],
  audience: [['New audience']],
  auditLog: [['Filter'], ['Download']],
  cardSetting: [['Change card'], ['Invoices']],
  profile: [['Change e-mail'], ['Search']],
}
