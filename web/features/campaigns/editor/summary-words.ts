// A campaign in sentences, for the person who is about to save or start it.
import type { PaymentTerm, ProductLine } from '#shared/model/company.ts'
import { usStates } from '#shared/model/states.ts'
import { toCurrency } from '#shared/money/format.ts'
import { type LimitPeriod, limitOn, periodWords, type RetailPrice } from '#shared/money/price-list.ts'
import { fromCents, priceCurrency } from '#shared/money/price-text.ts'
import { splitZips } from '#shared/text.ts'
import { showDay } from '../../../ui/days.ts'
import { toCount } from '../../../ui/format.ts'
import type { StepKey, Values } from './values.ts'

export type Sentence = { step: StepKey; text: string }

const FEW = 5
export const some = (count: number, one: string, many: string) => `${toCount(count)} ${count === 1 ? one : many}`

/** The first of some names, and how many more there are. */
function namesOf(names: readonly string[]): string {
  if (names.length <= FEW) return names.join(', ')
  return `${names.slice(0, FEW).join(', ')} and ${toCount(names.length - FEW)} more`
}

function areaOf({ isNational, states, cities, zipCodes }: Values): string {
  if (isNational) return 'in the whole country'
  const zips = splitZips(zipCodes).length
  const places = [
    ...(states.length > 0 ? [namesOf(states.map((code) => usStates[code] ?? code))] : []),
    ...(cities.length > 0 ? [namesOf(cities)] : []),
    ...(zips > 0 ? [some(zips, 'zip code', 'zip codes')] : []),
  ]
  return places.length > 0 ? `in ${places.join(', and in ')}` : 'nowhere yet'
}

function whoOf(values: Values, line: ProductLine): string {
  if (line === 'local') {
    const until = values.thankYouUrl ? ', but not those who reach the thank-you page' : ''
    return `Finds people who visit ${values.siteUrl || 'a page that is not named yet'}${until}.`
  }
  const read = values.contextualKeywords.length > 0 ? `, or read about ${namesOf(values.contextualKeywords)}` : ''
  const words = values.keywords.length > 0 ? namesOf(values.keywords) : 'nothing yet'
  return `Finds ${line === 'b2b' ? 'people in companies' : 'people'} who search for ${words}${read}, ${areaOf(values)}.`
}

function daysOf({ startOn, endOn, timeZone }: Values): string {
  const from = startOn ? `from ${showDay(startOn)}` : 'as soon as it is started'
  const to = endOn ? `until the end of ${showDay(endOn)}` : 'until somebody stops it'
  return `Runs ${from}, ${to}, by the time of ${timeZone.replaceAll('_', ' ')}.`
}

function againOf({ reidentification, reidentifiesAcross }: Values): string {
  const where = reidentifiesAcross ? 'in any campaign of this client' : 'in this campaign'
  return reidentification === 'never'
    ? `The same person is a lead once ${where}.`
    : `The same person is a lead again after ${reidentification} ${where}.`
}

function carriesOf(values: Values): string {
  const { hasPhone, hasHomeAddress, hidesPhone } = values
  const parts = ['name', 'e-mail', ...(hasPhone ? ['phone'] : []), ...(hasHomeAddress ? ['home address'] : [])]
  const last = parts.pop()
  return `Leads carry ${parts.join(', ')} and ${last}${hidesPhone ? '; the client sees no phone numbers' : ''}.`
}

const required = {
  FirstName: 'a first name',
  LastName: 'a last name',
  Email: 'an e-mail address',
  Phone: 'a phone number',
  Address: 'an address',
} as const

function needsOf({ requiredFields, requiresEmail }: Values): string[] {
  const needed = [...new Set([...requiredFields, ...(requiresEmail ? (['Email'] as const) : [])])]
  return needed.length > 0 ? [`Nobody is a lead without ${needed.map((field) => required[field]).join(', ')}.`] : []
}

function reportOf({ reportType, reportTo }: Values): string {
  const how = reportType === 'CSV' ? 'Leads of a day are mailed as a file' : 'Leads are put into a Google sheet'
  return `${how}${reportTo.length > 0 ? `, for ${namesOf(reportTo)}` : ', for nobody yet'}.`
}

function noticesOf({ noticeTo, noticeEvery, hasMinimumLeads, minimumLeads }: Values): string[] {
  const to = noticeTo.length > 0 ? ` to ${namesOf(noticeTo)}` : ''
  return [
    ...(noticeEvery > 0 ? [`A notice goes out${to} every ${some(noticeEvery, 'lead', 'leads')}.`] : []),
    ...(hasMinimumLeads ? [`Fewer than ${some(minimumLeads, 'lead', 'leads')} a week are told of${to}.`] : []),
  ]
}

/** Everything that matters of it, and at which step it can be changed. */
export function sentencesOf(values: Values, line: ProductLine): Sentence[] {
  const at = (step: StepKey) => (text: string) => ({ step, text })
  return [
    at('who')(whoOf(values, line)),
    at('when')(daysOf(values)),
    at('when')(againOf(values)),
    ...(values.monthlyCapCents > 0
      ? [at('when')(`Its leads cost at most ${priceCurrency(fromCents(values.monthlyCapCents))} in a month.`)]
      : []),
    ...[carriesOf(values), ...needsOf(values), reportOf(values), ...noticesOf(values)].map(at('delivery')),
  ]
}

const paidWords: Record<PaymentTerm, string> = {
  Weekly: 'paid every week',
  Monthly: 'paid every month',
  'One Time': 'paid once, before the start',
  Prepaid: 'paid ahead',
}
const limitWords: Record<LimitPeriod, string> = { day: 'a day', month: 'a month', max: 'in all' }

/** The price of one lead of the kind that the campaign asks for. */
export const leadPriceOf = (price: RetailPrice, kind: Values['informationType']): string =>
  priceCurrency(
    {
      basic: price.perLeadCentiCents,
      advanced: price.perLeadAdvancedCentiCents,
      b2b: price.perLeadB2bCentiCents,
    }[kind],
  )

/** How many leads there may be on that day and around it. */
export function limitText(price: RetailPrice, today: string): string {
  const limit = limitOn(price, today)
  return limit ? `${toCount(limit.count)} ${limitWords[limit.every]}` : 'None'
}

/** What the client pays for it. */
export function priceSentencesOf(price: RetailPrice, kind: Values['informationType'], today: string): string[] {
  const { term, periodFeeCents, platformFeeCents, aboveLimitCentiCents, topUp } = price
  const limit = limitOn(price, today)
  return [
    `A lead costs ${leadPriceOf(price, kind)}, ${paidWords[term]}.`,
    ...(periodFeeCents > 0 && periodWords[term] !== ''
      ? [`The campaign fee is ${toCurrency(periodFeeCents)} ${periodWords[term]}.`]
      : []),
    ...(platformFeeCents > 0 ? [`The platform fee is ${toCurrency(platformFeeCents)}, once.`] : []),
    ...(term === 'Prepaid' && topUp.leads > 0
      ? [
          `A top-up buys ${some(topUp.leads, 'lead', 'leads')}${topUp.mode === 'continual' ? ', and the next one follows by itself' : ''}.`,
        ]
      : []),
    ...(limit && limit.every !== 'max' && aboveLimitCentiCents > 0
      ? [`Leads beyond the limit cost ${priceCurrency(aboveLimitCentiCents)} each.`]
      : []),
  ]
}
