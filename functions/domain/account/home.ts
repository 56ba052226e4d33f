// What waits for a person in their own company: what is still to be set up, and what is to be mended. Each part is looked at only
// for those who may see it, and of each kind no more than a few rows, no matter how many there are.
import { refusalForDomain } from '#shared/access/own-domain.ts'
import type { Permission } from '#shared/access/roles.ts'
import { DAY } from '#shared/dates.ts'
import { tools as toolTable } from '#shared/integrations/tools.ts'
import type { UserActor } from '#shared/model/actor.ts'
import { type Billing, hasCard } from '#shared/model/billing.ts'
import type { Company } from '#shared/model/company.ts'
import { causeTexts, type DomainFacts, phaseOf } from '#shared/model/custom-domain.ts'
import type { attentionKinds, setupSteps } from '#shared/model/home.ts'
import type { CompanyListItem } from '#shared/model/node.ts'
import type { ToolConnection } from '#shared/model/tool-connection.ts'
import type { User } from '#shared/model/user.ts'
import type { CampaignEntry } from '../../data/campaigns/list.ts'
import type { Db } from '../../data/index.ts'

type Deps = { db: Db; now: () => number }
type Action = 'GET' | 'POST' | 'PUT'
export type May = (permission: Permission, method: Action) => boolean
type Who = { company: Company; me: User; actor: UserActor; may: May }

type Step = { step: (typeof setupSteps)[number]; isDone: boolean }
type Attention = {
  kind: (typeof attentionKinds)[number]
  name?: string
  campaignNumber?: string
  reasons?: readonly string[]
  at?: number
  total?: number
}
type Running = Pick<CampaignEntry, 'id' | 'name' | 'number'>
type Heard = { campaign: Running; seenAt: number | undefined }
type Campaigns = { isAny: boolean; heard: Heard[] }

const MOST_CLIENTS = 25
const MOST_PIXELS = 8
/** A card is spoken of so long before its last day. */
const CARD_NOTICE = 30 * DAY

/** A card is good until the end of its month. */
const cardEnd = ({ cardExpMonth, cardExpYear }: Billing): number => Date.UTC(cardExpYear, cardExpMonth, 1)

const PAYMENT_FAILED = 'Campaigns are stopped until it is paid.'

function payments({ paymentFailed }: Company, billing: Billing, now: number): Attention[] {
  const failed: Attention[] = paymentFailed ? [{ kind: 'payment_failed', reasons: [PAYMENT_FAILED] }] : []
  const end = cardEnd(billing)
  const isExpiring = hasCard(billing) && billing.cardExpYear > 0 && end - CARD_NOTICE < now
  const card = `${billing.cardBrand} ${billing.cardLast4}`.trim()
  return isExpiring ? [...failed, { kind: 'card_expires', name: card, at: end }] : failed
}

function account({ accountRequirements: reasons, connection }: Company): Attention[] {
  return reasons.length > 0 || connection === 'failed' ? [{ kind: 'account', reasons }] : []
}

function domainsToMend(domains: readonly DomainFacts[], now: number): Attention[] {
  return domains.flatMap((facts): Attention[] => {
    const { phase, cause } = phaseOf(facts, now)
    if (phase === 'leaving' || (phase === 'active' && !cause)) return []
    return [{ kind: 'domain', name: facts.host, reasons: cause ? [causeTexts[cause]] : [], at: facts.requestedAt }]
  })
}

function invitations(clients: readonly CompanyListItem[]): Attention[] {
  const invited = clients.filter(({ facts }) => facts.isInvited)
  const [first] = invited
  return first ? [{ kind: 'invitations', name: first.companyName, total: invited.length }] : []
}

function silences({ heard }: Campaigns, now: number): Attention[] {
  return heard.flatMap(({ campaign: { name, number }, seenAt }): Attention[] => {
    const of = { name, campaignNumber: number }
    if (seenAt === undefined) return [{ kind: 'pixel_missing', ...of }]
    return seenAt < now - DAY ? [{ kind: 'pixel_silent', ...of, at: seenAt }] : []
  })
}

