// What each notice says, and where it leads.
import { companyPath, findLineRoute, pathTo } from '#shared/access/routes.ts'
import type { Modules } from '#shared/access/viewer.ts'
import { ADDED_BY_HAND } from '#shared/constants.ts'
import { type ProductLine, productLines } from '#shared/model/company.ts'
import { type NoticeKind, type NoticeTopic, topicNames } from '#shared/notices.ts'
import type { Output } from '../../../api/terms.ts'
import { showDay } from '../../../ui/days.ts'

export type NoticeRow = Output<'account.notices'>['data'][number]
type Facts = Readonly<Record<string, string | undefined>>

export const topicWords: Record<NoticeTopic, { label: string; text: string }> = {
  payments: { label: topicNames.payments, text: 'Invoices, declined cards, the Data Wallet and payouts.' },
  campaigns: {
    label: topicNames.campaigns,
    text: 'Campaigns that stopped, silent pixels and bounds that are reached.',
  },
  tools: { label: topicNames.tools, text: 'Connections that were lost, and receivers that take no leads.' },
  files: { label: topicNames.files, text: 'Files that you sent or ordered, and counts of keywords.' },
  domains: { label: topicNames.domains, text: 'Whether your own domain serves.' },
  people: { label: topicNames.people, text: 'Invitations, who accepted them, and failed sign-ins to your account.' },
}

const stopWords: Record<string, string> = {
  payment_failed: 'a payment failed',
  topup_empty: 'its prepaid leads are used up',
  manual_bill_stop: 'its client pays from now on',
  module_disabled: 'its product was switched off',
  contract_cancelled: 'the subscription was cancelled',
  // What was written of it before that had a name.
  user: 'the subscription was cancelled',
  limit_total: 'it has all its leads',
  end_date: 'its last day is over',
}

const of = (what: string | undefined) => (what ? ` of ${what}` : '')
const some = (count: string | undefined, one: string, many: string) => `${count ?? 0} ${count === '1' ? one : many}`
const campaigns = ({ campaign, total, who }: Facts) =>
  campaign ? `The campaign ${campaign}${of(who)}` : `${some(total, 'campaign', 'campaigns')}${of(who)}`
const stopped = (facts: Facts, what: string) =>
  `${campaigns(facts)} ${what}${facts.reason ? `: ${stopWords[facts.reason] ?? 'see its page'}` : ''}`
const outcomes: Record<string, string> = {
  won: 'was decided for you',
  lost: 'was decided against you',
  dropped: 'was withdrawn',
}
const files: Record<string, string> = { leads: 'Your file of leads', agencies: 'Your report of agencies' }

const isByHand = (file: string | undefined) => file === ADDED_BY_HAND

