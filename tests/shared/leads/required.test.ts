// What must be known of a person, or they are no lead.
import { describe, expect, it } from 'vitest'
import { missingFields } from '#shared/leads/required.ts'
import { requiredFields } from '#shared/model/campaign.ts'
import { Person } from '#shared/model/lead.ts'

const known = Person.parse({
  personId: '',
  email: 'ann@example.com',
  firstName: 'Ann',
  lastName: 'Lee',
  phone: '+13125550100',
  street: '1 Main St',
  city: 'Chicago',
  stateCode: 'IL',
  zipCode: '60601',
})
const lacks = (more: Partial<Person>, asking: Partial<Parameters<typeof missingFields>[1]> = {}) =>
  missingFields({ ...known, ...more }, { line: 'locator', requiresEmail: false, requiredFields, ...asking })

describe('CMP-52+ what a lead must have', () => {
  it.each([
    ['nothing is missing', {}, []],
    ['a first name', { firstName: '' }, ['FirstName']],
    ['a last name', { lastName: '' }, ['LastName']],
    ['an e-mail address', { email: '' }, ['Email']],
    ['a number', { phone: '' }, ['Phone']],
    ['a street', { street: '' }, ['Address']],
    ['a city', { city: '' }, ['Address']],
    ['neither state nor zip code', { stateCode: '', zipCode: '' }, ['Address']],
    ['a state, with a zip code', { stateCode: '' }, []],
    ['a zip code, with a state', { zipCode: '' }, []],
  ] as const)('is what its campaign asks for: %s', (_, more, missing) => {
    expect(lacks(more)).toEqual(missing)
    expect(lacks(more, { requiredFields: [] })).toEqual([])
  })

  it('is an e-mail address where it is asked for, and always for Enhance ID and B2B ID', () => {
    const ofLine = (line: 'local' | 'locator' | 'enhance' | 'b2b', requiresEmail = false) =>
      lacks({ email: '' }, { line, requiresEmail, requiredFields: [] })
    expect([ofLine('local'), ofLine('locator'), ofLine('enhance'), ofLine('b2b')]).toEqual([
      [],
      [],
      ['Email'],
      ['Email'],
    ])
    expect([ofLine('local', true), ofLine('locator', true)]).toEqual([['Email'], ['Email']])
  })
})
