// How an agency stands with the developer API, as one colour and one sentence for each.

export type ApiState = 'incomplete' | 'active' | 'waiting' | 'inactive'

export const apiIndicators: Record<ApiState, { colour: 'orange' | 'green' | 'blue' | 'gray'; label: string }> = {
  incomplete: { colour: 'orange', label: 'Developer API: agreement, payment or mode is missing' },
  active: { colour: 'green', label: 'Developer API: active' },
  waiting: { colour: 'blue', label: 'Developer API: on, no key yet' },
  inactive: { colour: 'gray', label: 'Developer API: off' },
}

/** What is incomplete comes first: a key without the mode, or a mode that is not agreed to or not paid for. */
export function apiStateOf(facts: {
  isOn: boolean
  hasKey: boolean
  hasAgreement: boolean
  isPaid: boolean
}): ApiState {
  if (facts.isOn ? !facts.hasAgreement || !facts.isPaid : facts.hasKey) return 'incomplete'
  if (!facts.isOn) return 'inactive'
  return facts.hasKey ? 'active' : 'waiting'
}
