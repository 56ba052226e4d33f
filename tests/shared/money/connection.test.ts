import { describe, expect, it } from 'vitest'
import { DAY } from '#shared/dates.ts'
import { connectionStateOf, requirementText, requirementTexts } from '#shared/money/connection.ts'
import { nextTryAt } from '#shared/money/retries.ts'

const facts = (more = {}) => ({
  isSubmitted: true,
  chargesEnabled: true,
  payoutsEnabled: true,
  disabledReason: '',
  takesCards: true,
  ...more,
})

describe('the state of a connected account', () => {
  it.each([
    { name: 'none', of: undefined, is: '' },
    { name: 'a form that was not sent', of: facts({ isSubmitted: false, chargesEnabled: false }), is: 'pending' },
    { name: 'sent, nothing on yet', of: facts({ chargesEnabled: false, payoutsEnabled: false }), is: 'inverification' },
    { name: 'sent, payouts held back', of: facts({ payoutsEnabled: false }), is: 'inverification' },
    { name: 'both on', of: facts(), is: 'completed' },
    { name: 'a receiver, payouts on', of: facts({ chargesEnabled: false, takesCards: false }), is: 'completed' },
    { name: 'refused for fraud', of: facts({ disabledReason: 'rejected.fraud' }), is: 'failed' },
    {
      name: 'past due',
      of: facts({ payoutsEnabled: false, disabledReason: 'requirements.past_due' }),
      is: 'inverification',
    },
  ])('CRD-20 $name', ({ of, is }) => {
    expect(connectionStateOf(of)).toBe(is)
  })

  it('tells in plain words what is asked for, each kind once, what is overdue first', () => {
    expect(
      requirementTexts({
        pastDue: ['external_account'],
        currentlyDue: [
          'individual.verification.document',
          'individual.verification.additional_document',
          'external_account',
        ],
      }),
    ).toEqual(['A bank account for payouts', 'A photo of your identity document'])
    expect(requirementText('person_1AbC.first_name')).toBe(
      'Personal details of the person who owns or leads the business',
    )
    expect(requirementText('some.new_field')).toBe('some new field')
  })
})

describe('further tries of a declined payment', () => {
  it('are due one, three and five days after the first refusal', () => {
    const due = [0, 1, 2, 3].map((retries) => nextTryAt({ failedAt: 1000, retries }))
    expect(due).toEqual([1000 + DAY, 1000 + 3 * DAY, 1000 + 5 * DAY, null])
  })
})
