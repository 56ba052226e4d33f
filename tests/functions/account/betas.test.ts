// What a root tries out: said by its operators, told by the set-up check, and kept from who does not take part by every call. What an
// agency has of it already is lost to nobody.
import { beforeEach, describe, expect, it } from 'vitest'
import { billStateEntity } from '#functions/data/billing/bill-rows.ts'
import { betasOf } from '#functions/domain/settings/betas.ts'
import { decide } from '#shared/access/guard.ts'
import { profileMenu } from '#shared/access/profile-menu.ts'
import type { CallName, Input } from '#shared/contracts/index.ts'
import type { Company } from '#shared/model/company.ts'
import { cents } from '#shared/money/cents.ts'
import { actorOf } from '../../shared/access/cast.ts'
import type { Member } from '../../support/cast.ts'
import { browserViewer } from '../../support/guard-verdict.ts'
import { startCampaigns } from '../campaigns/stage.ts'
import { walletStage } from '../wallet/stage.ts'
import { lookAs } from './view-as.ts'

const h = await startCampaigns()
await h.makeReady()
const { root, northlight, copper, harbor, users } = h.cast
const { agree, giveCard, charge } = walletStage(h)
await giveCard(copper.id)

const off = { is_beta: false, apply_to_all_agency: false }
const forSome = { is_beta: true, apply_to_all_agency: false }
const forAll = { is_beta: true, apply_to_all_agency: true }
type Betas = Extract<Input<'settings.save'>, { comsetname: 'betafeatures' }>['comsetval']
const betas = ({ b2b = off, wallet = off } = {}): Betas => ({ b2b_module: b2b, data_wallet: wallet })
const save = (who: Member, comsetval: Betas, companyID = root.id) =>
  h.call(who, 'settings.save', { companyID, comsetname: 'betafeatures', comsetval })
const read = (who: Member, companyID = root.id) =>
  h.call(who, 'settings.get', { companyID, settingname: 'betafeatures', idSys: root.id })
const check = async (who: Member) => (await h.call(who, 'account.checkSetup', { id: users[who].id })).body
const takePart = (who: Member, isBeta: 'T' | 'F', agency: 'ada' | 'abe' = 'ada') =>
  h.call(who, 'companies.update', { ClientID: users[agency].id, action: 'downline', isBeta })
beforeEach(async () => {
  await save('olive', betas())
  await h.db.company.update(northlight.id, { isBeta: false })
  await h.db.company.update(copper.id, { isBeta: false })
})

describe('what is tried out', () => {
  it('ENT-022 keeps the feature that is not sent, also of two who save in the same instant', async () => {
    const saved = await Promise.all([save('olive', { b2b_module: forAll }), save('olive', { data_wallet: forSome })])
    expect(saved.map(({ status }) => status)).toEqual([200, 200])
    expect((await read('olive')).body.data).toEqual(betas({ b2b: forAll, wallet: forSome }))
    await save('olive', { b2b_module: off })
    expect((await read('olive')).body.data).toEqual(betas({ wallet: forSome }))
  })

  it('ENT-022 is nothing until operators say so, and then stands in the set-up check of agencies and clients', async () => {
    const first = await check('ada')
    expect(first.betaFeature).toEqual({
      b2b_module: { id: 'b2b_module', slug: 'b2b_module', name: 'B2B', ...off },
      data_wallet: { id: 'data_wallet', slug: 'data_wallet', name: 'Data Wallet', ...off },
    })
    expect((await read('olive')).body).toEqual({ settingname: 'betafeatures', data: betas() })
    expect((await save('olive', betas({ b2b: forAll, wallet: forSome }))).status).toBe(200)
    expect((await read('olive')).body.data).toEqual(betas({ b2b: forAll, wallet: forSome }))
    for (const who of ['abe', 'carl'] as const)
      expect(await check(who)).toMatchObject({
        isBeta: false,
        betaFeature: { b2b_module: forAll, data_wallet: forSome },
      })
    expect((await takePart('olive', 'T', 'abe')).body.data[0]).toMatchObject({ isBeta: 'T' })
    for (const who of ['abe', 'carl'] as const) expect(await check(who)).toMatchObject({ isBeta: true })
    expect(await check('ada')).toMatchObject({ isBeta: false })
    // The platform's own people take part in all that it tries out.
    expect(await check('olive')).toMatchObject({ isBeta: true })
    expect((await takePart('olive', 'F', 'abe')).body.data[0]).toMatchObject({ isBeta: 'F' })
    expect(await check('abe')).toMatchObject({ isBeta: false })
  })

  it('is said by operators of the root alone, about the root alone, and never through other eyes', async () => {
    for (const who of ['ada', 'sam', 'cleo'] as const) {
      expect((await save(who, betas({ b2b: forAll }))).status).toBe(403)
      expect((await read(who)).status).toBe(403)
    }
    for (const who of ['ada', 'olive'] as const) {
      expect((await save(who, betas({ b2b: forAll }), northlight.id)).status).toBe(403)
      expect((await read(who, northlight.id)).status).toBe(403)
    }
    for (const who of ['ada', 'sam'] as const) expect((await takePart(who, 'T')).status).toBe(403)
    const { access_token: token } = await lookAs(h, 'ada')
    const seen = { companyID: northlight.id, comsetname: 'betafeatures', comsetval: betas({ b2b: forAll }) } as const
    expect((await h.call('olive', 'settings.save', seen, { token })).status).toBe(403)
    expect((await h.db.company.get(root.id)).betas).toEqual({
      b2b: { isBeta: false, appliesToAllAgencies: false },
      dataWallet: { isBeta: false, appliesToAllAgencies: false },
    })
    expect((await h.db.company.get(northlight.id)).isBeta).toBe(false)
    // Nobody else comes as far as the setting itself, which would refuse them too.
    for (const role of ['agency', 'client', 'sales'] as const)
      expect(() => betasOf(actorOf(role), root)).toThrow('Only operators change this.')
  })
})

