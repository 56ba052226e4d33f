import { expect, it } from 'vitest'
import { termLock } from '#shared/campaigns/term-lock.ts'

const facts = { campaign: { status: 'paused', term: 'Prepaid' }, leadsLeft: 0, hasPurchase: false } as const

it('a payment term stays while the campaign runs, pays or has paid leads left, and says how to go on', () => {
  expect(termLock(facts)).toBeUndefined()
  expect(termLock({ ...facts, campaign: { status: 'active', term: 'Weekly' } })).toContain('Pause the campaign')
  expect(termLock({ ...facts, leadsLeft: 5, hasPurchase: true })).toContain('under way')
  expect(termLock({ ...facts, leadsLeft: 1 })).toBe(
    '1 paid lead is left. Give it back first, then change the payment term.',
  )
  expect(termLock({ ...facts, leadsLeft: 1_200, campaign: { status: 'paused', term: 'One Time' } })).toBe(
    '1,200 paid leads are left. Let them come first, then change the payment term.',
  )
})
