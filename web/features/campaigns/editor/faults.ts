// What the editor refuses before it asks: by the rules that the server judges by, one sentence for each field.
import { refusalForPage } from '#shared/campaigns/page-address.ts'
import { campaignFaults, isSearching } from '#shared/campaigns/rules.ts'
import { MOST_RECIPIENTS, NAME_MAX } from '#shared/model/campaign.ts'
import type { ProductLine } from '#shared/model/company.ts'
import { MOST_CITIES, refusalForKeywords } from '#shared/model/targeting.ts'
import { refusalForZips } from '#shared/model/zip-codes.ts'
import { emailFault } from '../../../ui/email-fault.ts'
import { type Faults, payloadOf, type StepKey, stepOfFault, type Values } from './values.ts'

function nameFault(name: string): string | undefined {
  const length = name.trim().length
  if (length === 0) return 'Enter a name.'
  return length > NAME_MAX ? `Use at most ${NAME_MAX} letters.` : undefined
}

export function recipientsFault(emails: readonly string[]): string | undefined {
  const wrong = emails.find((email) => emailFault(email) !== null)
  if (wrong) return `${wrong}: ${emailFault(wrong)}`
  return emails.length > MOST_RECIPIENTS ? `Use at most ${MOST_RECIPIENTS} addresses.` : undefined
}

const only = (faults: Record<string, string | undefined>): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([, sentence]) => sentence !== undefined))

type Context = { line: ProductLine; before: Values | undefined; now: number }

/** Everything that is wrong with what was entered; empty when the server would keep it, as far as can be known here. */
export function faultsOf(values: Values, { line, before, now }: Context): Faults {
  const { zipCodes, ...payload } = payloadOf(values)
  const target = {
    ...payload,
    zipCodes,
  }
  const searching = isSearching(line)
  return {
    ...campaignFaults({ ...payload, line }, target, { before, now }),
    ...only({
      campaignName: nameFault(values.campaignName),
      reportTo: recipientsFault(values.reportTo),
      noticeTo: recipientsFault(values.noticeTo),
      ...(searching && {
        keywords: refusalForKeywords(values.keywords),
        contextualKeywords: refusalForKeywords(values.contextualKeywords),
        zipCodes: refusalForZips(zipCodes),
        cities: values.cities.length > MOST_CITIES ? `Use at most ${MOST_CITIES} cities.` : undefined,
      }),
      ...(!searching && { siteUrl: refusalForPage(values.siteUrl), thankYouUrl: refusalForPage(values.thankYouUrl) }),
    }),
  }
}

export const faultsAt = (faults: Faults, step: StepKey): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([path]) => stepOfFault(path) === step))