const lostTools = (tools: readonly ToolConnection[]): Attention[] =>
  tools.flatMap(({ slug, lostAt, lostWords, offAt }): Attention[] => {
    if (lostAt === 0 && offAt === 0) return []
    const reason = lostAt > 0 ? lostWords : 'It failed for days and was switched off.'
    return [{ kind: 'tool', name: toolTable[slug].name, reasons: reason ? [reason] : [], at: lostAt || offAt }]
  })

async function campaignsOf({ db }: Deps, { id, kind }: Company): Promise<Campaigns> {
  if (kind === 'client') {
    const own = (await db.campaign.list(id)).filter(({ status }) => status !== 'removed')
    const running = own.filter(({ line, status }) => line === 'local' && status === 'active')
    return { isAny: own.length > 0, heard: await hear(db, running.slice(-MOST_PIXELS)) }
  }
  const [counts, heard] = await Promise.all([
    db.campaignList.counts(id),
    db.campaignList
      .some({ agencyId: id, line: 'local', status: 'active' }, { after: undefined, limit: MOST_PIXELS })
      .then((running) => hear(db, running)),
  ])
  const isAny = [...counts.values()].some((of) => of.active + of.paused + of.stopped + of.archived > 0)
  return { isAny, heard }
}

const hear = (db: Db, running: readonly Running[]): Promise<Heard[]> =>
  Promise.all(running.map(async (campaign) => ({ campaign, seenAt: await db.pixel.lastSeen(campaign.id) })))

type Read = {
  billing: Billing | undefined
  domains: DomainFacts[]
  clients: CompanyListItem[]
  campaigns: Campaigns | undefined
}

/** What a company of this kind sets up, of which the person may do each part. Operators who only look set nothing up. */
function stepsOf({ company, me, actor, may }: Who, { billing, domains, clients, campaigns }: Read): Step[] {
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
    { step: 'client', isTheirs: isAgency && may('client:create', 'POST'), isDone: clients.length > 0 },
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

/** Who has campaigns, and none that runs by a pixel, waits for no pixel. */
const findsByPixel = ({ kind, modules }: Company, campaigns: Campaigns | undefined): boolean =>
  !campaigns?.isAny || campaigns.heard.length > 0 ? kind === 'client' || modules.local !== undefined : false

export async function homeOf(deps: Deps, who: Who): Promise<{ steps: Step[]; attention: Attention[] }> {
  const { company, may, actor } = who
  // An operator's first page is the list of agencies; sales people have no company of their own.
  if (company.kind === 'root' || actor.role === 'sales') return { steps: [], attention: [] }
  const { db, now } = deps
  const isAgency = company.kind === 'agency'
  const sees = (permission: Permission) => may(permission, 'GET')
  const [billing, domains, clients, campaigns, tools] = await Promise.all([
    sees('card:read') ? db.billing.get(company.id) : undefined,
    isAgency && sees('domain:read') ? db.customDomain.list(company.id) : [],
    isAgency && sees('client:read')
      ? db.node.read(
          { parentId: company.id, kind: 'client', sort: 'createdAt', order: 'desc' },
          { at: undefined, limit: MOST_CLIENTS },
        )
      : [],
    sees('campaign:read') ? campaignsOf(deps, company) : undefined,
    sees('integration:read') ? db.tool.list(company.id) : [],
  ])
  const at = now()
  return {
    steps: stepsOf(who, { billing, domains, clients, campaigns }),
    attention: [
      ...(billing ? payments(company, billing, at) : []),
      ...(isAgency && sees('connection:read') ? account(company) : []),
      ...domainsToMend(domains, at),
      ...lostTools(tools),
      ...(campaigns ? silences(campaigns, at) : []),
      ...invitations(clients),
    ],
  }
}
