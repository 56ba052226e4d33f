// What a campaign needs before it may run, in the order in which people are told: the first that is missing, and how it is mended.
import { notInBeta } from '../access/beta.ts'
import type { Campaign } from '../model/campaign.ts'
import type { Company } from '../model/company.ts'
import type { RetailPrice } from '../money/price-list.ts'
import { isOver } from './schedule.ts'

export const startNeeds = [
  'means',
  'connection',
  'payment',
  'prices',
  'endDate',
  'limit',
  'target',
  'product',
  'contract',
] as const
export type StartNeed = (typeof startNeeds)[number]

export type StartFacts = {
  campaign: Pick<Campaign, 'endOn' | 'timeZone'>
  client: Pick<Company, 'name' | 'paymentFailed' | 'cancelledAt' | 'deletedAt'>
  agency: Pick<
    Company,
    'manualBill' | 'connection' | 'chargesEnabled' | 'paymentFailed' | 'cancelledAt' | 'deletedAt' | 'terms'
  >
  /** What pays: of an agency that is billed by hand its card or its Data Wallet, else the client's card. */
  hasMeans: boolean
  /** Undefined while nobody set a price. */
  price: Pick<RetailPrice, 'term' | 'limit' | 'topUp'> | undefined
  isProductOn: boolean
  /** Its product is open to the agency, or the campaign was begun before it was tried out by some alone. */
  isOpen: boolean
  /** What the product looks for is incomplete: the sentence that says so. */
  targetFault: string | undefined
  now: number
}

export type Missing = { what: StartNeed; message: string }

/** The first thing that is missing; null when the campaign may run. The charge itself comes after all of these. */
export function findMissing(facts: StartFacts): Missing | null {
  const { campaign, client, agency, price, now } = facts
  const checks: [StartNeed, boolean, string][] = [
    // Nothing else can be mended any more.
    ['contract', client.deletedAt !== null, `${client.name} was removed, so its campaigns cannot start any more.`],
    [
      'means',
      !facts.hasMeans,
      agency.manualBill
        ? 'The agency has no card and no Data Wallet to pay with. Add one of them first.'
        : `There is no card of ${client.name} on file. Add one first.`,
    ],
    [
      'connection',
      !agency.manualBill && !(agency.connection === 'completed' && agency.chargesEnabled),
      'The agency has no connected payment account yet. Connect one first.',
    ],
    ['payment', client.paymentFailed, 'A payment has failed. Settle it first, then start the campaign again.'],
    // It lies between the agency and the platform, as their contract does: a client finds nothing to settle, and is not sent to look.
    [
      'contract',
      agency.paymentFailed,
      'A payment of the agency has failed. Once it is settled, the campaign can be started.',
    ],
    ['prices', price === undefined, 'Nobody has set a price for this product yet. Set the prices first.'],
    [
      'prices',
      price !== undefined && !agency.terms.includes(price.term),
      'The agency no longer offers the payment term of this campaign. Choose another one.',
    ],
    ['endDate', isOver(campaign, now), 'The last day of this campaign is over. Choose a later one.'],
    [
      'limit',
      price?.term === 'One Time' && !(price.limit.every === 'max' && price.limit.count > 0),
      'A campaign that is paid once needs a limit of leads in all. Set it with the prices.',
    ],
    [
      'limit',
      price?.term === 'Prepaid' && price.topUp.leads <= 0,
      'A prepaid campaign needs a number of leads to buy. Set it with the prices.',
    ],
    ['target', facts.targetFault !== undefined, facts.targetFault ?? ''],
    ['product', !facts.isProductOn, 'This product is switched off. Switch it on before you start the campaign.'],
    ['product', !facts.isOpen, notInBeta.b2b],
    [
      'contract',
      client.cancelledAt !== null || agency.cancelledAt !== null || agency.deletedAt !== null,
      'The contract has ended, so nothing new can start.',
    ],
  ]
  const found = checks.find(([, isMissing]) => isMissing)
  return found ? { what: found[0], message: found[2] } : null
}
