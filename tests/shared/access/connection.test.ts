import { describe, expect, it } from 'vitest'
import { type ConnectionFacts, isConnected } from '#shared/access/connection.ts'
import { sidebar } from '#shared/access/menu.ts'
import { actionRequired, noticeFor } from '#shared/access/notices.ts'
import { administrator, agency, client, root, sales, staff, without } from './cast.ts'

type Facts = Omit<ConnectionFacts, 'userType'>
const facts = (
  connectionState: Facts['connectionState'],
  gateway: Facts['gateway'],
  packageId: string,
  manualBill: boolean,
): Facts => ({
  connectionState,
  gateway,
  packageId,
  manualBill,
})

describe('isConnected', () => {
  it.each([
    { name: 'PAY-004 completed with a package', of: facts('completed', 'stripe', 'p', false), is: true },
    { name: 'PAY-005 empty, another gateway, with a package', of: facts('', 'other', 'p', false), is: true },
    { name: 'PAY-006 empty, Stripe, billed by hand', of: facts('', 'stripe', '', true), is: true },
    { name: 'PAY-006 empty, no gateway, billed by hand', of: facts('', '', '', true), is: true },
    { name: 'PAY-007 failed, Stripe, billed by hand', of: facts('failed', 'stripe', '', true), is: true },
    { name: 'PAY-008 completed without a package', of: facts('completed', 'stripe', '', false), is: false },
    { name: 'PAY-008 the same, billed by hand', of: facts('completed', 'stripe', '', true), is: false },
    { name: 'PAY-009 empty, Stripe, not billed by hand', of: facts('', 'stripe', 'p', false), is: false },
    { name: 'PAY-009 empty, no gateway, not billed by hand', of: facts('', '', 'p', false), is: false },
    { name: 'PAY-010 pending', of: facts('pending', 'stripe', 'p', false), is: false },
    { name: 'PAY-010 pending, billed by hand', of: facts('pending', 'stripe', 'p', true), is: false },
    { name: 'PAY-011 in verification', of: facts('inverification', 'stripe', 'p', false), is: false },
    { name: 'PAY-011 in verification, billed by hand', of: facts('inverification', 'stripe', 'p', true), is: false },
    { name: 'PAY-012 failed, not billed by hand', of: facts('failed', 'stripe', 'p', false), is: false },
    { name: 'failed on another gateway', of: facts('failed', 'other', 'p', true), is: false },
    { name: 'PAY-025 empty, another gateway, without its package', of: facts('', 'other', '', false), is: false },
    { name: 'PAY-025 empty, another gateway, billed by hand', of: facts('', 'other', '', true), is: false },
  ])('$name: $is', ({ of, is }) => {
    expect(isConnected({ userType: 'agency', ...of })).toBe(is)
    expect(isConnected({ userType: 'user', ...of })).toBe(is)
    expect(isConnected({ userType: 'client', ...of })).toBe(is)
  })

  it('PAY-013 PAY-004 decides about lead items of clients and agencies alike', () => {
    for (const person of [client, agency]) {
      expect(sidebar(person()).map(({ id }) => id)).toContain('local')
      expect(sidebar(person({ packageId: '' })).map(({ id }) => id)).not.toContain('local')
    }
  })

  it('asks of sales people a completed account and nothing else', () => {
    const own = facts('completed', '', '', false)
    expect(isConnected({ userType: 'sales', ...own })).toBe(true)
    expect(isConnected({ userType: 'sales', ...own, connectionState: '', manualBill: true })).toBe(false)
  })
})

const begins = {
  connect: 'You need to connect your Stripe account prior to adding any clients',
  pending: 'Please continue complete the form to connect your account with Stripe',
  verifying: 'Your account is still being verified by Stripe',
  agency: 'The agency account is not fully set up',
  sales: 'You need to connect your Stripe account to activated your Sales Account',
  card: 'Complete your payment setup first to fully use the system. (Go to Profile -> Payment Setup)',
  profile: 'Please complete your profile to fully use the system. (Go to Profile)',
}

