// What each line of a first page says, and where it leads.
import { companyPath, findLineRoute, pathTo } from '#shared/access/routes.ts'
import type { Modules } from '#shared/access/viewer.ts'
import type { Output } from '../../../api/terms.ts'

export type Home = Output<'account.home'>
type Attention = Home['attention'][number]
type Kind = Attention['kind']
type Step = Home['steps'][number]['step']

export const stepWords: Record<Step, string> = {
  card: 'Save a card',
  account: 'Connect a payment account',
  logo: 'Set your logo',
  domain: 'Set your own domain',
  client: 'Add your first client',
  campaign: 'Make your first campaign',
  pixel: 'Put the pixel on a website',
}

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const some = ({ total, isCut }: Pick<Attention, 'total' | 'isCut'>, one: string, many: string) =>
  total === 1 && !isCut ? one : `${total}${isCut ? ' or more' : ''} ${many}`

export const titles: Record<Kind, (of: Attention) => string> = {
  payment_failed: () => 'A payment failed',
  card_expires: ({ name }) => `The card ${name} expires`,
  wallet_low: () => 'The Data Wallet has to be topped up',
  account: () => 'Stripe asks for something',
  domain: ({ name }) => `${name} does not serve yet`,
  clients_unpaid: (of) => some(of, `A payment of ${of.name} failed`, 'clients have payments that failed'),
  invitations: (of) =>
    some(of, `${of.name} has not accepted the invitation`, 'clients have not accepted their invitation'),
  pixel_missing: ({ name }) => `The pixel of ${name} was not seen yet`,
  pixel_silent: ({ name }) => `The pixel of ${name} is silent`,
  receiver_lost: ({ name }) => upper(`${name} is not connected any more`),
  receiver_off: ({ name }) => upper(`${name} was switched off`),
  receiver_failing: ({ name }) => `Leads do not reach ${name}`,
  companies_unpaid: (of) => some(of, 'A company owes a payment that failed', 'companies owe payments that failed'),
  refunds_unknown: (of) =>
    some(
      of,
      'A refund could not go, or nobody knows whether it did',
      'refunds that could not go, or of which nobody knows whether they did',
    ),
  agencies_unpaid: (of) => some(of, `A payment of ${of.name} failed`, 'of your agencies have payments that failed'),
  commissions_wait: (of) => some(of, 'A commission is not paid to you yet', 'commissions are not paid to you yet'),
  upload_failed: ({ name }) => `The file ${name} was not taken in`,
  file_failed: ({ name }) => `The file ${name} could not be made`,
}

/** A later version of the server may say what this page has no words for. */
export const hasWords = ({ kind }: { kind: string }): boolean => Object.hasOwn(titles, kind)

const settings = (tab: string) => `${pathTo('generalSetting')}?tab=${tab}`
const search = (path: string, text: string) => (text ? `${path}?q=${encodeURIComponent(text)}` : path)
const clients = pathTo('clientManagement')

const campaignsOf = (modules: Modules) =>
  findLineRoute(modules, 'lineCampaignManagement', 'local')?.path ?? pathTo('campaign')

/** Webhooks of all campaigns have the page of this tool. */
const WEBHOOKS = 'zapier'
const tabOf = (slug: string) => (slug === WEBHOOKS ? 'webhooks' : slug ? 'integrations' : 'campaigns')

/** The page of a tool, or of webhooks; those of one campaign stand with it. */
function receiverPath({ slug, companyId }: Attention): string {
  if (companyId) return companyPath(companyId, tabOf(slug))
  return slug ? `${pathTo('integrations')}/${slug}` : pathTo('campaign')
}

/** The list that stands below the lines. */
export const UNPAID_AGENCIES = `${pathTo('agencyList')}?filter=payment_failed`

/** Where a line is mended. */
export function mendPath(of: Attention, modules: Modules): string {
  const paths: Record<Kind, string> = {
    payment_failed: pathTo('cardSetting'),
    card_expires: pathTo('cardSetting'),
    wallet_low: pathTo('wallet'),
    account: settings('payment'),
    domain: settings('domain'),
    clients_unpaid: `${clients}?card=failed`,
    invitations: search(clients, of.name),
    pixel_missing: search(campaignsOf(modules), of.campaignNumber),
    pixel_silent: search(campaignsOf(modules), of.campaignNumber),
    receiver_lost: receiverPath(of),
    receiver_off: receiverPath(of),
    receiver_failing: receiverPath(of),
    companies_unpaid: `${pathTo('agencyList')}?show=unpaid`,
    refunds_unknown: `${pathTo('agencyList')}?show=unpaid`,
    agencies_unpaid: UNPAID_AGENCIES,
    commissions_wait: pathTo('salesConnectAccount'),
    upload_failed: pathTo('optOutList'),
    file_failed: pathTo('agencyList'),
  }
  return paths[of.kind]
}

/** Where a step is done. */
export function stepPath(step: Step, modules: Modules): string {
  const paths: Record<Step, string> = {
    card: pathTo('cardSetting'),
    account: settings('payment'),
    logo: settings('branding'),
    domain: settings('domain'),
    client: clients,
    campaign: pathTo('campaignSetup'),
    pixel: campaignsOf(modules),
  }
  return paths[step]
}