describe('a wallet that is tried out by others', () => {
  const as = (companyId: string) => ({ company_id: companyId })
  const calls = (id: string): Partial<{ [Name in CallName]: Input<Name> }> => ({
    'wallet.get': as(id),
    'wallet.history': { ...as(id), date: '2026-11' },
    'wallet.download': { companyId: id, month: '2026-11' },
    'wallet.explain': { ...as(id), transaction_id: '202611-auto-1-1' },
    'wallet.leads': { ...as(id), transaction_id: '202611-auto-1-1' },
    'wallet.receipt': { ...as(id), transaction_id: '202611-auto-1-1' },
    'wallet.stopContinual': { ...as(id), stop_continual: 'T' },
    'wallet.save': { ...as(id), amount: 250, custom_amount: 'F' },
    'wallet.charge': { ...as(id), amount: 250, custom_amount: 'F', payment_type: 'credit_card' },
    'wallet.confirm': { ...as(id), transaction_id: '202611-top-1' },
  })
  const isOffered = async (who: Member) => {
    const viewer = await browserViewer(h, who)
    const inMenu = profileMenu(viewer).some(({ id }) => id === 'dataWallet')
    expect(decide(viewer, '/user/data-wallet', viewer.modules).kind).toBe(inMenu ? 'show' : 'notFound')
    return inMenu
  }
  const statusOf = async (who: Member) => (await h.call(who, 'wallet.get', as(users[who].companyId))).status

  it('SHL-036 is neither seen nor reached by a call of an agency that does not take part', async () => {
    expect(await isOffered('abe')).toBe(true)
    await agree('abe')
    await save('olive', betas({ wallet: forSome }))
    expect(await isOffered('abe')).toBe(false)
    for (const [name, input] of Object.entries(calls(copper.id))) {
      const { status, body } = await h.call('abe', name as CallName, input as never)
      expect([name, status, body]).toMatchObject([name, 403, { message: expect.stringContaining('tried out') }])
    }
    expect(await h.db.ledger.get(copper.id)).toMatchObject({ balanceCents: 0, amountCents: 0, isStopped: false })
    expect(h.stripe.list('payment_intent')).toEqual([])
    await takePart('olive', 'T', 'abe')
    expect([await isOffered('abe'), await statusOf('abe')]).toEqual([true, 200])
    await takePart('olive', 'F', 'abe')
    await save('olive', betas({ wallet: forAll }))
    expect([await isOffered('abe'), await statusOf('abe')]).toEqual([true, 200])
  })

  it('SHL-036 stays who uses it: credit is spent and bought, and automatic top-ups are stopped, as before', async () => {
    await h.call('abe', 'wallet.save', { ...as(copper.id), amount: 250, custom_amount: 'F' })
    await save('olive', betas({ wallet: forSome }))
    // Without any credit yet: what charges a card by itself must be seen to be stopped.
    expect([await isOffered('abe'), await statusOf('abe')]).toEqual([true, 200])
    expect(await check('abe')).toMatchObject({
      isBeta: false,
      betaFeature: { data_wallet: { ...forSome, isKept: true } },
    })
    const stop = { ...as(copper.id), stop_continual: 'T' } as const
    expect((await h.call('abe', 'wallet.stopContinual', stop)).status).toBe(200)
    await agree('abe')
    expect((await charge('abe', { amount: 250, keep: false })).body).toMatchObject({ result: 'success' })
    expect((await h.db.ledger.get(copper.id)).balanceCents).toBe(cents(25_000))
  })
})

