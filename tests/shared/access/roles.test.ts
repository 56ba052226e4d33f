// The table of permissions once more, by kind of person instead of by right. The generated suites ask the table itself what is to be
// expected, so they miss a right that is given to one kind too many.
import { describe, expect, it } from 'vitest'
import { can } from '#shared/access/can.ts'
import { type Permission, permissions, type Role, roles } from '#shared/access/roles.ts'

/** What a person could only do as a program. */
const isForKeys = (permission: Permission) => permission.startsWith('program:')
const ofPeople = permissions.filter((permission) => !isForKeys(permission))
const mayDo = (role: Role) => ofPeople.filter((permission) => can({ role }, permission)).sort()
const but = (...left: Permission[]) => ofPeople.filter((permission) => !left.includes(permission)).sort()

/** Work on campaigns, and on the leads that they bring. */
const campaigns: Permission[] = [
  ...(['campaign:read', 'campaign:create', 'campaign:update', 'campaign:delete', 'lead:read'] as const),
  ...(['exclusion:read', 'exclusion:update', 'exclusion:delete', 'integration:read', 'integration:update'] as const),
  ...([
    'audience:read',
    'audience:update',
    'targeting:read',
    'banner:read',
    'banner:update',
    'analytics:read',
  ] as const),
]
/** Clients, and how an agency is set up. */
const office: Permission[] = [
  ...(['client:read', 'client:create', 'client:update', 'client:delete', 'client:import', 'client:export'] as const),
  ...(['group:read', 'group:update', 'setting:read', 'setting:update', 'domain:read', 'domain:update'] as const),
  ...(['privacy:read', 'privacy:update', 'log:read', 'role:read', 'user:unlock', 'organization:read'] as const),
  ...(['agreement-file:read', 'document:open', 'price:read', 'price:update'] as const),
]

describe('the table of permissions', () => {
  it('gives clients their campaigns, their company and its card', () => {
    expect(mayDo('client')).toEqual([...campaigns, 'company:update', 'card:read', 'card:update'].sort())
  })

  it('gives administrators campaigns and office, and nothing of money but prices', () => {
    expect(mayDo('administrator')).toEqual([...campaigns, ...office].sort())
  })

  it('gives sales people the agencies and clients that are theirs, and their own account', () => {
    expect(mayDo('sales')).toEqual([
      'agency:read',
      'client:create',
      'client:read',
      'client:update',
      'referral:create',
      'sales-connection:read',
      'sales-connection:update',
      'setting:read',
    ])
  })

  it('keeps from agencies what operators decide, and what is of sales people', () => {
    expect(mayDo('agency')).toEqual(
      but(
        ...(['agency:read', 'agency:report', 'user:view-as', 'sales:read', 'sales:update', 'revenue:read'] as const),
        ...(['cost:update', 'minimum-spend:update', 'onboarding:update', 'manual-bill:update'] as const),
        ...(['wallet:enable', 'settlement:update', 'document:update', 'information-type:update'] as const),
        ...(['referral:create', 'sales-connection:read', 'sales-connection:update'] as const),
      ),
    )
  })

  it('keeps from operators what companies agree to, pay with and hand leads to', () => {
    expect(mayDo('root')).toEqual(
      but(
        ...(['integration:update', 'agreement:update', 'wallet:read', 'wallet:update'] as const),
        ...(['enrichment:update', 'sales-connection:update'] as const),
      ),
    )
  })

  it('gives nobody what is for keys alone', () => {
    for (const permission of permissions.filter(isForKeys))
      expect([permission, roles.filter((role) => can({ role }, permission))]).toEqual([permission, []])
  })
})
