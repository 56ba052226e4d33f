// What the payment provider says of a connected account, as the one state that guards and screens ask for.
import type { ConnectionState } from '../model/company.ts'

export type AccountFacts = {
  isSubmitted: boolean
  chargesEnabled: boolean
  payoutsEnabled: boolean
  disabledReason: string
  /** Accounts of sales people only receive: they never take cards. */
  takesCards: boolean
}

/** `pending`: its owner has something to tell. `inverification`: told, and the provider has not said yes to everything. */
export function connectionStateOf(facts: AccountFacts | undefined): ConnectionState {
  if (!facts) return ''
  const { isSubmitted, chargesEnabled, payoutsEnabled, disabledReason, takesCards } = facts
  if (disabledReason.startsWith('rejected.')) return 'failed'
  if (!isSubmitted) return 'pending'
  return payoutsEnabled && (chargesEnabled || !takesCards) ? 'completed' : 'inverification'
}

const parts: Record<string, string> = {
  external_account: 'A bank account for payouts',
  tos_acceptance: "Your agreement to the provider's terms",
  business_type: 'The kind of your business',
  business_profile: 'Details of your business',
  'business_profile.url': 'The website of your business',
  'business_profile.mcc': 'The industry of your business',
  'business_profile.product_description': 'What your business sells',
  company: 'Details of your company',
  'company.tax_id': "Your company's tax number",
  'company.verification': 'A document about your company',
  individual: 'Your personal details',
  'individual.id_number': 'Your identity number',
  'individual.ssn_last_4': 'The last four digits of your social security number',
  'individual.verification': 'A photo of your identity document',
  representative: 'Personal details of the person who represents the business',
  person: 'Personal details of the person who owns or leads the business',
  owners: 'Personal details of the owners',
  directors: 'Personal details of the directors',
  executives: 'Personal details of the executives',
}

/**
 * A field name of the provider in words; fields of the same kind become one.
 * @example requirementText('individual.verification.document') // 'A photo of your identity document'
 */
export function requirementText(field: string): string {
  const path = field.replace(/^person_\w+/, 'person').split('.')
  for (let length = path.length; length > 0; length--) {
    const text = parts[path.slice(0, length).join('.')]
    if (text) return text
  }
  return field.replace(/[._]/g, ' ')
}

/** What is still asked for, each kind once, what is overdue first. */
export function requirementTexts(fields: { pastDue: readonly string[]; currentlyDue: readonly string[] }): string[] {
  return [...new Set([...fields.pastDue, ...fields.currentlyDue].map(requirementText))]
}
