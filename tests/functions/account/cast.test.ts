import { describe, expect, it } from 'vitest'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()

describe('the demonstration people', () => {
  it('ENT-040 hold one of every kind, each of whom can sign in, and a second tenant', async () => {
    const seen = async (who: Member) => {
      const { status, body } = await h.call(who, 'account.me', { id: h.cast.users[who].id })
      expect([who, status]).toEqual([who, 200])
      const { user_type, systemuser, rootcomp, isAccExecutive, leadspeek_type, user_permissions } = body
      return [user_type, systemuser, rootcomp, isAccExecutive, leadspeek_type, user_permissions.report_analytics]
    }
    expect(await seen('olive')).toEqual(['user', true, 'T', false, '', 'T'])
    expect(await seen('otto')).toEqual(['user', true, 'T', false, '', 'F'])
    expect((await seen('ada'))[0]).toBe('userdownline')
    expect((await seen('amos'))[0]).toBe('user')
    expect((await seen('cleo')).slice(0, 5)).toEqual(['client', false, 'F', false, 'local'])
    expect((await seen('lola'))[4]).toBe('locator')
    expect((await seen('sam')).slice(0, 4)).toEqual(['sales', false, 'T', false])
    expect((await seen('ellen')).slice(0, 4)).toEqual(['sales', false, 'T', true])
    expect((await seen('rita'))[0]).toBe('sales')
    expect((await seen('admin'))[0]).toBe('administrator')
    const kinds = (['sam', 'ellen', 'rita'] as const).map((who) => h.cast.users[who].salesKind)
    expect(kinds).toEqual(['representative', 'accountExecutive', 'referrer'])

    // A second tenant with people of its own, at an address of its own.
    expect((await seen('abe'))[0]).toBe('userdownline')
    expect((await seen('carl'))[0]).toBe('client')
    const at = async (host: string) => (await h.call(null, 'public.domainInfo', {}, { host })).body.data.company_name
    const { root, northlight, copper } = h.cast.hosts
    expect(await Promise.all([root, northlight, copper].map(at))).toEqual(['Leadloom', 'Northlight', 'Copper & Co'])
  })
})