describe('noticeFor', () => {
  it.each([
    {
      name: 'PAY-014 PAY-029 an agency without account',
      viewer: agency({ connectionState: '' }),
      text: begins.connect,
    },
    { name: 'PAY-014 its staff', viewer: staff({ connectionState: '' }), text: begins.connect },
    {
      name: 'PAY-015 PAY-029 an agency with a pending account',
      viewer: agency({ connectionState: 'pending' }),
      text: begins.pending,
    },
    {
      name: 'PAY-016 PAY-029 an agency in verification',
      viewer: agency({ connectionState: 'inverification' }),
      text: begins.verifying,
    },
    {
      name: 'PAY-026 an agency whose account failed',
      viewer: agency({ connectionState: 'failed' }),
      text: begins.connect,
    },
    { name: 'an agency without package', viewer: agency({ packageId: '' }), text: begins.pending },
    {
      name: 'PAY-017 a client of an unconnected agency',
      viewer: client({ connectionState: 'pending' }),
      text: begins.agency,
    },
    {
      name: 'the profile before the card',
      viewer: client({ profileSetupCompleted: false, hasCard: false }),
      text: begins.profile,
    },
    { name: 'the card before the account', viewer: agency({ hasCard: false, connectionState: '' }), text: begins.card },
    { name: 'an unfinished set-up', viewer: agency({ setupComplete: false }), text: begins.profile },
  ])('$name', ({ viewer, text }) => {
    const shown = noticeFor(viewer)?.text ?? ''
    expect(shown.startsWith(text)).toBe(true)
    // Whole sentences: the quoted dots stand for text, never for themselves.
    expect(shown).not.toMatch(/\.\.|…/)
    expect(shown).toMatch(/[.)]$/)
  })

  it.each([
    { name: 'PAY-018 an unconnected sales person', viewer: sales({ connectionState: '' }), text: begins.sales },
    { name: 'PAY-019 an agency without a card', viewer: agency({ hasCard: false }), text: begins.card },
    { name: 'PAY-019 a client without a card', viewer: client({ hasCard: false }), text: begins.card },
    { name: 'PAY-020 an incomplete profile', viewer: agency({ profileSetupCompleted: false }), text: begins.profile },
  ])('$name, word for word', ({ viewer, text }) => {
    expect(noticeFor(viewer)?.text).toBe(text)
  })

  it.each([
    { name: 'a complete agency', viewer: agency() },
    { name: 'a complete client', viewer: client() },
    {
      name: 'PAY-028 a client without a card whose agency is billed by hand',
      viewer: client({ hasCard: false, manualBill: true }),
    },
    { name: 'a connected sales person', viewer: sales() },
    { name: 'a system user', viewer: root({ profileSetupCompleted: false }) },
    { name: 'an administrator of an unconnected agency', viewer: administrator({ connectionState: '' }) },
    { name: 'a failed payment', viewer: client({ setupComplete: false, accessModule: 'paymentfailed' }) },
    {
      name: 'an agency that failed to pay',
      viewer: agency({ accessModuleAgency: 'paymentfailed', connectionState: '' }),
    },
    { name: 'a set-up check that cannot be loaded', viewer: agency({ setupChecked: false, hasCard: false }) },
  ])('$name gets none', ({ viewer }) => {
    expect(noticeFor(viewer)).toBeNull()
  })
})

describe('actionRequired', () => {
  const asked = { accountRequirements: ['external_account'] }

  it('SHL-024 tells an agency whose charges or payouts are disabled while something is asked of its account', () => {
    const text = 'Action Required: Update your Stripe connected account'
    const to = '/configuration/general-setting?tab=payment'
    expect(actionRequired(agency({ ...asked, chargesEnabled: false }))).toEqual({ text, to })
    expect(actionRequired(staff({ ...asked, payoutsEnabled: false }))).toEqual({ text, to })
    const powerless = agency({ ...asked, chargesEnabled: false, permissions: without('settings') })
    expect(actionRequired(powerless)).toEqual({ text, to: null })
  })

  it.each([
    { name: 'SHL-025 nothing is asked', viewer: agency({ chargesEnabled: false }) },
    { name: 'SHL-025 charges and payouts work', viewer: agency(asked) },
    { name: 'SHL-025 a client', viewer: client({ ...asked, chargesEnabled: false }) },
    { name: 'SHL-025 a system user', viewer: root({ ...asked, chargesEnabled: false }) },
    { name: 'SHL-025 a sales person', viewer: sales({ ...asked, payoutsEnabled: false }) },
  ])('$name: no banner', ({ viewer }) => {
    expect(actionRequired(viewer)).toBeNull()
  })
})
