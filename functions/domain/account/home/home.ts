// What waits for a person in their own company: what is still to be set up, what is to be mended, and what was done lately. Each part
// is looked at only for those who may see it, and of each kind no more than a few rows, no matter how many there are.
import type { Permission } from '#shared/access/roles.ts'
import { DAY } from '#shared/dates.ts'
import { type Billing, hasCard } from '#shared/model/billing.ts'
import type { Company } from '#shared/model/company.ts'
import { causeTexts, type DomainFacts, phaseOf } from '#shared/model/custom-domain.ts'
import { toCurrency } from '#shared/money/format.ts'
import { monthOf } from '#shared/money/ledger.ts'
import { runsOut, type Wallet } from '#shared/money/wallet.ts'
import { activityOf } from './activity.ts'
import { campaignsOf, silences } from './campaigns.ts'
import { platformHome } from './platform.ts'
import { receiversToMend } from './receivers.ts'
import { salesHome } from './sales.ts'
import { stepsOf } from './steps.ts'
import type { Attention, Deps, Home, Who } from './types.ts'

/** How many are counted of clients that bear a mark. */
const MOST_CLIENTS = 50
const MOST_RECEIVERS = 8
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

const USED_UP = 'It is used up: no leads come until it is topped up.'

/** Of an agency whose leads are paid from its Data Wallet before they are sold. */
function walletToFill(billing: Billing, wallet: Wallet, now: number): Attention[] {
  if (billing.billingMethod !== 'data_wallet' || !runsOut(wallet, now, monthOf(now))) return []
  const { balanceCents } = wallet
  const left = `${toCurrency(balanceCents)} is left. Once it is used up, no leads come until it is topped up.`
  return [{ kind: 'wallet_low', reasons: [balanceCents > 0 ? left : USED_UP] }]
}

function account({ accountRequirements: reasons, accountRequiredBy: at, connection }: Company): Attention[] {
  const isAsked = reasons.length > 0 || connection === 'failed'
  return isAsked ? [{ kind: 'account', reasons, ...(at > 0 && { at }) }] : []
}

function domainsToMend(domains: readonly DomainFacts[], now: number): Attention[] {
  return domains.flatMap((facts): Attention[] => {
    const { phase, cause } = phaseOf(facts, now)
    if (phase === 'leaving' || (phase === 'active' && !cause)) return []
    return [{ kind: 'domain', name: facts.host, reasons: cause ? [causeTexts[cause]] : [], at: facts.requestedAt }]
  })
}

/** What bears a mark. One alone is called by its name. */
async function marked({ db }: Deps, { id }: Company, kind: 'clients_unpaid' | 'invitations'): Promise<Attention[]> {
  const { found, isCut } = await db.node.marked(
    id,
    'client',
    kind === 'invitations' ? 'invited' : 'card_failed',
    MOST_CLIENTS,
  )
  const ids = [...found.keys()]
  if (ids.length === 0) return []
  const [first] = ids.length === 1 ? await db.node.getMany(id, ids) : []
  return [{ kind, total: ids.length, isCut, ...(first && { name: first.companyName }) }]
}

/** `withClients`: those of an agency's clients too. */
async function failingOf(deps: Deps, { id, kind, parentId }: Company, withClients: boolean): Promise<Attention[]> {
  const agencyId = kind === 'client' ? (parentId ?? '') : id
  const found = await deps.db.failing.inAgency(agencyId, withClients ? undefined : id, MOST_RECEIVERS)
  return receiversToMend(deps, found, id)
}

export async function homeOf(deps: Deps, who: Who): Promise<Home> {
  const { company, may, actor } = who
  // Sales people have no company of their own; an operator's is the platform.
  if (actor.role === 'sales') return salesHome(deps, who)
  if (company.kind === 'root') return platformHome(deps, who)
  const { db, now } = deps
  const isAgency = company.kind === 'agency'
  const sees = (permission: Permission) => may(permission, 'GET')
  const seesClients = isAgency && sees('client:read')
  const [billing, wallet, domains, clients, unpaid, invited, campaigns, receivers, activity] = await Promise.all([
    sees('card:read') ? db.billing.get(company.id) : undefined,
    isAgency && company.manualBill && sees('wallet:read') ? db.ledger.get(company.id) : undefined,
    isAgency && sees('domain:read') ? db.customDomain.list(company.id) : [],
    seesClients ? db.node.count(company.id, 'client') : 0,
    seesClients ? marked(deps, company, 'clients_unpaid') : [],
    seesClients ? marked(deps, company, 'invitations') : [],
    sees('campaign:read') ? campaignsOf(db, company) : undefined,
    sees('integration:read') ? failingOf(deps, company, seesClients) : [],
    activityOf(deps, who),
  ])
  const at = now()
  return {
    steps: stepsOf(who, { billing, domains, clients, campaigns }),
    attention: [
      ...(billing ? payments(company, billing, at) : []),
      ...(billing && wallet ? walletToFill(billing, wallet, at) : []),
      ...(isAgency && sees('connection:read') ? account(company) : []),
      ...domainsToMend(domains, at),
      ...unpaid,
      ...receivers,
      ...(campaigns ? silences(campaigns, at) : []),
      ...invited,
    ],
    activity,
    figures: [],
    newcomers: [],
  }
}
