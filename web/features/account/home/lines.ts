// What each line of a first page says, and where it leads.
import { findLineRoute, pathTo } from '#shared/access/routes.ts'
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

const some = (total: number, one: string, many: string) => (total === 1 ? one : `${total} ${many}`)

export const titles: Record<Kind, (of: Attention) => string> = {
  payment_failed: () => 'A payment failed',
  card_expires: ({ name }) => `The card ${name} expires`,
  account: () => 'Stripe asks for something',
  domain: ({ name }) => `${name} does not serve yet`,
  clients_unpaid: ({ total, name }) => some(total, `A payment of ${name} failed`, 'clients have payments that failed'),
  invitations: ({ total, name }) =>
    some(total, `${name} has not accepted the invitation`, 'clients have not accepted their invitation'),
  pixel_missing: ({ name }) => `The pixel of ${name} was not seen yet`,
  pixel_silent: ({ name }) => `The pixel of ${name} is silent`,
  tool_lost: ({ name }) => `${name} is not connected any more`,
  tool_off: ({ name }) => `${name} was switched off after days of failures`,
  tool_failing: ({ name }) => `Leads do not reach ${name}`,
}

const settings = (tab: string) => `${pathTo('generalSetting')}?tab=${tab}`
const search = (path: string, text: string) => (text ? `${path}?q=${encodeURIComponent(text)}` : path)
const clients = pathTo('clientManagement')

const campaignsOf = (modules: Modules) =>
  findLineRoute(modules, 'lineCampaignManagement', 'local')?.path ?? pathTo('campaign')

/** Where a line is mended. */
export function mendPath(of: Attention, modules: Modules): string {
  const paths: Record<Kind, string> = {
    payment_failed: pathTo('cardSetting'),
    card_expires: pathTo('cardSetting'),
    account: settings('payment'),
    domain: settings('domain'),
    clients_unpaid: `${clients}?card=failed`,
    invitations: search(clients, of.name),
    pixel_missing: search(campaignsOf(modules), of.campaignNumber),
    pixel_silent: search(campaignsOf(modules), of.campaignNumber),
    tool_lost: `${pathTo('integrations')}/${of.slug}`,
    tool_off: `${pathTo('integrations')}/${of.slug}`,
    tool_failing: `${pathTo('integrations')}/${of.slug}`,
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
