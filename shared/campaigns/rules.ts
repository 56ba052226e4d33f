// What people may say of a campaign, beyond the form of each field: rules between fields, and those of its product.
import { dayIn, isDay, isTimeZone } from '../dates.ts'
import type { FieldErrors } from '../errors.ts'
import type { Campaign, CampaignTarget } from '../model/campaign.ts'
import type { ProductLine } from '../model/company.ts'
import type { LeadKind } from '../money/price-list.ts'

/** The kinds of data that leads of a product may carry; the first where nobody chose. */
export const informationTypesOf: Record<ProductLine, readonly [LeadKind, ...LeadKind[]]> = {
  local: ['basic', 'advanced'],
  locator: ['basic'],
  enhance: ['basic', 'advanced'],
  b2b: ['b2b'],
}

/** Products that look for people by words and places; the other one watches a site. */
export const isSearching = (line: ProductLine): boolean => line !== 'local'

type Dated = Pick<Campaign, 'startOn' | 'endOn' | 'timeZone'>
type Said = Pick<Campaign, 'line' | 'siteUrl' | 'informationType' | 'hasMinimumLeads' | 'minimumLeads'> & Dated

const hasArea = ({ isNational, states, cities, zipCodes }: CampaignTarget) =>
  isNational || states.length > 0 || cities.length > 0 || zipCodes.length > 0

/** What a product needs to know before it can find anybody; empty when it does. */
export function targetFaults(campaign: Pick<Campaign, 'line' | 'siteUrl'>, target: CampaignTarget): FieldErrors {
  if (!isSearching(campaign.line))
    return campaign.siteUrl ? {} : { siteUrl: 'Enter the address of the page on which the pixel stands.' }
  return {
    ...(target.keywords.length === 0 && { keywords: 'Enter at least one keyword.' }),
    ...(!hasArea(target) && { zipCodes: 'Choose an area: the whole country, states, cities or zip codes.' }),
  }
}

/** `before`: the campaign that is changed. A first day that has passed may stay, but not be chosen. */
function dateFaults({ startOn, endOn, timeZone }: Dated, before: Dated | undefined, now: number): FieldErrors {
  if (!isTimeZone(timeZone)) return { timeZone: 'Choose a time zone of the list.' }
  const unreal = (day: string) => day !== '' && !isDay(day)
  if (unreal(startOn)) return { startOn: 'This day does not exist.' }
  if (unreal(endOn)) return { endOn: 'This day does not exist.' }
  const today = dayIn(timeZone, now)
  return {
    ...(startOn !== '' && startOn < today && startOn !== before?.startOn && { startOn: 'The first day has passed.' }),
    ...(startOn !== '' && endOn !== '' && endOn < startOn && { endOn: 'The last day lies before the first.' }),
    ...(endOn !== '' && endOn < today && endOn !== before?.endOn && { endOn: 'The last day has passed.' }),
  }
}

/** Everything that is wrong with a campaign as it is to be kept: one sentence for each field. */
export function campaignFaults(
  campaign: Said,
  target: CampaignTarget,
  { before, now }: { before?: Dated | undefined; now: number },
): FieldErrors {
  const kinds = informationTypesOf[campaign.line]
  return {
    ...dateFaults(campaign, before, now),
    ...targetFaults(campaign, target),
    ...(!kinds.includes(campaign.informationType) && {
      informationType: 'Leads of this product do not carry this kind of information.',
    }),
    ...(campaign.hasMinimumLeads &&
      campaign.minimumLeads === 0 && { minimumLeads: 'Enter from how many leads a week you want to be told.' }),
  }
}
