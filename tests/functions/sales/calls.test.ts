// What sales people may do beyond themselves, call by call: a new one is a decision, not an oversight.
import { describe, expect, it } from 'vitest'
import { allowed, type Permission } from '#shared/access/roles.ts'
import { allCalls, type CallName } from '#shared/contracts/index.ts'
import { harness } from '../../support/harness.ts'
import { samples } from '../../support/samples.ts'

const h = await harness()
for (const who of ['sam', 'ellen', 'rita'] as const)
  await h.db.user.update(h.cast.users[who].id, { connection: 'completed' })

const theirs: Partial<Record<CallName, string>> = {
  'companies.salesDownline': 'their own agencies',
  'companies.list': 'the clients of those',
  'companies.get': 'one of those by itself',
  'companies.find': 'names for the palette, of those alone',
  'companies.showUser': 'names for pickers',
  'companies.showCampaigns': 'names for pickers',
  'companies.checkCampaignActive': 'whether an agency still has running campaigns',
  'companies.create': 'clients of their agencies, by invitation',
  'companies.update': 'names, phones and switches of their agencies and clients',
  'companies.resendInvitation': 'invitations to those',
  'settings.get': 'what their agencies pay, and no other setting',
  'sales.referralLink': 'their own link',
  'payments.checkSalesConnectedAccount': 'their own account for commissions',
  'payments.createSalesConnectedAccount': 'their own account for commissions',
}

describe('sales people', () => {
  it('are let into these calls and no others', () => {
    const open = allCalls.filter(
      ({ call }) =>
        call.can !== 'anyone' &&
        call.can !== 'signed-in' &&
        (allowed[call.can as Permission] as readonly string[]).includes('sales'),
    )
    expect(open.map(({ id }) => id).sort()).toEqual(Object.keys(theirs).sort())
  })

  it('choose no password of anybody they add: knowing it is being them', async () => {
    const sample = samples['companies.create'](h.cast, 'sam')
    const chosen = await h.call('sam', 'companies.create', { ...sample, ClientPass: 'known to sam 99' } as never)
    expect([chosen.status, Object.keys(chosen.body.fields ?? {})]).toEqual([422, ['ClientPass']])
    expect((await h.call('sam', 'companies.create', sample as never)).status).toBe(200)
  })

  it('move no agency to another address, where its people would have to sign in', async () => {
    const { northlight, users } = h.cast
    const form = { ClientID: users.ada.id, ClientFullName: users.ada.name, ClientEmail: users.ada.email }
    const input = { ...form, ClientCompanyName: northlight.name, ClientPhone: '(312) 555-0123' }
    const moved = await h.call('sam', 'companies.update', { ...input, DownlineSubDomain: 'sams-own' } as never)
    expect(moved.status).toBe(403)
    expect((await h.db.company.get(northlight.id)).subdomain).toBe(northlight.subdomain)
    const same = await h.call('sam', 'companies.update', { ...input, DownlineSubDomain: northlight.subdomain } as never)
    expect(same.status).toBe(200)
    // Another one, or none, by either name of the field.
    for (const domain of [
      { DownlineDomain: 'leads.sams-own.example' },
      { DownlineDomain: '' },
      { ClientDomain: 'leads.sams-own.example' },
      { ClientDomain: '' },
    ]) {
      const { status, body } = await h.call('sam', 'companies.update', { ...input, ...domain } as never)
      expect([domain, status, body.message]).toEqual([domain, 403, 'Only operators change this.'])
    }
    expect(await h.db.customDomain.list(northlight.id)).toEqual([])
  })
})
