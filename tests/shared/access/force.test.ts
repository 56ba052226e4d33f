import { describe, expect, it } from 'vitest'
import { homepage } from '#shared/access/landing.ts'
import { administrator, agency, client, executive, outcome, root, sales, staff, unconnected } from './cast.ts'

const card = '/user/card-setting'
const setup = '/user/profile-setup'
const connect = '/configuration/sales-connect-account'
const failed = 'paymentfailed'
const failedClient = { setupComplete: false, accessModule: failed } as const
const failedAgency = { accessModuleAgency: failed } as const

describe('forced pages', () => {
  it.each([
    { name: 'RTE-076 a client whose payment failed', viewer: client(failedClient), to: card },
    { name: 'RTE-077 an agency whose payment failed', viewer: agency(failedAgency), to: card },
    { name: 'RTE-077 its staff', viewer: staff(failedAgency), to: card },
    { name: 'PAY-023 an agency whose billing says so', viewer: agency({ paymentStatusFailed: true }), to: card },
    {
      name: 'RTE-094 a failed payment comes before the set-up',
      viewer: agency({ ...failedAgency, setupComplete: false, hasCard: false }),
      to: card,
    },
    { name: 'RTE-079 an agency with an unfinished set-up', viewer: agency({ setupComplete: false }), to: setup },
    { name: 'RTE-079 a client with an unfinished set-up', viewer: client({ setupComplete: false }), to: setup },
    { name: 'RTE-080 an agency without a card', viewer: agency({ hasCard: false }), to: setup },
    { name: 'RTE-080 a client without a card', viewer: client({ hasCard: false }), to: setup },
    { name: 'RTE-081 an unconnected sales person', viewer: sales(unconnected), to: connect },
    { name: 'RTE-081 a pending account executive', viewer: executive({ connectionState: 'pending' }), to: connect },
    { name: 'RTE-081 a sales person of the root', viewer: sales({ ...unconnected, isSystemUser: true }), to: connect },
  ])('$name sees $to first', ({ viewer, to }) => {
    expect(outcome(viewer, '/user/profile')).toBe(to)
    // The forced page itself is exempt: one navigation, no loop.
    expect(outcome(viewer, to)).toBe('shown')
  })

  it.each([
    {
      name: 'RTE-078 an agency with a failed payment in view mode',
      viewer: agency({ ...failedAgency, isViewing: true }),
    },
    {
      name: 'RTE-078 the same when the set-up counts as incomplete for it',
      viewer: agency({ ...failedAgency, setupComplete: false, isViewing: true }),
    },
    {
      name: 'RTE-097 a system user without anything',
      viewer: root({ setupComplete: false, ...failedAgency, paymentStatusFailed: true }),
    },
    { name: 'RTE-098 a connected sales person', viewer: sales({ setupComplete: false }) },
    {
      name: 'PAY-028 a client without a card whose agency is billed by hand',
      viewer: client({ hasCard: false, manualBill: true }),
    },
    { name: 'an administrator whose agency failed to pay', viewer: administrator(failedAgency) },
    { name: 'a client whose failed payment was settled', viewer: client({ accessModule: failed }) },
    {
      name: 'anybody while the set-up check cannot be loaded',
      viewer: agency({ setupChecked: false, setupComplete: false }),
    },
    { name: 'sales while the set-up check cannot be loaded', viewer: sales({ setupChecked: false, ...unconnected }) },
  ])('$name goes where they like', ({ viewer }) => {
    expect(outcome(viewer, '/user/profile')).toBe('shown')
  })

  it('RTE-098 opens the Agency List to connected sales people, and Client Management to account executives', () => {
    expect(outcome(sales(), '/configuration/agency-list')).toBe('shown')
    expect(outcome(executive(), '/configuration/client-management')).toBe('shown')
    expect(outcome(executive(unconnected), '/configuration/client-management')).toBe(connect)
  })

  it('holds a client in view mode too, and an agency whose card is missing', () => {
    expect(outcome(client({ ...failedClient, isViewing: true }), '/user/profile')).toBe(card)
    expect(outcome(agency({ hasCard: false, isViewing: true }), '/user/profile')).toBe(setup)
    expect(outcome(agency({ hasCard: false, manualBill: true }), '/user/profile')).toBe(setup)
  })

  it('leaves Go to Homepage usable', () => {
    expect(homepage(null)).toBe('/login')
    expect(outcome(sales(unconnected), homepage(sales(unconnected)))).toBe(connect)
  })
})
