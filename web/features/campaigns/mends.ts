// What stands in the way of a start, and where the person in front of the screen mends it: the one table of list and editor.
import { companyPath, pathTo } from '#shared/access/routes.ts'
import { type StartNeed, startNeeds } from '#shared/campaigns/may-start.ts'
import { failureText, fieldsOf } from '../../api/api-error.ts'
import type { StepKey } from './editor/values.ts'
import type { CampaignRow } from './use-campaign-list.ts'
import type { Rights } from './use-rights.ts'

export type Refusal = { message: string; need?: StartNeed | undefined }
/** A page, or a step of the campaign's editor. */
export type Mend = { label: string } & ({ to: string } | { step: StepKey })

/** Why a campaign was not started, paused, archived or removed: what is missing, in the server's words. */
export function refusalOf(error: unknown): Refusal {
  const fields = fieldsOf(error) ?? {}
  const [field, message] = Object.entries(fields)[0] ?? []
  if (message) return { message, need: startNeeds.find((each) => each === field) }
  if (error instanceof Error && error.name === 'NotConfirmed') return { message: error.message }
  return { message: failureText(error) }
}

type About = Pick<CampaignRow, 'companyId'>
type Way = (about: About, rights: Rights) => Mend | null

const ofClient = ({ companyId }: About, rights: Rights, tab: string, label: string): Mend | null =>
  rights.mayOpenCompanies ? { label, to: companyPath(companyId, tab) } : null

/** Who pays is the client, unless the agency is billed by hand. */
const paysHere = (rights: Rights): boolean =>
  rights.isClient ? !rights.isBilledByHand : rights.role === 'agency' && rights.isBilledByHand

const cardSetting = (rights: Rights, label: string): Mend | null =>
  rights.maySetCards ? { label, to: pathTo('cardSetting') } : null

const inStep =
  (step: StepKey, label: string): Way =>
  (_, rights) =>
    rights.mayEdit ? { label, step } : null

const prices: Way = (about, rights) => (rights.maySetPrices ? inStep('price', 'Set the price')(about, rights) : null)
const nobodyHere: Way = () => null

const ways: Record<StartNeed, Way> = {
  means: (about, rights) =>
    paysHere(rights) ? cardSetting(rights, 'Add a card') : ofClient(about, rights, '', 'Open the client'),
  connection: (_, rights) =>
    rights.role === 'agency' && rights.mayConnect
      ? { label: 'Connect a payment account', to: `${pathTo('generalSetting')}?tab=payment` }
      : null,
  payment: (about, rights) =>
    paysHere(rights)
      ? cardSetting(rights, 'Open Card Setting')
      : ofClient(about, rights, 'money', 'Open the invoices of the client'),
  prices,
  limit: prices,
  endDate: inStep('when', 'Change the last day'),
  target: inStep('who', 'Say whom it looks for'),
  product: nobodyHere,
  contract: nobodyHere,
}

/** Where this person mends it; null where it is not theirs to mend. */
export const mendOf = ({ need }: Refusal, about: About, rights: Rights): Mend | null =>
  need ? ways[need](about, rights) : null

/** Who else mends it, for the person who cannot. */
export const helperOf = ({ need }: Refusal, rights: Rights): string =>
  need === undefined ? '' : rights.isClient ? 'Please ask your agency.' : ''
