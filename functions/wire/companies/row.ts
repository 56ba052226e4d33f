// List entries as the wire names them. What is the same in every row (the root's products and terms) is put in here.
import { can } from '#shared/access/can.ts'
import { refusalForSignIn } from '#shared/access/manage-staff.ts'
import type { NodeRow } from '#shared/contracts/companies/list-item.ts'
import { wireValue } from '#shared/contracts/lib/wire-names.ts'
import type { UserActor } from '#shared/model/actor.ts'
import { type Company, defaultModules, paymentTerms, productLines } from '#shared/model/company.ts'
import { type CompanyListItem, campaignStateOf, cardStatusOf, countActive } from '#shared/model/node.ts'
import type { User } from '#shared/model/user.ts'
import { toFlag } from '#shared/wire.ts'
import type { Db } from '../../data/index.ts'
import { toPhoneFields } from '../lib/phone.ts'

const rootpaymentterm = paymentTerms.map((term) => ({ value: term, label: term }))

/** Names of the sales people of some entries, in one read however many there are. */
async function salesNames(db: Db, nodes: readonly CompanyListItem[]): Promise<Map<string, string>> {
  const ids = nodes.flatMap(({ facts }) => [facts.salesRepId, facts.accountExecutiveId, facts.referralUserId])
  const people = await db.user.findMany([...new Set(ids.filter(Boolean))])
  return new Map(people.map(({ id, name }) => [id, name]))
}

export type RowFacts = {
  root: Company
  platformDomain: string
  /** Who looks, where somebody does: what they may not do is told with each row. */
  seer?: { actor: UserActor; me: User; now: () => number } | undefined
}

export async function toRows(db: Db, nodes: readonly CompanyListItem[], facts: RowFacts): Promise<NodeRow[]> {
  const names = await salesNames(db, nodes)
  const nameOf = (id: string) => names.get(id) ?? ''
  return nodes.map((node) => ({ ...toRow(node, facts), ...salesOf(node, nameOf) }))
}

const salesOf = ({ facts }: CompanyListItem, nameOf: (id: string) => string) => ({
  salesrep: nameOf(facts.salesRepId),
  salesrepid: facts.salesRepId,
  accountexecutive: nameOf(facts.accountExecutiveId),
  accountexecutiveid: facts.accountExecutiveId,
  accountref: nameOf(facts.referralUserId),
  accountrefid: facts.referralUserId,
})

const personOf = (companyId: string, id: string, { isInvited, invitedById }: CompanyListItem['facts']) => ({
  id,
  companyId,
  invitedById,
  status: isInvited ? ('invited' as const) : ('active' as const),
})

/** Somebody who has no password yet is not locked out, but invited. */
const mayUnlock = (
  { actor, me }: NonNullable<RowFacts['seer']>,
  { companyId, userId, facts }: CompanyListItem,
): boolean =>
  !facts.isInvited &&
  can(actor, 'user:unlock') &&
  refusalForSignIn(actor, me, personOf(companyId, userId, facts)) === null

function toRow(
  node: CompanyListItem,
  { root, platformDomain, seer }: RowFacts,
): Omit<NodeRow, keyof ReturnType<typeof salesOf>> {
  const { companyId, kind, userId, companyName, fullName, email, createdAt, facts } = node
  const lines = productLines.filter((line) => root.modules[line])
  return {
    id: userId,
    company_id: companyId,
    company_root_id: root.id,
    company_name: companyName,
    name: fullName,
    email,
    ...toPhoneFields(facts),
    user_type: wireValue(kind),
    package_id: facts.packageId,
    subdomain: facts.subdomain && `${facts.subdomain}.${platformDomain}`,
    orisubdomain: facts.subdomain,
    domain: facts.customDomain,
    external_organizationid: facts.externalOrganizationId,
    manual_bill: toFlag(facts.manualBill),
    is_whitelabeling: toFlag(facts.isWhiteLabel),
    api_mode: toFlag(facts.apiMode),
    isBeta: toFlag(facts.isBeta),
    ...(facts.isCancelled && seer?.actor.role === 'root' && { is_cancelled: true as const }),
    is_user_generate_api: facts.hasApiKey,
    is_marketing_services_agreement_developer: toFlag(facts.hasDeveloperAgreement),
    exclude_minimum_spend: facts.excludesMinimumSpend ? 1 : 0,
    exclude_onboard_charge: toFlag(facts.excludesOnboardCharge),
    is_onboard_charged: toFlag(facts.isOnboardCharged),
    customer_payment_id: facts.customerPaymentId,
    payment_status: facts.paymentFailed ? 'failed' : '',
    plan_minspend_id: facts.minimumSpendPlanId,
    company_agreement_file: facts.agreementFile,
    created_at: new Date(createdAt).toISOString(),
    status_acc: facts.connection,
    profile_setup_completed: toFlag(facts.isProfileComplete),
    role_id: '',
    leadspeek_type: facts.leadType,
    selected_modules: lines.map((type) => ({ type, status: facts.modules.includes(type) })),
    selected_payment_term: paymentTerms.map((term) => ({ term, status: facts.terms.includes(term) })),
    rootmodules: lines.map((line) => ({ value: line, label: (root.modules[line] ?? defaultModules[line]).name })),
    rootpaymentterm,
    is_invited: facts.isInvited,
    pending_email: seer && facts.pendingEmailEndsAt > seer.now() ? facts.pendingEmail : '',
    why_not_sign_in: (seer && refusalForSignIn(seer.actor, seer.me, personOf(companyId, userId, facts))) ?? '',
    may_unlock: seer !== undefined && mayUnlock(seer, node),
    card_status: cardStatusOf(facts),
    campaign_status: campaignStateOf(facts),
    active_campaigns: countActive(facts),
    disable_client_add_campaign: toFlag(facts.disableClientAddCampaign),
    disabledreceivedemail: toFlag(!facts.receivesMail),
    enablephonenumber: toFlag(facts.showsPhone),
    editorspreadsheet: toFlag(facts.editsSheets),
  }
}
