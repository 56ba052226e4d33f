import { describe, expect, it } from 'vitest'
import { leadTermsAt } from '#functions/domain/pricing/prices.ts'
import type { Input } from '#shared/contracts/index.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { stageOf } from '../companies/stage.ts'

const h = await harness()
const { plant } = stageOf(h)
const { root, northlight, copper } = h.cast
const saved = 'Setting has been saved.'

type Costs = Extract<Input<'settings.save'>, { comsetname: 'costagency' }>
const read = (who: Member, companyID = northlight.id) =>
  h.call(who, 'settings.get', { companyID, settingname: 'costagency', idSys: root.id })
const write = (who: Member, comsetval: Costs['comsetval'], companyID = northlight.id, dpay?: Costs['dpay']) =>
  h.call(who, 'settings.save', {
    companyID,
    actionType: 'customsmtpmodule',
    comsetname: 'costagency',
    comsetval,
    ...(dpay && { dpay }),
  })
async function costsOf(who: Member, companyID?: string) {
  const { status, body } = await read(who, companyID)
  if (status !== 200 || body.settingname !== 'costagency') throw new Error(`${status} ${body.message}`)
  return body
}
const block = (prefix: string, fee: string, lead: string) => ({
  [`${prefix}PlatformFee`]: fee,
  [`${prefix}Costperlead`]: lead,
  [`${prefix}MinCostMonth`]: fee,
})

