import { describe, expect, it } from 'vitest'
import { messages } from '#shared/messages.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { stageOf } from '../companies/stage.ts'
import { watchTable } from '../leads/faults.ts'

const h = await harness()
const foreign = await h.plant()
const { list, plant } = stageOf(h)
const { root, northlight, copper, users } = h.cast
let made = 0
const name = () => `Plan ${++made}`
const create = (planName: string, months: string[] = ['100', '200'], flatMonth = '349') =>
  h.call('olive', 'pricing.createPlan', { planName, months, flatMonth })
const plans = async () => (await h.call('olive', 'pricing.listPlans', {})).body.data
const edit = (ClientID: string, more: object) =>
  h.call('olive', 'companies.update', {
    ClientID,
    ClientCompanyName: 'Copper & Co',
    ClientFullName: 'Abe Agency',
    ClientEmail: users.abe.email,
    ClientPhone: '(312) 555-0123',
    ...more,
  })
const rowOf = async (companyId: string) =>
  (await list('olive', { companyId: root.id })).body.data.find((row) => row.company_id === companyId)

/** Another root's operator, at home there. */
async function elsewhere() {
  const { body } = await h.call(
    null,
    'session.login',
    { username: foreign.users.olive.email, password: 'correct horse 42' },
    { host: foreign.hosts.root },
  )
  return { token: 'access_token' in body ? body.access_token : '', host: foreign.hosts.root }
}

