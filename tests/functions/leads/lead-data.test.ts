// The provider's real door against its double: the two speak one protocol, or this file says so.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixedSecret } from '#functions/gateways/kept-secret.ts'
import { type LeadData, openLeadData } from '#functions/gateways/lead-data.ts'
import { type LeadDataDouble, personOf, startLeadData } from '#infra/local/doubles/lead-data.ts'
import { Person } from '#shared/model/lead.ts'

let provider: LeadDataDouble
let door: LeadData
const visitor = (visitorId: string) => ({
  visitorId,
  ip: '203.0.113.9',
  userAgent: 'Mozilla/5.0',
  pageUrl: 'https://shop.example/',
})

/** The person behind a visitor, in our own terms. */
function named(visitorId: string): Person {
  const { id: personId, state: stateCode, ...rest } = personOf(visitorId)
  return Person.parse({ personId, stateCode, ...rest })
}

beforeAll(async () => {
  provider = await startLeadData({ key: 'the-key' })
  door = openLeadData({ url: provider.url, keys: fixedSecret({ leadDataKey: 'the-key' }), timeoutMs: 200 })
})
afterAll(() => provider.stop())

describe('lead data', () => {
  it('answers the same person for the same visitor, and another for another', async () => {
    const [first, again, other] = await Promise.all(
      ['visitor-1', 'visitor-1', 'visitor-2'].map((id) => door.resolve(visitor(id))),
    )
    const { id, state, ...known } = personOf('visitor-1')
    expect(first).toMatchObject({ ...known, personId: id, stateCode: state, otherEmails: [], street: '', business: {} })
    expect(again).toEqual(first)
    expect(other?.email).not.toBe(first?.email)
    expect(first?.email).toMatch(/^[a-z.0-9]+@example\.com$/)
  })

  it('answers who it was told, and nobody', async () => {
    provider.know('visitor-3', { id: 'p3', email: ' Nora@Example.com ' })
    provider.know('visitor-4', null)
    expect(await door.resolve(visitor('visitor-3'))).toMatchObject({
      personId: 'p3',
      email: 'nora@example.com',
      firstName: '',
      phone: '',
    })
    expect(await door.resolve(visitor('visitor-4'))).toBeUndefined()
    expect(await door.resolve(visitor('unknown-5'))).toBeUndefined()
  })

  it('reads all that is told of a person, and loses nobody because a part is missing, too long or strange', async () => {
    provider.know('visitor-9', {
      id: 'p9',
      email: 'No address',
      emails: ['ONE@example.com', 'one@example.com', 'two@example.com'],
      firstName: 'x'.repeat(300),
      phone: ' ',
      phones: ['+13125550101', '+13125550102'],
      street: '1 Oak St',
      city: 'Austin',
      state: 'TX',
      zip: '73301',
      advanced: { gender: 'F', interests: '' },
      company: { 'job-title': 'Owner' },
    })
    expect(await door.resolve(visitor('visitor-9'))).toEqual({
      personId: 'p9',
      email: 'one@example.com',
      otherEmails: ['two@example.com'],
      firstName: 'x'.repeat(100),
      lastName: '',
      phone: '+13125550101',
      otherPhones: ['+13125550102'],
      street: '1 Oak St',
      city: 'Austin',
      stateCode: 'TX',
      zipCode: '73301',
      advanced: { gender: 'F' },
      business: { 'job-title': 'Owner' },
    })
  })

  it('keeps what it was asked', async () => {
    await door.resolve(visitor('visitor-6'))
    expect(provider.requests().at(-1)).toEqual(visitor('visitor-6'))
  })

  it.each([429, 500, 'timeout', 'garbage', 'other shape'] as const)(
    'is unavailable on %s, and answers again afterwards',
    async (failure) => {
      provider.fail(failure)
      await expect(door.resolve(visitor('visitor-7'))).rejects.toMatchObject({ code: 'unavailable' })
      expect(await door.resolve(visitor('visitor-7'))).toEqual(named('visitor-7'))
    },
  )

  const question = { line: 'b2b', keywords: ['payroll software'], area: 'national' } as const

  it('suggests keywords and counts people, the same for the same question', async () => {
    expect(await door.suggest('payroll')).toContain('payroll software')
    const people = await door.estimate(question)
    expect(people).toBeGreaterThan(0)
    expect(await door.estimate(question)).toBe(people)
    expect(await door.estimate({ ...question, keywords: ['zero interest'] })).toBe(0)
    expect(provider.counted()).toContainEqual({ ...question, days: 7 })
    const nobody = openLeadData({ keys: fixedSecret({ leadDataKey: '' }) })
    expect([await nobody.suggest('payroll'), await nobody.estimate(question)]).toEqual([[], undefined])
  })

  it.each([429, 500, 'timeout', 'garbage', 'other shape'] as const)(
    'neither suggests nor counts on %s',
    async (failure) => {
      provider.fail(failure, 2)
      await expect(door.suggest('payroll')).rejects.toMatchObject({ code: 'unavailable' })
      await expect(door.estimate(question)).rejects.toMatchObject({ code: 'unavailable' })
    },
  )

  it('is unavailable with a wrong key, and when nobody is there', async () => {
    await expect(
      openLeadData({ url: provider.url, keys: fixedSecret({ leadDataKey: 'other' }) }).resolve(visitor('visitor-8')),
    ).rejects.toMatchObject({ code: 'unavailable' })
    await expect(
      openLeadData({ url: 'http://127.0.0.1:9', keys: fixedSecret({ leadDataKey: '' }) }).resolve(visitor('visitor-8')),
    ).rejects.toMatchObject({ code: 'unavailable' })
  })
})
