import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nodePage } from '#functions/domain/companies/list.ts'
import { campaignStatuses } from '#shared/model/campaign.ts'
import { productLines } from '#shared/model/company.ts'
import { type CompanyListItem, countActive, type NodeTag, nodeOf, searchWords, tagsOf } from '#shared/model/node.ts'
import { harness } from '../../support/harness.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { stageOf } from './stage.ts'

const h = await harness()
const { plant } = stageOf(h)
const { root, northlight } = h.cast

type Owned = { companyId: string; userId: string; agencyId: string }

/** What the entry must say, made anew from what is stored. */
async function truth({ companyId, userId }: Owned): Promise<CompanyListItem | undefined> {
  const blank = nodeOf(await h.db.company.get(companyId), await h.db.user.get(userId))
  const campaigns = await h.db.campaign.list(companyId)
  const active = Object.fromEntries(
    productLines.flatMap((line) => {
      const count = campaigns.filter((each) => each.line === line && each.status === 'active').length
      return count > 0 ? [[line, count]] : []
    }),
  )
  const resting = Object.fromEntries(
    [...Map.groupBy(campaigns, ({ line }) => line)].flatMap(([line, ofLine]) => {
      const states = [...Map.groupBy(ofLine, ({ status }) => status)].filter(([status]) => status !== 'active')
      const counts = Object.fromEntries(states.map(([status, all]) => [status, all.length]))
      return states.length > 0 ? [[line, counts]] : []
    }),
  )
  return blank && { ...blank, facts: { ...blank.facts, campaigns: campaigns.length, active, resting } }
}

async function expectTrue(owned: Owned): Promise<CompanyListItem> {
  const node = await h.db.node.find(owned.agencyId, owned.companyId)
  const expected = await truth(owned)
  if (!node || !expected) throw new Error('There is no entry.')
  expect({ ...node, version: 0 }).toEqual({ ...expected, version: 0 })
  const find = async (search: string, tags: NodeTag[]) => {
    const list = { parentId: owned.agencyId, kind: node.kind, sort: 'email', order: 'asc' } as const
    return (await nodePage(h.db, { list, search, tags, page: 1, perPage: 100, place: undefined })).nodes.map(
      (each) => each.companyId,
    )
  }
  for (const word of searchWords(node)) expect(await find(word, [])).toContain(owned.companyId)
  for (const tag of tagsOf(node)) expect(await find('', [tag])).toContain(owned.companyId)
  return node
}

const client = async (name: string): Promise<Owned> => {
  const { company, user } = await plant(northlight, name)
  return { companyId: company.id, userId: user.id, agencyId: northlight.id }
}

