import { describe, expect, it } from 'vitest'
import { allCalls } from '#shared/contracts/index.ts'
import { countRequests } from '../../support/counting.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()
const { northlight, copper, brightSmiles, peakFitness, users } = h.cast
for (const who of ['sam', 'ellen', 'rita'] as const)
  await h.db.user.update(h.cast.users[who].id, { connection: 'completed' })
const list = (companyId: string) =>
  h.call('sam', 'companies.list', {
    companyId,
    group: 'none',
    idsys: 'none',
    type: 'none',
    module: 'none',
    sort: 'none',
    order: 'none',
    search: 'none',
  })

describe('the reach of sales people', () => {
  it('is refused by the door itself, before any handler: companies and people of agencies that are not theirs', async () => {
    const outside = { people: [users.abe, users.carl, users.olive, users.ellen], companies: [copper, peakFitness] }
    for (const { id } of outside.people) expect((await h.call('sam', 'account.me', { id })).status).toBe(403)
    for (const { id } of outside.companies) {
      const { status, body } = await h.call('sam', 'companies.showUser', { companyID: id })
      expect([status, body.message]).toEqual([403, 'You may not reach this account.'])
    }
    for (const { id } of [users.sam, users.ada, users.cleo])
      expect((await h.call('sam', 'account.me', { id })).status).toBe(200)
    expect((await list(northlight.id)).status).toBe(200)
    expect((await h.call('sam', 'companies.showCampaigns', { companyID: brightSmiles.id })).status).toBe(200)
  })

  it('is not the root as a whole, though it is their own company', async () => {
    const { id } = h.cast.root
    const all = await Promise.all([
      h.call('sam', 'companies.showUser', { companyID: id }),
      h.call('sam', 'companies.showCampaigns', { companyID: id }),
      h.call('sam', 'companies.checkCampaignActive', { company_id: id, leadspeek_type: 'local' }),
    ])
    expect(all.map(({ status }) => status)).toEqual([403, 403, 403])
  })

  it('follows the assignment at once', async () => {
    await h.db.company.update(copper.id, { referralUserId: users.sam.id })
    expect((await h.call('sam', 'account.me', { id: users.carl.id })).status).toBe(200)
    await h.db.company.update(copper.id, { referralUserId: null })
    expect((await h.call('sam', 'account.me', { id: users.carl.id })).status).toBe(403)
  })

  it('costs others nothing, and sales people one read for a client', async () => {
    const requestsOf = async (who: 'sam' | 'olive', companyID: string) => {
      await h.tokenOf(who)
      await h.call(who, 'companies.checkCampaignActive', { company_id: companyID, leadspeek_type: 'local' })
      const counted = countRequests(h.services.table)
      await h.call(who, 'companies.checkCampaignActive', { company_id: companyID, leadspeek_type: 'local' })
      counted.stop()
      return counted.requests.length
    }
    const [mine, theirs] = [await requestsOf('sam', brightSmiles.id), await requestsOf('olive', brightSmiles.id)]
    expect(mine - theirs).toBe(1)
    expect((await requestsOf('sam', northlight.id)) - (await requestsOf('olive', northlight.id))).toBe(0)
  })

  it('has no call that names a company or person without the door knowing', () => {
    const unknown = allCalls.filter(({ call }) => {
      const named = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
      const ids = named.filter((name) => /^(company|user|usr|client)_?id$/i.test(name))
      return call.can !== 'anyone' && ids.some((name) => ![call.company, call.allOf, call.user].includes(name))
    })
    // A list of campaigns is narrowed to a client of the agency that it names.
    expect(unknown.map(({ id }) => id)).toEqual(['campaigns.list'])
  })
})