describe('a product that is tried out by others', () => {
  const b2b = () => h.search({ leadspeekType: 'b2b' })
  const page = '/b2bid/campaign-management'
  const opens = async (who: Member) => {
    const viewer = await browserViewer(h, who)
    return decide(viewer, page, viewer.modules).kind === 'show'
  }
  const made = async () => (await h.db.campaignList.all(northlight.id, { lines: ['b2b'] })).length

  it('AGR-009 has no page, and no campaign is made of it by a call', async () => {
    expect(await made()).toBe(0)
    await save('olive', betas({ b2b: forSome }))
    expect([await opens('ada'), await opens('cleo')]).toEqual([false, false])
    for (const who of ['ada', 'lola'] as const) {
      const { status, body } = await h.create(who, b2b())
      expect([status, body]).toMatchObject([422, { fields: { leadspeekType: expect.stringContaining('tried out') } }])
    }
    expect(await made()).toBe(0)
    // Pages of an agency that has nothing else are kept from it by their calls, too.
    const { modules } = await h.db.company.get(northlight.id)
    await h.db.company.update(northlight.id, { modules: { b2b: modules.b2b } as Company['modules'] })
    const { companyId, number: campaignID } = h.cast.campaigns.harbor
    const asked = { companyId, clientId: companyId, campaignID, startDate: '2026-11-01', endDate: '2026-11-30' }
    expect((await h.call('ada', 'leads.list', asked)).status).toBe(403)
    await save('olive', betas({ b2b: forAll }))
    expect((await h.call('ada', 'leads.list', asked)).status).toBe(200)
    await h.db.company.update(northlight.id, { modules })
  })

  it('CMP-06 SHL-022 AGR-008 is made and started while the beta is for all, or the agency takes part', async () => {
    await save('olive', betas({ b2b: forAll }))
    expect([await opens('ada'), await opens('lola')]).toEqual([true, true])
    expect((await h.create('ada', b2b())).status).toBe(200)
    await save('olive', betas({ b2b: forSome }))
    await takePart('olive', 'T')
    const { body } = await h.create('ada', b2b())
    expect((await h.run('ada', body.data.id)).body).toMatchObject({ data: { status: 'active' } })
  })

  it('what ran goes on and is started again; what never ran is not started, and its pages stay', async () => {
    const ran = (await h.create('ada', b2b())).body.data
    const never = (await h.create('ada', b2b())).body.data
    expect((await h.run('ada', ran.id)).body).toMatchObject({ data: { status: 'active' } })
    await save('olive', betas({ b2b: forSome }))
    expect([await opens('ada'), await opens('lola')]).toEqual([true, true])
    expect(await check('lola')).toMatchObject({ betaFeature: { b2b_module: { ...forSome, isKept: true } } })
    expect((await h.get('ada', ran.id)).body.data).toMatchObject({ status: 'active' })
    expect((await h.run('ada', ran.id, 'F')).body).toMatchObject({ data: { status: 'paused' } })
    expect((await h.run('lola', ran.id)).body).toMatchObject({ data: { status: 'active' } })
    const refused = await h.run('ada', never.id)
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { fields: { product: expect.stringContaining('tried out') } },
    ])
    expect((await h.create('ada', b2b())).status).toBe(422)
  })

  it('what was paid for and could not run yet is started all the same', async () => {
    const { id } = (await h.create('ada', b2b())).body.data
    await save('olive', betas({ b2b: forSome }))
    expect((await h.run('ada', id)).status).toBe(422)
    const campaign = await h.db.campaign.get(harbor.id, id)
    // As a payment leaves it whose campaign could not run when it arrived.
    await billStateEntity(h.services.table).upsert({ companyId: harbor.id, campaignId: id }).set({ purchases: 1 }).go()
    expect(campaign.startedAt).toBe(0)
    expect((await h.run('ada', id)).body).toMatchObject({ data: { status: 'active' } })
  })
})