/** One line for each kind. Where there is more to say, it stands in `detailOf`. */
const titles: Record<NoticeKind, (facts: Facts) => string> = {
  invoicePaid: ({ number, amount }) => `Invoice ${number} was paid: ${amount}`,
  paymentFailed: ({ number, amount }) =>
    number ? `Invoice ${number} was not paid: ${amount}` : `${amount} was not paid`,
  paymentRecovered: () => 'Everything that was owed is paid',
  paymentTakenBack: ({ amount, reason }) =>
    reason ? `A payment of ${amount} was taken back` : `${amount} of a payment goes back`,
  refundSentBack: ({ amount }) => `A refund of ${amount} came back`,
  disputeOpened: ({ who, amount }) => `${who} disputes a payment of ${amount}`,
  disputeClosed: ({ who, amount, outcome = '' }) =>
    `The dispute of ${who} over ${amount} ${outcomes[outcome] ?? 'ended'}`,
  payoutFailed: ({ amount }) => `A payout of ${amount} to your bank came back`,
  ownPayoutFailed: ({ amount }) => `A payout of ${amount} to your bank came back`,
  accountStopped: () => 'Your payment account takes no cards any more',
  topUpDone: ({ amount }) => `The Data Wallet was topped up by ${amount}`,
  topUpFailed: ({ amount }) => `The Data Wallet could not be topped up by ${amount}`,
  creditExpires: ({ amount, day }) => `${amount} of the Data Wallet expires${day ? ` on ${showDay(day)}` : ' soon'}`,
  campaignsStopped: (facts) => stopped(facts, facts.campaign || facts.total === '1' ? 'was stopped' : 'were stopped'),
  campaignEnded: (facts) => stopped(facts, 'ended'),
  capReached: ({ who, amount, campaign }) =>
    `${campaign ? `The campaign ${campaign}${of(who)}` : who} reached the bound of ${amount} for this month`,
  pixelSilent: ({ campaign }) => `The pixel of ${campaign} is silent`,
  fewLeads: ({ campaign, leads, minimum }) =>
    `${campaign} found ${some(leads, 'lead', 'leads')} in a week, and not ${minimum}`,
  toolLost: ({ tool }) => `${tool} is not connected any more`,
  leadsLost: ({ receiver }) => `Leads could not be delivered to ${receiver}`,
  receiverFails: ({ receiver }) => `Leads do not reach ${receiver}`,
  receiverOff: ({ receiver }) => `${receiver} was switched off`,
  webhookOff: ({ webhook }) => `The webhook ${webhook} was switched off`,
  fileReady: ({ what = '' }) => `${files[what] ?? 'Your file'} is ready`,
  exclusionsDone: ({ file }) =>
    isByHand(file) ? 'One entry was added to an exclusion list' : `The exclusion file ${file} was taken in`,
  exclusionsFailed: ({ file }) =>
    isByHand(file) ? 'One entry was not added to an exclusion list' : `The exclusion file ${file} was refused`,
  clientsImported: ({ file }) => `The clients of ${file} were added`,
  clientsNotImported: ({ file }) => `The clients of ${file} could not be added`,
  invitationsLost: ({ file, count }) => `${some(count, 'client', 'clients')} of ${file} could not be invited`,
  enrichmentDone: ({ file }) => `The enrichment of ${file} is ready`,
  enrichmentFailed: ({ file }) => `The enrichment of ${file} has no result`,
  keywordCounted: ({ keyword }) => `Your count of ${keyword} is ready`,
  domainActive: ({ host }) => `${host} serves your site now`,
  domainLost: ({ host }) => `${host} does not serve your site`,
  staffInvited: ({ name, by }) => `${by} invited ${name}`,
  staffJoined: ({ name }) => `${name} accepted the invitation`,
  clientJoined: ({ name }) => `${name} accepted the invitation`,
  signInsFailed: ({ count }) => `${some(count, 'failed sign-in', 'failed sign-ins')} to your account in a day`,
}
export const titleOf = ({ kind, facts }: Pick<NoticeRow, 'kind' | 'facts'>): string => titles[kind](facts)

const known = (text: string | undefined) => (text ? text : undefined)
const rows = ({ accepted, rejected }: Facts) =>
  `${some(accepted, 'row', 'rows')} taken, ${rejected === '0' ? 'none' : (rejected ?? 'none')} left out.`
const details: Partial<Record<NoticeKind, (facts: Facts) => string | undefined>> = {
  invoicePaid: ({ what }) => known(what),
  paymentFailed: ({ what, reason }) => [what, reason].filter(Boolean).join('. '),
  paymentTakenBack: ({ what, reason }) => [what, reason].filter(Boolean).join('. '),
  refundSentBack: ({ what }) => known(what),
  disputeOpened: ({ reason }) => known(reason),
  payoutFailed: ({ reason }) => known(reason),
  ownPayoutFailed: ({ reason }) => known(reason),
  topUpFailed: ({ reason }) => known(reason),
  capReached: ({ clearsOn }) => (clearsOn ? `Leads come again from ${showDay(clearsOn)} on.` : undefined),
  pixelSilent: () => 'No page of its site was heard of for a day.',
  leadsLost: () => 'See why in its history, and send them again from there.',
  webhookOff: ({ campaign }) => (campaign ? `It received the leads of ${campaign}.` : undefined),
  fileReady: ({ rows: count }) => (count ? some(count, 'row', 'rows') : undefined),
  exclusionsDone: (facts) => (isByHand(facts.file) ? undefined : rows(facts)),
  exclusionsFailed: ({ reason }) => known(reason),
  clientsImported: rows,
  clientsNotImported: ({ reason }) => known(reason),
  invitationsLost: () => 'They are in the list of clients: send the invitations from there.',
  enrichmentDone: ({ matched }) => some(matched, 'person found', 'people found'),
  enrichmentFailed: ({ reason }) => known(reason),
  keywordCounted: ({ count }) => some(count, 'person', 'people'),
  signInsFailed: () => 'If they were not yours, choose a new password.',
}
export const detailOf = ({ kind, facts }: Pick<NoticeRow, 'kind' | 'facts'>): string | undefined =>
  details[kind]?.(facts)