describe('minimum-spend plans', () => {
  it('MIN-02 MIN-03 MIN-04 MIN-05 ENB-16 are made, listed, changed and removed', async () => {
    const first = name()
    const { status, body } = await create(first)
    expect([status, body.message]).toEqual([200, 'Data has been added successfully'])
    const { idMinimumSpend } = body.data
    expect((await plans()).find((plan) => plan.planName === first)).toEqual({
      idMinimumSpend,
      planName: first,
      months: ['100', '200'],
      flatMonth: '349',
      is_default: false,
    })
    const next = name()
    const changed = await h.call('olive', 'pricing.updatePlan', {
      idMinimumSpend,
      planName: next,
      months: ['50.5'],
      flatMonth: 400,
    })
    expect([changed.status, changed.body.message]).toEqual([200, 'Data has been updated successfully'])
    expect((await plans()).filter((plan) => plan.idMinimumSpend === idMinimumSpend)).toEqual([
      { idMinimumSpend, planName: next, months: ['50.5'], flatMonth: '400', is_default: false },
    ])
    // The first name is free again.
    const again = await create(first)
    expect(again.status).toBe(200)
    const removed = await h.call('olive', 'pricing.removePlan', { idMinimumSpend })
    expect([removed.status, removed.body.message]).toEqual([200, 'Deleted!'])
    expect((await plans()).map((plan) => plan.idMinimumSpend)).not.toContain(idMinimumSpend)
    expect((await h.call('olive', 'pricing.removePlan', { idMinimumSpend })).status).toBe(404)
    expect((await create(next)).status).toBe(200)
  })

  it('MIN-07 has a name of its own, amounts of 0 or more, at most 24 months, and stays while it is used', async () => {
    const first = name()
    const { idMinimumSpend } = (await create(first)).body.data
    const taken = await create(first.toUpperCase())
    expect([taken.status, taken.body.fields]).toEqual([422, { planName: 'Another plan has this name.' }])
    const other = (await create(name())).body.data.idMinimumSpend
    const renamed = { idMinimumSpend: other, planName: first, months: [], flatMonth: '1' }
    expect((await h.call('olive', 'pricing.updatePlan', renamed)).status).toBe(422)
    expect((await create('')).status).toBe(422)
    expect((await create(name(), ['-1'])).status).toBe(422)
    expect((await create(name(), ['abc'])).status).toBe(422)
    expect((await create(name(), [], '')).status).toBe(422)
    expect((await create(name(), Array(25).fill('1'))).status).toBe(422)
    expect((await create(name(), Array(24).fill('0'))).status).toBe(200)
    expect((await edit(users.abe.id, { planMinSpendId: idMinimumSpend })).status).toBe(200)
    const used = await h.call('olive', 'pricing.removePlan', { idMinimumSpend })
    expect([used.status, used.body.message]).toEqual([
      422,
      'Agencies have this plan. Give them another one before you delete it.',
    ])
    await h.call('olive', 'pricing.setDefaultPlan', { idMinimumSpend: other })
    expect((await h.call('olive', 'pricing.removePlan', { idMinimumSpend: other })).status).toBe(422)
    await h.call('olive', 'pricing.setDefaultPlan', { idMinimumSpend: '' })
    expect((await edit(users.abe.id, { planMinSpendId: '' })).status).toBe(200)
    expect((await h.call('olive', 'pricing.removePlan', { idMinimumSpend })).status).toBe(200)
  })

  it('two that are made at once with one name are one', async () => {
    const same = name()
    const answers = await Promise.all([create(same), create(same), create(same)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  })

  it('MIN-06 has one that new agencies begin with', async () => {
    const { idMinimumSpend } = (await create(name())).body.data
    const chosen = await h.call('olive', 'pricing.setDefaultPlan', { idMinimumSpend })
    expect(chosen.status).toBe(200)
    expect((await plans()).filter((plan) => plan.is_default).map((plan) => plan.idMinimumSpend)).toEqual([
      idMinimumSpend,
    ])
    const made = await h.call('olive', 'companies.create', {
      companyID: root.id,
      ClientCompanyName: 'Planned',
      ClientFullName: 'Pia Planned',
      ClientEmail: 'pia@planned.example',
    })
    expect(made.body.data[0]?.plan_minspend_id).toBe(idMinimumSpend)
    await h.call('olive', 'pricing.setDefaultPlan', { idMinimumSpend: '' })
    expect((await h.call('olive', 'pricing.setDefaultPlan', { idMinimumSpend: 'msp_unknown' })).status).toBe(404)
  })

  it('MIN-16 is given to an agency when it is made and when it is edited', async () => {
    const { idMinimumSpend } = (await create(name())).body.data
    const answer = await edit(users.abe.id, { planMinSpendId: idMinimumSpend })
    expect(answer.body.data[0]?.plan_minspend_id).toBe(idMinimumSpend)
    expect((await rowOf(copper.id))?.plan_minspend_id).toBe(idMinimumSpend)
    const made = await h.call('olive', 'companies.create', {
      companyID: root.id,
      ClientCompanyName: 'With Plan',
      ClientFullName: 'Will Plan',
      ClientEmail: 'will@plan.example',
      planMinSpendId: idMinimumSpend,
    })
    expect(made.body.data[0]?.plan_minspend_id).toBe(idMinimumSpend)
    expect((await edit(users.abe.id, { planMinSpendId: 'msp_unknown' })).status).toBe(422)
    await edit(users.abe.id, { planMinSpendId: '' })
    expect((await rowOf(copper.id))?.plan_minspend_id).toBe('')
  })

  it('is for operators of the platform itself alone', async () => {
    expect((await h.call('ada', 'pricing.listPlans', {})).status).toBe(403)
    expect((await h.call('sam', 'pricing.listPlans', {})).status).toBe(403)
    expect((await h.call(null, 'pricing.listPlans', {}, await elsewhere())).status).toBe(403)
  })
})

describe('what an agency must spend', () => {
  const minimum = async (who: Member, company_id: string) =>
    (await h.call(who, 'pricing.userMinimum', { company_id })).body
  const setRoot = (status: 'T' | 'F') =>
    h.call('olive', 'settings.save', {
      companyID: root.id,
      comsetname: 'rootminspend',
      comsetval: { status, first_month: '150', second_month: '250', monthly: '349' },
    })

  it('MIN-10 AGR-006 is what its plan says', async () => {
    const { company } = await plant(root, 'Has Plan')
    const { idMinimumSpend } = (await create(name(), ['10', '20', '30'], '40.5')).body.data
    await h.db.company.update(company.id, { minimumSpendPlanId: idMinimumSpend })
    expect(await minimum('olive', company.id)).toEqual({ months: ['10', '20', '30'], flatMonth: '40.5' })
  })

  it('MIN-08 MIN-09 ENB-17 is what the root set, where it has no plan', async () => {
    const { company } = await plant(root, 'No Plan')
    expect(await minimum('olive', company.id)).toEqual({ months: [], flatMonth: '' })
    await h.db.company.update(company.id, { hasDeveloperAgreement: true })
    expect(await minimum('olive', company.id)).toEqual({ months: [], flatMonth: '349' })
    await setRoot('T')
    const { body } = await h.call('olive', 'settings.get', {
      companyID: root.id,
      settingname: 'rootminspend',
      idSys: root.id,
    })
    expect('data' in body && body.data).toEqual({
      status: 'T',
      first_month: '150',
      second_month: '250',
      monthly: '349',
    })
    expect(await minimum('olive', company.id)).toEqual({ months: ['150', '250'], flatMonth: '349' })
    // It is between an agency and its root: clients owe none of it.
    expect(await minimum('ada', users.cleo.companyId)).toEqual({ months: [], flatMonth: '' })
    await setRoot('F')
    expect(await minimum('olive', company.id)).toEqual({ months: [], flatMonth: '' })
    expect(
      (
        await h.call('ada', 'settings.get', {
          companyID: northlight.id,
          settingname: 'rootminspend',
          idSys: root.id,
        })
      ).status,
    ).toBe(403)
  })

  it('MIN-12 MIN-13 AGR-007 stands in the addendum, month by month and then flat', async () => {
    const { idMinimumSpend } = (await create(name(), ['100', '200', '300'], '349')).body.data
    await h.db.company.update(northlight.id, { minimumSpendPlanId: idMinimumSpend })
    const { status, body } = await h.call('ada', 'pricing.agreement', { company_id: northlight.id })
    expect(status).toBe(200)
    expect([body.data?.months.map(({ amount }) => amount), body.data?.flatMonth]).toEqual([
      ['100', '200', '300'],
      '349',
    ])
    const items = body.data?.blocks.flatMap((block) => (block.kind === 'list' ? block.items : [])) ?? []
    expect(items.slice(0, 3)).toEqual(['Month 1: $100.00', 'Month 2: $200.00', 'Month 3: $300.00'])
    expect(body.data?.html).toContain('the minimum is $349.00 in each month')
  })

  it('MIN-14 no addendum for clients, nor in another system', async () => {
    expect((await h.call('cleo', 'pricing.agreement', { company_id: users.cleo.companyId })).status).toBe(403)
    const client = await h.call('ada', 'pricing.agreement', { company_id: users.cleo.companyId })
    expect(client.body.data).toBeNull()
    await h.db.company.update(foreign.northlight.id, { hasDeveloperAgreement: true })
    const there = await h.call(null, 'pricing.agreement', { company_id: foreign.northlight.id }, await elsewhere())
    expect([there.status, there.body.data]).toEqual([200, null])
  })

  it('MIN-15 OTH-15 SET-20 is accepted once for the same amounts, and asked about again for others', async () => {
    const { idMinimumSpend } = (await create(name(), ['100'], '349')).body.data
    await h.db.company.update(northlight.id, { minimumSpendPlanId: idMinimumSpend })
    const status = async () => (await h.call('ada', 'pricing.agreementStatus', { company_id: northlight.id })).body
    expect(await status()).toEqual({ status: 'F', accepted_at: '', accepted_by: '' })
    const accept = () => h.call('ada', 'pricing.agree', { company_id: northlight.id, accepted: 'T' })
    const { body } = await accept()
    expect(await status()).toEqual({ status: 'T', accepted_at: body.accepted_at, accepted_by: 'Ada Agency' })
    expect((await accept()).body.accepted_at).toBe(body.accepted_at)
    expect(Math.abs(Date.parse(body.accepted_at) - h.services.now())).toBeLessThan(60_000)
    await h.call('olive', 'pricing.updatePlan', { idMinimumSpend, planName: name(), months: ['100'], flatMonth: '400' })
    expect((await status()).status).toBe('F')
    expect((await h.call('olive', 'pricing.agree', { company_id: northlight.id, accepted: 'T' })).status).toBe(403)
  })

  it('MIN-15 is agreed to for the amounts that were read alone', async () => {
    const planName = name()
    const { idMinimumSpend } = (await create(planName, ['100'], '349')).body.data
    await h.db.company.update(northlight.id, { minimumSpendPlanId: idMinimumSpend })
    const shown = (await h.call('ada', 'pricing.agreement', { company_id: northlight.id })).body.data
    const read = { version: shown?.version, months: shown?.months, flatMonth: shown?.flatMonth }
    const agree = () => h.call('ada', 'pricing.agree', { company_id: northlight.id, accepted: 'T', ...read })
    await h.call('olive', 'pricing.updatePlan', { idMinimumSpend, planName, months: ['200'], flatMonth: '349' })
    expect([(await agree()).status, (await agree()).body.message]).toEqual([409, messages.agreementChanged])
    const { body } = await h.call('ada', 'pricing.agreementStatus', { company_id: northlight.id })
    expect(body.status).toBe('F')
    await h.call('olive', 'pricing.updatePlan', { idMinimumSpend, planName, months: ['100'], flatMonth: '349' })
    expect((await agree()).status).toBe(200)
  })

  it('is what the check of the set-up tells, without clients', async () => {
    const { idMinimumSpend } = (await create(name(), [], '123.5')).body.data
    await h.db.company.update(northlight.id, { minimumSpendPlanId: idMinimumSpend })
    const check = async (who: Member) =>
      (await h.call(who, 'account.checkSetup', { id: users[who].id })).body.minimumspend
    expect(await check('ada')).toEqual({ status: 'T', flatMonth: '123.5' })
    expect(await check('cleo')).toEqual({ status: 'F', flatMonth: '0' })
  })
})

describe('exclusion from the minimum', () => {
  const exclude = (who: Member, CompanyID: string, options = {}) =>
    h.call(who, 'pricing.excludeMinimum', { CompanyID }, options)

  it('MIN-17 ENB-07 flips with each call, and the row shows it', async () => {
    const on = await exclude('olive', copper.id)
    expect([on.status, on.body.exclude_minimum_spend]).toEqual([200, 1])
    expect((await rowOf(copper.id))?.exclude_minimum_spend).toBe(1)
    expect((await exclude('olive', copper.id)).body.exclude_minimum_spend).toBe(0)
    expect((await rowOf(copper.id))?.exclude_minimum_spend).toBe(0)
  })

  it('does not flip back when an answer was lost and the call is sent again', async () => {
    const headers = { 'idempotency-key': 'lost-answer-1' }
    expect((await exclude('olive', copper.id, { headers })).body.exclude_minimum_spend).toBe(1)
    expect((await exclude('olive', copper.id, { headers })).body.exclude_minimum_spend).toBe(1)
    await exclude('olive', copper.id)
  })

  it('MIN-20 does not flip back either when it broke down after the write, wherever that was', async () => {
    let flag = (await h.db.company.get(copper.id)).excludesMinimumSpend
    for (const when of ['before', 'after'] as const)
      for (let at = 1, broke = true; broke; at++) {
        const headers = { 'idempotency-key': `broken-${when}-${at}` }
        const watch = watchTable(h.services, { at, when })
        const first = await exclude('olive', copper.id, { headers }).catch(() => undefined)
        watch.remove()
        broke = first?.status !== 200
        const again = await exclude('olive', copper.id, { headers })
        // A first try that crashed with its key in hand is still taken to be running; it has changed nothing.
        if (again.status !== 409) flag = !flag
        expect([at, when, again.status, again.body.exclude_minimum_spend ?? flag]).toEqual([
          ...[at, when, again.status === 409 ? 409 : 200],
          again.status === 409 ? flag : flag ? 1 : 0,
        ])
        expect((await h.db.company.get(copper.id)).excludesMinimumSpend).toBe(flag)
      }
    if (flag) await exclude('olive', copper.id)
  })

  it('MIN-18 MIN-20 CLI-25 is for the platform itself and its agencies, and for an agency and its own clients', async () => {
    expect((await exclude('ada', users.cleo.companyId)).body.exclude_minimum_spend).toBe(1)
    expect((await exclude('ada', users.cleo.companyId)).body.exclude_minimum_spend).toBe(0)
    for (const [who, id] of [
      ['ada', northlight.id],
      ['ada', copper.id],
      ['ada', users.carl.companyId],
      ['sam', northlight.id],
      ['cleo', users.cleo.companyId],
      ['olive', users.cleo.companyId],
      ['olive', root.id],
    ] as const)
      expect([who, id, (await exclude(who, id)).status]).toEqual([who, id, 403])
    const there = await elsewhere()
    const agency = await h.call(null, 'pricing.excludeMinimum', { CompanyID: foreign.northlight.id }, there)
    expect(agency.status).toBe(403)
  })
})
