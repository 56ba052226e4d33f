import { describe, expect, it } from 'vitest'
import type { LogEntry } from '#shared/audit-log.ts'
import type { Input } from '#shared/contracts/index.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { stageOf } from '../companies/stage.ts'

const h = await harness()
const { plant } = stageOf(h)
const { root, northlight, copper } = h.cast

type Asked = Omit<Input<'pricing.changeCosts'>, 'companyID'>
const change = (who: Member, companyID: string, asked: Partial<Asked>) =>
  h.call(who, 'pricing.changeCosts', { companyID, ModuleID: 'local', PaymentTerm: 'Weekly', ...asked })
const costs = async (id: string, at = h.services.now()) => (await h.db.price.costsAt(id, at)).costs
const lastLog = async (companyId: string): Promise<LogEntry | undefined> => {
  await h.drain()
  const { cast, services } = h
  for await (const entry of h.db.auditLog.list({
    tenantId: companyId,
    userId: cast.users.olive.id,
    from: 0,
    to: services.now() + 1000,
  }))
    return entry
  return undefined
}
const rootPays = (lead: number) =>
  h.db.price.changeCosts(
    root.id,
    (list) => ({
      ...list,
      costs: {
        ...list.costs,
        enhance: { ...list.costs.enhance, Weekly: { ...list.costs.enhance.Weekly, perLeadCentiCents: lead } },
      },
    }),
    { by: 'usr_x', at: h.services.now() },
  )

describe('pricing.changeCosts', () => {
  it('changes the named prices of one product and term and nothing else, as a version from now on', async () => {
    const { company } = await plant(root, 'Patched')
    const at = h.services.now()
    h.setClock(at)
    await change('olive', company.id, { PlatformFee: '10.5', Costperlead: '0.25', CostperleadAdvanced: '0.1234' })
    h.setClock(at + 60_000)
    const { status, body } = await change('olive', company.id, { Costperlead: '0.3' })
    expect([status, body.changed, body.message]).toEqual([200, true, 'Setting has been saved.'])
    const now = await costs(company.id)
    expect(now.local.Weekly).toEqual({
      platformFeeCents: 1050,
      periodFeeCents: 0,
      perLeadCentiCents: 3000,
      perLeadAdvancedCentiCents: 1234,
    })
    expect(now.local.Monthly.perLeadCentiCents).toBe(0)
    expect((await costs(company.id, at + 59_999)).local.Weekly.perLeadCentiCents).toBe(2500)
    h.setClock()
    expect((await change('olive', company.id, { Costperlead: '0.3' })).body.changed).toBe(false)
  })

  it('loses nothing of what others change in the same instant', async () => {
    const { company } = await plant(root, 'Busy')
    h.setClock(h.services.now())
    const answers = await Promise.all([
      change('olive', company.id, { Costperlead: '0.1' }),
      change('otto', company.id, { PlatformFee: '7' }),
      change('olive', company.id, { ModuleID: 'locator', Costperlead: '0.2' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const now = await costs(company.id, h.services.now() + 1000)
    expect(now.local.Weekly).toMatchObject({ perLeadCentiCents: 1000, platformFeeCents: 700 })
    expect(now.locator.Weekly.perLeadCentiCents).toBe(2000)
    h.setClock()
  })

  it('refuses a price below what the platform itself pays, and takes a fee beside a price that lies below it', async () => {
    await rootPays(5000)
    const low = await change('olive', northlight.id, { ModuleID: 'enhance', Costperlead: '0.4' })
    expect([low.status, low.body.fields]).toEqual([
      422,
      { Costperlead: 'The platform itself pays $0.50 per lead: nothing less can be set.' },
    ])
    expect((await costs(northlight.id)).enhance.Weekly.perLeadCentiCents).toBe(0)
    expect((await change('olive', northlight.id, { ModuleID: 'enhance', PlatformFee: '3' })).status).toBe(200)
    expect((await change('olive', northlight.id, { ModuleID: 'enhance', Costperlead: '0.5' })).status).toBe(200)
    // Monthly has no floor.
    const monthly = { ModuleID: 'enhance', PaymentTerm: 'Monthly', Costperlead: '0.1' } as const
    expect((await change('olive', northlight.id, monthly)).status).toBe(200)
    await rootPays(0)
  })

  it('refuses a product that the agency does not have, a company that is no agency, and what is no price', async () => {
    // Copper has only two products.
    expect((await change('olive', copper.id, { ModuleID: 'b2b', Costperlead: '1' })).status).toBe(422)
    expect((await change('olive', copper.id, { ModuleID: 'locator', Costperlead: '1' })).status).toBe(200)
    expect((await change('olive', h.cast.brightSmiles.id, { Costperlead: '1' })).status).toBe(422)
    expect((await change('olive', root.id, { Costperlead: '1' })).status).toBe(422)
    expect((await change('olive', northlight.id, {})).status).toBe(422)
    const advanced = await change('olive', northlight.id, { ModuleID: 'locator', CostperleadAdvanced: '1' })
    expect(advanced.body.fields).toEqual({ CostperleadAdvanced: 'This product has no leads with advanced data.' })
    for (const wrong of [
      { Costperlead: '0.12345' },
      { PlatformFee: '1.234' },
      { MinCostMonth: '-1' },
      { Costperlead: 'x' },
    ])
      expect((await change('olive', northlight.id, wrong)).status).toBe(422)
  })

  it('is for operators of the own platform alone', async () => {
    for (const who of ['ada', 'admin', 'sam', 'cleo'] as const)
      expect((await change(who, northlight.id, { Costperlead: '1' })).status).toBe(403)
    const foreign = await h.plant()
    expect((await change('olive', foreign.northlight.id, { Costperlead: '1' })).status).toBe(403)
  })

  it('stands in the audit log with the prices before and after, as does the whole list', async () => {
    const { company } = await plant(root, 'Logged')
    await change('olive', company.id, { PlatformFee: '10', Costperlead: '0.25' })
    await change('olive', company.id, { PlatformFee: '12', Costperlead: '0.25' })
    expect(await lastLog(company.id)).toMatchObject({
      action: 'Cost Change',
      description: 'Set the costs of Logged for local, Weekly',
      companyId: company.id,
      before: { setup_fee: '10' },
      after: { setup_fee: '12' },
    })
    await h.call('olive', 'settings.save', {
      companyID: company.id,
      actionType: 'customsmtpmodule',
      comsetname: 'costagency',
      dpay: 'Monthly',
      comsetval: { locator: { Prepaid: { LocatorCostperlead: '0.5' } } },
    })
    expect(await lastLog(company.id)).toMatchObject({
      action: 'Cost Change',
      before: {
        term: 'Weekly',
        'locator.Prepaid.per_lead': '0',
      },
      after: {
        term: 'Monthly',
        'locator.Prepaid.per_lead': '0.5',
      },
    })
  })
})