describe('a list entry', () => {
  it('A43 keeps what a later version of the platform wrote into it, whatever this one changes', async () => {
    const owned = await client('From Later')
    const { agencyId, companyId, userId } = owned
    const find = () => h.db.node.find(agencyId, companyId)
    const node = await find()
    if (!node) throw new Error('There is no entry.')
    const later = { owedBefore: [{ cents: 4900, until: 1 }] }
    await h.db.node.update(node, { ...node, facts: { ...node.facts, ...later } })
    for (const change of [
      () => h.db.company.update(companyId, { name: 'Of Today', hasApiKey: true }),
      () => h.db.user.update(userId, { name: 'Other Name' }),
      async () => h.db.user.changeEmail(await h.db.user.get(userId), 'later@later.example', northlight.id, 1),
      () => plantCampaign(h.db, { ...h.cast.campaigns.smiles, id: h.services.newId('campaign'), companyId }),
    ]) {
      const before = await find()
      await change()
      const after = await find()
      expect(after).not.toEqual(before)
      expect(after?.facts).toMatchObject(later)
    }
  })

  it('says what company, person and campaigns say, whatever was changed', async () => {
    const owned = await client('Ever Changing')
    const word = fc.constantFrom('Ada', 'Bo Bee', 'Zoë Zamora', '10 Miles')
    const change = fc.oneof(
      fc.record({ kind: fc.constant('name' as const), name: word }),
      fc.record({ kind: fc.constant('failed' as const), failed: fc.boolean() }),
      fc.record({ kind: fc.constant('person' as const), name: word, hasCard: fc.boolean() }),
      fc.record({ kind: fc.constant('email' as const), at: fc.nat(5) }),
      fc.record({
        kind: fc.constant('campaign' as const),
        status: fc.constantFrom(...campaignStatuses),
        line: fc.constantFrom(...productLines),
      }),
      fc.record({ kind: fc.constant('status' as const), status: fc.constantFrom(...campaignStatuses) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        for (const each of changes) {
          if (each.kind === 'name') await h.db.company.update(owned.companyId, { name: each.name })
          if (each.kind === 'failed') await h.db.company.update(owned.companyId, { paymentFailed: each.failed })
          if (each.kind === 'person') await h.db.user.update(owned.userId, { name: each.name, hasCard: each.hasCard })
          const user = await h.db.user.get(owned.userId)
          const email = `at${'at' in each ? each.at : 0}@changing.example`
          if (each.kind === 'email' && email !== user.email) await h.db.user.changeEmail(user, email, northlight.id, 1)
          if (each.kind === 'campaign')
            await plantCampaign(h.db, {
              ...h.cast.campaigns.smiles,
              id: h.services.newId('campaign'),
              companyId: owned.companyId,
              status: each.status,
              line: each.line,
            })
          const [campaign] = await h.db.campaign.list(owned.companyId)
          if (each.kind === 'status' && campaign) await h.db.campaignChange.setStatus(campaign, each.status)
        }
        await expectTrue(owned)
      }),
      { numRuns: 25 },
    )
  })

  it('loses nothing when many change it at once', async () => {
    const owned = await client('Crowded')
    await Promise.all([
      h.db.company.update(owned.companyId, { name: 'Crowded House' }),
      h.db.company.update(owned.companyId, { paymentFailed: true }),
      h.db.user.update(owned.userId, { name: 'Neil Crowd' }),
      ...Array.from({ length: 4 }, () =>
        plantCampaign(h.db, {
          ...h.cast.campaigns.smiles,
          id: h.services.newId('campaign'),
          companyId: owned.companyId,
          status: 'active',
        }),
      ),
    ])
    const node = await expectTrue(owned)
    expect([node.companyName, node.fullName, countActive(node.facts)]).toEqual(['Crowded House', 'Neil Crowd', 4])
  })

  it('keeps what changed after somebody who saves had read the company and its person', async () => {
    const owned = await client('Read Before')
    const read = async () => ({
      company: await h.db.company.get(owned.companyId),
      user: await h.db.user.get(owned.userId),
    })
    const before = await read()
    await h.db.company.update(owned.companyId, { paymentFailed: true })
    await h.db.user.update(owned.userId, { hasCard: true })
    const edit = {
      scopeId: northlight.id,
      companyChanges: { name: 'Read Later' },
      userChanges: { name: 'Rita' },
      now: 1,
    }
    expect(await h.db.tenancy.change({ ...before, ...edit })).toBe('changed')
    await expectTrue(owned)
    const again = await read()
    await h.db.user.update(owned.userId, { hasCard: false })
    expect(await h.db.user.changeEmail(again.user, 'later@read.example', northlight.id, 1)).toBe(true)
    await expectTrue(owned)
  })

  it('says what a profile and its company say that are saved at once', async () => {
    const { cleo } = h.cast.users
    const owned = { companyId: cleo.companyId, userId: cleo.id, agencyId: northlight.id }
    const place = {
      address: '5 Lake Shore Drive',
      city: 'Evanston',
      state_code: 'IL',
      zip: '60201',
      country_code: 'us',
    }
    for (const round of ['One', 'Two', 'Three', 'Four', 'Five']) {
      const done = await Promise.all([
        h.call('cleo', 'account.saveCompany', {
          companyID: cleo.companyId,
          company_name: `Smiles ${round}`,
          industry_id: 'dental',
          ...place,
        }),
        h.call('cleo', 'account.saveProfile', {
          usrID: cleo.id,
          name: `Cleo ${round}`,
          phonenum: '+1 (773) 555-0150',
          phone_country_code: 'US',
        }),
      ])
      expect(done.map(({ status }) => status)).toEqual([200, 200])
      const node = await h.db.node.find(northlight.id, cleo.companyId)
      expect([node?.companyName, node?.fullName]).toEqual([`Smiles ${round}`, `Cleo ${round}`])
    }
    await expectTrue(owned)
  })

  it('takes along how its company is reached, unless the company has an address of its own', async () => {
    const reached = async (id: string) => {
      const { email, phone } = await h.db.company.get(id)
      return [email, phone]
    }
    const { company, user } = await plant(northlight, 'Reached Media')
    expect(await reached(company.id)).toEqual([user.email, user.phone])
    const colleague = { ...user, id: h.services.newId('user'), email: 'colleague@reached.example' }
    expect(await h.db.staff.create(company, colleague)).toBe('made')
    await h.db.user.update(colleague.id, { phone: '3125550111' })
    expect(await reached(company.id)).toEqual([user.email, user.phone])
    await h.db.user.update(user.id, { phone: '3125550122' })
    expect(await h.db.user.changeEmail(user, 'second@reached.example', northlight.id, 1)).toBe(true)
    expect(await reached(company.id)).toEqual(['second@reached.example', '3125550122'])
    const { status } = await h.call('ada', 'companies.update', {
      ClientID: user.id,
      ClientPhone: '(312) 555-0133',
      action: 'downline',
    })
    expect(status).toBe(200)
    expect(await reached(company.id)).toEqual(['second@reached.example', '3125550133'])

    await h.db.company.update(company.id, { email: 'hello@reached.example' })
    const now = await h.db.user.get(user.id)
    expect(await h.db.user.changeEmail(now, 'third@reached.example', northlight.id, 1)).toBe(true)
    expect(await reached(company.id)).toEqual(['hello@reached.example', '3125550133'])
  })

  it('counts the running campaigns of an agency', async () => {
    const count = () => h.db.node.count(northlight.id, 'activeCampaign')
    const before = await count()
    const owned = await client('Counted')
    const campaign = { ...h.cast.campaigns.smiles, companyId: owned.companyId }
    const made = await plantCampaign(h.db, { ...campaign, id: h.services.newId('campaign'), status: 'active' })
    await plantCampaign(h.db, { ...campaign, id: h.services.newId('campaign'), status: 'paused' })
    expect(await count()).toBe(before + 1)
    expect(await h.db.campaignChange.setStatus(made, 'paused')).toBe(true)
    expect(await h.db.campaignChange.setStatus(made, 'stopped')).toBe(false)
    expect(await count()).toBe(before)
  })

  it('comes about by registration too, and is no longer an invitation once a password is set', async () => {
    const { status } = await h.call(null, 'session.register', {
      companyname: 'Self Made',
      name: 'Sela Self',
      email: 'sela@self.example',
      phonenum: '+1 312 555 0144',
      password: 'fresh paint 7',
      userType: 'client',
    })
    expect(status).toBe(200)
    const list = { parentId: northlight.id, kind: 'client', sort: 'email', order: 'asc' } as const
    const { nodes } = await nodePage(h.db, {
      list,
      search: 'self made',
      tags: [],
      page: 1,
      perPage: 10,
      place: undefined,
    })
    expect(nodes.map((node) => node.email)).toEqual(['sela@self.example'])
    const { user } = await plant(northlight, 'Invited One', { user: { status: 'invited', invitedAt: 1 } })
    expect((await h.db.node.find(northlight.id, user.companyId))?.facts.isInvited).toBe(true)
    const now = h.services.now()
    const token = {
      hash: 'h1',
      kind: 'invitation',
      userId: user.id,
      tenantId: northlight.id,
      subject: user.email,
    } as const
    await h.db.token.create({ ...token, createdAt: now, endsAt: now + 1000 })
    expect(await h.db.tenancy.resetPassword(user, 'h1', 'hash', now)).toBe(true)
    expect((await h.db.node.find(northlight.id, user.companyId))?.facts.isInvited).toBe(false)
  })

  it('does not exist for a root, and changes there go through', async () => {
    await h.db.company.update(root.id, { name: 'Leadloom' })
    expect(await h.db.node.count(root.id, 'agency')).toBe(2)
    await expect(h.db.company.update('com_none', { name: 'x' })).rejects.toThrow('not found')
    await expect(h.db.company.update('com_none', { timeZone: 'UTC' })).rejects.toThrow('not found')
    await expect(h.db.user.update('usr_none', { name: 'x' })).rejects.toThrow('not found')
  })
})