describe('the cost setting', () => {
  it('SET-01 CST-03 CST-11 CST-16 THM-015 ENB-14 COB-18 holds four terms of four products, all 0 for a new agency', async () => {
    const { company } = await plant(root, 'Brand New')
    const { data, rootcostagency, dpay } = await costsOf('olive', company.id)
    expect(dpay).toBe('Weekly')
    for (const costs of [data, rootcostagency]) {
      expect(Object.keys(costs)).toEqual(['local', 'locator', 'enhance', 'b2b'])
      for (const section of Object.values(costs)) {
        expect(Object.keys(section)).toEqual(['Weekly', 'Monthly', 'OneTime', 'Prepaid'])
        for (const fees of Object.values(section)) expect(new Set(Object.values(fees))).toEqual(new Set(['0']))
      }
    }
  })

  it('SET-01 reads what the agency pays, what its root pays, and the term it opens with, each its own', async () => {
    const { company } = await plant(root, 'Own Costs')
    await write('olive', { local: { Weekly: block('Leadspeek', '1', '0.25') } }, root.id)
    await write('olive', { local: { Monthly: block('Leadspeek', '5', '0.75') } }, company.id, 'Monthly')
    const { data, rootcostagency, dpay } = await costsOf('olive', company.id)
    expect(data.local).toMatchObject({
      Weekly: block('Leadspeek', '0', '0'),
      Monthly: block('Leadspeek', '5', '0.75'),
    })
    expect(rootcostagency.local).toMatchObject({
      Weekly: block('Leadspeek', '1', '0.25'),
      Monthly: block('Leadspeek', '0', '0'),
    })
    expect(dpay).toBe('Monthly')
    await write('olive', { local: { Weekly: block('Leadspeek', '0', '0') } }, root.id)
  })

  it.each([
    {
      id: 'CST-12',
      line: 'local',
      fees: { ...block('Leadspeek', '10.5', '0.25'), LeadspeekCostperleadAdvanced: '0.1234' },
    },
    { id: 'CST-13', line: 'locator', fees: block('Locator', '20', '0.5') },
    { id: 'CST-14', line: 'enhance', fees: block('Enhance', '30', '0.75') },
    { id: 'CST-15', line: 'b2b', fees: block('B2b', '40.01', '1.5') },
  ] as const)('$id echoes what was saved for $line', async ({ line, fees }) => {
    const zero = (await costsOf('olive', copper.id)).data
    const costs = { ...zero, [line]: { ...zero[line], Monthly: fees } }
    const { status, body } = await write('olive', costs, copper.id)
    expect([status, body.message]).toEqual([200, saved])
    const { data } = await costsOf('olive', copper.id)
    expect(data[line].Monthly).toEqual(fees)
    expect(data[line].Weekly).toEqual(zero[line].Weekly)
  })

  it('CST-04 keeps the payment term that it opens with', async () => {
    await write('olive', {}, northlight.id, 'Monthly')
    expect((await costsOf('olive')).dpay).toBe('Monthly')
    await write('olive', {})
    expect((await costsOf('olive')).dpay).toBe('Monthly')
  })

  it('CST-17 takes a block that was never stored as all 0', async () => {
    const { company } = await plant(root, 'Older')
    const { data } = await costsOf('olive', company.id)
    const { Prepaid: _, ...local } = data.local
    expect((await write('olive', { local }, company.id)).status).toBe(200)
    expect((await costsOf('olive', company.id)).data.local.Prepaid).toEqual(data.local.Prepaid)
    // And one that stands in the table without it.
    const stored = await h.db.price.costsAt(company.id, h.services.now())
    const { Prepaid: __, ...older } = stored.costs.local
    await h.db.price.saveCosts(
      company.id,
      { term: 'Weekly', costs: { ...stored.costs, local: older as typeof stored.costs.local } },
      { by: 'usr_x', at: h.services.now() },
    )
    expect((await costsOf('olive', company.id)).data.local.Prepaid).toEqual(data.local.Prepaid)
  })

  it('CST-24 keeps enhance and b2b above what the root pays, and refuses what is no amount', async () => {
    const own = await costsOf('olive', root.id)
    const floor = (lead: string) => block('Enhance', '0', lead)
    const rootCosts = {
      ...own.data,
      enhance: { ...own.data.enhance, Weekly: floor('0.5') as (typeof own.data.enhance)['Weekly'] },
    }
    expect((await write('olive', rootCosts, root.id)).status).toBe(200)
    const low = await write('olive', { enhance: { Weekly: floor('0.1') } }, copper.id)
    expect([low.status, low.body.fields]).toEqual([
      422,
      { 'comsetval.enhance.Weekly.EnhanceCostperlead': '*Cost Per Lead Minimum' },
    ])
    expect((await write('olive', { enhance: { Weekly: floor('0.5') } }, copper.id)).status).toBe(200)
    expect((await costsOf('olive', copper.id)).rootcostagency.enhance.Weekly.EnhanceCostperlead).toBe('0.5')
    for (const wrong of ['-1', '0.12345', 'abc', '1e3']) {
      const fees = { ...block('Enhance', '0', '0.5'), EnhanceCostperlead: wrong }
      expect((await write('olive', { enhance: { Weekly: fees } }, copper.id)).status).toBe(422)
    }
    const fee = { ...block('Enhance', '0', '0.5'), EnhancePlatformFee: '1.234' }
    expect((await write('olive', { enhance: { Weekly: fee } }, copper.id)).status).toBe(422)
    await write('olive', own.data, root.id)
  })

  it("is the root's own where it is what agencies without a plan must spend", async () => {
    const comsetval = { status: 'T', first_month: '1', second_month: '2', monthly: '3' } as const
    const wrong = { companyID: northlight.id, comsetname: 'rootminspend', comsetval } as const
    expect((await h.call('olive', 'settings.save', wrong)).status).toBe(403)
    expect(await h.db.setting.findRootMinimum(northlight.id)).toBeUndefined()
  })

  it('CST-27 is written by operators alone; an agency reads its own, without what the root pays', async () => {
    expect((await write('ada', {})).status).toBe(403)
    expect((await write('admin', {})).status).toBe(403)
    expect((await write('sam', {})).status).toBe(403)
    // Sales people look at what their own agencies pay, once their payment account is connected, and at nothing else.
    const before = h.cast.users.sam
    await h.db.user.update(before.id, { connection: 'completed' })
    expect([(await read('sam')).status, (await read('sam', copper.id)).status]).toEqual([200, 403])
    const theme = { companyID: northlight.id, settingname: 'agencytheme', idSys: root.id } as const
    expect((await h.call('sam', 'settings.get', theme)).status).toBe(403)
    expect((await read('sam', root.id)).status).toBe(403)
    expect((await read('ada')).status).toBe(200)
    expect((await read('ada', copper.id)).status).toBe(403)
    expect((await read('ada', root.id)).status).toBe(403)
    await write('olive', { b2b: { Weekly: block('B2b', '0', '9') } }, root.id)
    expect((await costsOf('ada')).rootcostagency.b2b.Weekly.B2bCostperlead).toBe('0')
    await write('olive', {}, root.id)
  })

  it('prices leads from now on: what was priced before keeps its price', async () => {
    const { smiles } = h.cast.campaigns
    const at = h.services.now()
    const wholesale = async (when: number) => (await leadTermsAt(h.db, smiles, when)).price.wholesaleCentiCents
    h.setClock(at)
    await write('olive', { local: { Weekly: { LeadspeekCostperlead: '1' } } })
    const before = await wholesale(at)
    h.setClock(at + 60_000)
    await write('olive', { local: { Weekly: { LeadspeekCostperlead: '2' } } })
    expect(before).toBe(10_000)
    expect(await wholesale(at + 59_999)).toBe(10_000)
    expect(await wholesale(at + 60_000)).toBe(20_000)
    h.setClock()
  })

  it('keeps one version of what is saved twice, and one for each of two saves in one instant', async () => {
    const { company } = await plant(root, 'Twice')
    const at = h.services.now()
    const stored = await h.db.price.costsAt(company.id, at)
    const save = (perLeadCentiCents: number) =>
      h.db.price.saveCosts(
        company.id,
        {
          ...stored,
          costs: {
            ...stored.costs,
            local: { ...stored.costs.local, Weekly: { ...stored.costs.local.Weekly, perLeadCentiCents } },
          },
        },
        { by: 'usr_x', at },
      )
    await Promise.all([save(1), save(2), save(3)])
    const last = await h.db.price.costsAt(company.id, at + 10)
    expect([1, 2, 3]).toContain(last.costs.local.Weekly.perLeadCentiCents)
    const instants = [0, 1, 2].map((ms) => h.db.price.costsAt(company.id, at + ms))
    const seen = (await Promise.all(instants)).map(({ costs }) => costs.local.Weekly.perLeadCentiCents)
    expect([...seen].sort()).toEqual([1, 2, 3])
    await save(last.costs.local.Weekly.perLeadCentiCents)
    expect(await h.db.price.costsAt(company.id, at + 10_000)).toEqual(last)
  })
})