const settings = (tab: string) => `${pathTo('generalSetting')}?tab=${tab}`
const query = (path: string, name: string, text: string | undefined) =>
  text ? `${path}?${name}=${encodeURIComponent(text)}` : path

/** `hasEditor`: whether the editor of campaigns is a page of theirs. */
export type Place = { modules: Modules; userType: string; isRoot: boolean; hasEditor: boolean }
const isLine = (line: string | undefined): line is ProductLine => productLines.some((known) => known === line)

function campaignPath({ line, number }: Facts, { modules }: Place): string {
  const route = isLine(line) ? findLineRoute(modules, 'lineCampaignManagement', line) : undefined
  return route ? query(route.path, 'q', number) : pathTo('campaign')
}

function filePath({ what, file }: Facts, { modules }: Place): string {
  if (what !== 'leads') return pathTo('agencyList')
  const line = productLines.find((each) => modules[each])
  const route = line && findLineRoute(modules, 'lineDashboard', line)
  return route ? query(route.path, 'file', file) : '/'
}

const exclusionsPath = ({ userType, isRoot }: Place) =>
  userType === 'client' ? undefined : isRoot ? pathTo('optOutList') : settings('exclusions')

const paths: Record<NoticeKind, (facts: Facts, place: Place) => string | undefined> = {
  invoicePaid: ({ number }) => query(pathTo('invoices'), 'invoice', number),
  paymentFailed: ({ number }) => query(pathTo('cardSetting'), 'invoice', number),
  paymentRecovered: () => pathTo('campaign'),
  paymentTakenBack: () => pathTo('invoices'),
  refundSentBack: () => pathTo('invoices'),
  disputeOpened: () => settings('payment'),
  disputeClosed: () => settings('payment'),
  payoutFailed: () => settings('payment'),
  ownPayoutFailed: () => pathTo('salesConnectAccount'),
  accountStopped: () => settings('payment'),
  topUpDone: () => pathTo('wallet'),
  topUpFailed: () => pathTo('cardSetting'),
  creditExpires: () => pathTo('wallet'),
  campaignsStopped: campaignPath,
  campaignEnded: campaignPath,
  capReached: campaignPath,
  // Pixels are of Site ID alone.
  pixelSilent: ({ campaignId }, { modules, hasEditor }) =>
    hasEditor
      ? query(pathTo('campaignSetup'), 'campaign', campaignId)
      : findLineRoute(modules, 'lineCampaignManagement', 'local')?.path,
  fewLeads: campaignPath,
  toolLost: ({ slug }) => `${pathTo('integrations')}/${slug}`,
  leadsLost: ({ path }) => path || pathTo('integrations'),
  receiverFails: ({ path }) => path || pathTo('integrations'),
  receiverOff: ({ path }) => path || pathTo('integrations'),
  webhookOff: () => pathTo('integrations'),
  fileReady: filePath,
  exclusionsDone: (_, place) => exclusionsPath(place),
  exclusionsFailed: (_, place) => exclusionsPath(place),
  clientsImported: () => pathTo('clientManagement'),
  clientsNotImported: () => pathTo('clientManagement'),
  invitationsLost: () => pathTo('clientManagement'),
  enrichmentDone: () => pathTo('dataEnrichment'),
  enrichmentFailed: () => pathTo('dataEnrichment'),
  keywordCounted: () => pathTo('keywordCounts'),
  domainActive: () => settings('domain'),
  domainLost: () => settings('domain'),
  staffInvited: () => pathTo('administratorList'),
  staffJoined: () => pathTo('administratorList'),
  signInsFailed: () => pathTo('signIns'),
  clientJoined: ({ companyId }) => (companyId ? companyPath(companyId) : pathTo('clientManagement')),
}

/** The page where it is mended or looked at; undefined where the list alone says all. */
export const linkOf = ({ kind, facts }: Pick<NoticeRow, 'kind' | 'facts'>, place: Place): string | undefined =>
  paths[kind](facts, place)
