import { beforeEach, describe, expect, it } from 'vitest'
import { createWebhook, newWebhookSecret } from '#functions/domain/integrations/webhooks.ts'
import { makePaymentDeps } from '#functions/domain/wallet/payment-deps.ts'
import { orderTopUp } from '#functions/domain/wallet/top-up.ts'
import type { Output } from '#shared/contracts/index.ts'
import { DAY } from '#shared/dates.ts'
import { healthy, LEAST_FAILURES } from '#shared/integrations/health.ts'
import { cents } from '#shared/money/cents.ts'
import { Entry } from '#shared/money/ledger.ts'
import { countUnits } from '../../bench/units.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { stageOf } from '../companies/stage.ts'
import { stageOf as paymentStageOf } from '../payments/stage.ts'

const h = await harness()
const { plant } = stageOf(h)
const { saveCard } = paymentStageOf(h)
const units = countUnits(h.services.table)
const ask = async (who: Member) => (await h.call(who, 'account.home', {})).body
const kindsOf = async (who: Member) => (await ask(who)).attention.map(({ kind }: { kind: string }) => kind)
type Figures = Output<'account.home'>['figures']
/** The figures of one answer, each by its name. */
const figuresOf = (who: Member) => async () => {
  const { figures }: { figures: Figures } = await ask(who)
  return (name: Figures[number]['figure']) => {
    const { figure: _, ...found } = figures.find(({ figure }) => figure === name) ?? { value: Number.NaN, before: null }
    return found
  }
}
type Deed = { what: string; who: string }
beforeEach(() => h.setClock())

describe('account.home', () => {
  it('says what failed and what a pixel does, to the client and to nobody else', async () => {
    const { smiles } = h.cast.campaigns
    await h.db.company.update(smiles.companyId, { paymentFailed: true })
    expect(await kindsOf('cleo')).toContain('payment_failed')
    expect(await kindsOf('ada')).not.toContain('payment_failed')
    await h.db.company.update(smiles.companyId, { paymentFailed: false })
    expect(await kindsOf('cleo')).not.toContain('payment_failed')
    const pixel = await plantCampaign(h.db, { ...smiles, id: h.services.newId('campaign'), line: 'local' })
    const linesOf = async () => (await ask('cleo')).attention.filter((one: { name: string }) => one.name === pixel.name)
    expect(await linesOf()).toMatchObject([{ kind: 'pixel_missing', leadspeek_api_id: pixel.number }])
    await h.db.pixel.hear(pixel, h.services.now())
    expect(await linesOf()).toEqual([])
    await h.setClock(h.services.now() + 2 * DAY)
    expect(await linesOf()).toMatchObject([{ kind: 'pixel_silent' }])
  })

  it('tells an agency what its account lacks, which client was invited and what is to be set up', async () => {
    const { company } = await plant(h.cast.northlight, 'Awaited', { user: { status: 'invited' } })
    await h.db.company.update(h.cast.northlight.id, { accountRequirements: ['A bank account for payouts'] })
    const { attention, steps } = await ask('ada')
    expect(attention).toContainEqual(
      expect.objectContaining({ kind: 'account', reasons: ['A bank account for payouts'] }),
    )
    expect(attention).toContainEqual(expect.objectContaining({ kind: 'invitations', name: company.name, total: 1 }))
    expect(steps).toContainEqual({ step: 'client', done: 'T' })
  })

  it('tells an agency whose leads are paid from its Data Wallet that nobody fills it, and nobody else', async () => {
    const { northlight } = h.cast
    const lines = async (who: Member) =>
      (await ask(who)).attention.filter(({ kind }: { kind: string }) => kind === 'wallet_low')
    // Its clients pay by card: an empty wallet holds nothing up.
    expect(await lines('ada')).toEqual([])
    await h.db.company.update(northlight.id, { manualBill: true })
    expect(await lines('ada')).toEqual([])
    await h.db.billing.save(northlight.id, { billingMethod: 'data_wallet' })
    const usedUp = 'It is used up: no leads come until it is topped up.'
    expect(await lines('ada')).toMatchObject([{ reasons: [usedUp] }])
    expect(await lines('cleo')).toEqual([])
    await saveCard('ada')
    const order = { amountCents: cents(25_000), isCustom: false, isStopped: true, person: 'Ada' }
    await orderTopUp(makePaymentDeps(h.services), northlight, { ...order, idempotencyKey: 'filled' })
    expect(await lines('ada')).toEqual([])
    const at = h.services.now()
    const used = { id: 'used', kind: 'charge', state: 'posted', amountCents: 24_000, at, title: 'Leads', rule: 'Leads' }
    expect(await h.db.ledger.charge(Entry.parse({ ...used, companyId: northlight.id }), at)).toBe('done')
    expect(await lines('ada')).toMatchObject([{ reasons: [expect.stringMatching(/^\$10\.00 is left\. Once/)] }])
    await h.db.company.update(northlight.id, { manualBill: false })
    await h.db.billing.save(northlight.id, { billingMethod: 'credit_card' })
  })

  it('counts the clients whose payment failed, and names one alone', async () => {
    const unpaid = async () =>
      (await ask('ada')).attention.filter(({ kind }: { kind: string }) => kind === 'clients_unpaid')
    const { company: first } = await plant(h.cast.northlight, 'Owing One')
    const { company: second } = await plant(h.cast.northlight, 'Owing Two')
    await h.db.company.update(first.id, { paymentFailed: true })
    expect(await unpaid()).toMatchObject([{ name: 'Owing One', total: 1 }])
    await h.db.company.update(second.id, { paymentFailed: true })
    expect(await unpaid()).toMatchObject([{ name: '', total: 2 }])
    for (const { id } of [first, second]) await h.db.company.update(id, { paymentFailed: false })
    expect(await unpaid()).toEqual([])
  })

  it('tells a company, its agency and the operators of a receiver that only fails, until it works again', async () => {
    const { smiles } = h.cast.campaigns
    const { northlight } = h.cast
    const receivers = async (who: Member) =>
      (await ask(who)).attention.filter(({ kind }: { kind: string }) => kind.startsWith('receiver_'))
    const made = { companyId: smiles.companyId, slug: 'kartra' as const, settings: {}, masks: {}, sealed: 'x' }
    const place = { agencyId: northlight.id, rootId: northlight.rootId }
    const since = h.services.now()
    await h.db.tool.connect(made, since)
    for (let n = 0; n < LEAST_FAILURES; n++) {
      expect(await receivers('cleo')).toEqual([])
      const connection = await h.db.tool.find(made)
      if (connection) await h.db.tool.countFailure(connection, since, place)
    }
    const line = { kind: 'receiver_failing', name: 'Kartra', slug: 'kartra', at: new Date(since).toISOString() }
    expect(await receivers('cleo')).toMatchObject([{ ...line, company_id: '', reasons: [] }])
    const ofOthers = { ...line, company_id: smiles.companyId, reasons: ['Bright Smiles Dental'] }
    expect(await receivers('ada')).toMatchObject([ofOthers])
    expect(await receivers('olive')).toMatchObject([ofOthers])
    expect(await receivers('abe')).toEqual([])
    expect((await ask('olive')).figures).toContainEqual(
      expect.objectContaining({ figure: 'failing_receivers', value: 1, is_cut: false }),
    )
    const connection = await h.db.tool.find(made)
    if (connection) await h.db.tool.work(connection)
    for (const who of ['cleo', 'ada', 'olive'] as const) expect(await receivers(who)).toEqual([])
  })

  it('tells of a webhook whose receiver is gone or only fails, until somebody switches it on', async () => {
    const { companyId, agencyId, rootId } = h.cast.campaigns.smiles
    const place = { agencyId, rootId }
    const now = h.services.now()
    const webhooks = async (who: Member) =>
      (await ask(who)).attention
        .filter(({ kind }: { kind: string }) => kind.startsWith('receiver_'))
        .map(({ kind, name, slug }) => [kind, name, slug])
    const made = await createWebhook(h.services, {
      id: 'whk_of_home',
      companyId,
      scope: 'all',
      label: 'Our CRM',
      address: 'https://hooks.example/in',
      secret: newWebhookSecret(),
      now,
    })
    if (!made) throw new Error('There was no room.')
    const find = async () => {
      const found = await h.db.webhook.find(made, made.id)
      if (!found) throw new Error('It is not there.')
      return found
    }
    for (let n = 0; n < LEAST_FAILURES; n++) await h.db.webhook.countFailure(await find(), now, place)
    expect(await webhooks('cleo')).toEqual([['receiver_failing', 'the webhook Our CRM', 'zapier']])
    expect(await webhooks('ada')).toHaveLength(1)
    await h.db.webhook.recover(await find())
    expect(await webhooks('cleo')).toEqual([])
    await h.db.webhook.switchOff(await find(), 'It is gone.', place, now)
    expect(await webhooks('cleo')).toEqual([['receiver_off', 'the webhook Our CRM', 'zapier']])
    // Another name changes nothing of that.
    await h.db.webhook.change(await find(), { label: 'Their CRM' })
    expect(await webhooks('cleo')).toHaveLength(1)
    await h.db.webhook.change(await find(), { isEnabled: true, offReason: '', ...healthy })
    expect(await webhooks('cleo')).toEqual([])
    expect(await webhooks('ada')).toEqual([])
  })

  it('shows who may read the log what was done in the company, and others what they did themselves', async () => {
    const now = h.services.now()
    const entry = (more: object) => ({
      id: h.services.newId('log'),
      tenantId: h.cast.northlight.id,
      companyId: h.cast.campaigns.smiles.companyId,
      companyName: 'Bright Smiles',
      userId: h.cast.users.ada.id,
      name: 'Ada Agency',
      userType: 'admin' as const,
      viewedUserId: null,
      action: 'Campaign Status' as const,
      description: 'Started a campaign',
      campaignId: null,
      before: null,
      after: null,
      ip: '',
      location: '',
      at: now - 1000,
      ...more,
    })
    await h.db.auditLog.append(entry({}))
    await h.db.auditLog.append(entry({ action: 'Sign In', description: 'Signed in', at: now - 900 }))
    const cleo = { userId: h.cast.users.cleo.id, name: 'Cleo Client', userType: 'client' as const }
    await h.db.auditLog.append(entry({ ...cleo, description: 'Paused it', at: now - 800 }))
    const deeds = async (who: Member) => (await ask(who)).activity.map(({ what, who: by }: Deed) => `${by}: ${what}`)
    expect((await deeds('ada')).slice(0, 2)).toEqual(['Cleo Client: Paused it', 'Ada Agency: Started a campaign'])
    expect(await deeds('cleo')).toEqual(['Cleo Client: Paused it', 'Northlight: Started a campaign'])
    const { companyName } = entry({})
    await h.db.auditLog.append(entry({ description: `Changed ${companyName}`, at: now - 700 }))
    // Whom a sentence names is not named beside it once more.
    expect((await ask('ada')).activity.slice(0, 2).map(({ company }: { company: string }) => company)).toEqual([
      '',
      companyName,
    ])
  })

  it('shows a client what was done with its campaigns, in the name of its agency, and neither prices nor what was tried', async () => {
    const { smiles, peak } = h.cast.campaigns
    const { northlight, copper } = h.cast
    const seen = async (who: Member) =>
      (await ask(who)).activity.map(({ what, who: by }: Deed) => `${by}: ${what}`).slice(0, 2)
    const note = (more: object) =>
      h.db.auditLog.append({
        id: h.services.newId('log'),
        tenantId: northlight.id,
        companyId: smiles.companyId,
        companyName: 'Bright Smiles',
        userId: h.cast.users.olive.id,
        name: 'Olive Operator',
        userType: 'root',
        viewedUserId: null,
        action: 'Campaign Status',
        description: 'Archived a campaign',
        campaignId: null,
        before: null,
        after: null,
        ip: '',
        location: '',
        at: h.services.now() - 100,
        ...more,
      })
    await note({ action: 'Campaign Create', description: 'Created a campaign', at: h.services.now() - 200 })
    await note({})
    await note({ action: 'Cost Change', description: 'Set what a lead costs', at: h.services.now() - 50 })
    await note({ description: 'Tried to start it', after: { outcome: 'refused' }, at: h.services.now() - 40 })
    await note({ tenantId: copper.id, companyId: peak.companyId, description: 'Of another agency' })
    const told = [`${northlight.name}: Archived a campaign`, `${northlight.name}: Created a campaign`]
    expect(await seen('cleo')).toEqual(told)
    expect(await seen('carl')).not.toContain(told[0])
    expect(JSON.stringify(await ask('cleo'))).not.toMatch(/Olive|costs|Tried|another agency/)
    expect(JSON.stringify(await ask('lola'))).not.toContain('Archived a campaign')
  })

  it('shows a client that its agency started a campaign for it', async () => {
    const { smiles } = h.cast.campaigns
    const campaign = await plantCampaign(h.db, { ...smiles, id: h.services.newId('campaign'), name: 'For Cleo' })
    const moved = await h.call('ada', 'campaigns.setActive', { leadspeekID: campaign.id, status: 'F' })
    expect(moved.status).toBe(200)
    await h.drain()
    expect((await ask('cleo')).activity[0]).toMatchObject({
      what: expect.stringContaining('Paused the campaign For Cleo'),
      who: h.cast.northlight.name,
    })
  })

  it('tells operators how the platform does: agencies, who owes, and work that waits', async () => {
    const { root } = h.cast
    const figure = figuresOf('olive')
    const earlier = await figure()
    const { company } = await plant(root, 'Newcomer')
    await plant(root, 'Earlier', { createdAt: h.services.now() - 40 * DAY })
    const later = await figure()
    expect(later('agencies').value).toBe(earlier('agencies').value + 2)
    expect(later('new_agencies').value).toBe(earlier('new_agencies').value + 1)
    expect(later('new_agencies').before).toBe((earlier('new_agencies').before ?? 0) + 1)
    expect((await ask('olive')).newcomers[0]).toMatchObject({ company_id: company.id, name: 'Newcomer' })
    expect(later('unpaid_companies')).toEqual({ value: 0, before: null, is_cut: false })
    const refunds = async () =>
      (await ask('olive')).attention.filter(({ kind }: { kind: string }) => kind === 'refunds_unknown')
    const since = h.services.now()
    for (let made = 1; made <= 51; made++) {
      const { rootId, id: companyId } = h.cast.northlight
      const money = { accountId: '', amountCents: 100, feeCents: 0, description: '', paymentKey: '' }
      const back = { companyId, chargeId: `pi_home_${made}`, ...money }
      const owed = await h.db.owedRefund.begin(back, { rootId, since, again: since })
      await h.db.owedRefund.note(owed, { reason: 'It could not go.', again: since })
      if (made === 50) expect(await refunds()).toMatchObject([{ total: 50, is_cut: false }])
    }
    // One more than is counted.
    expect(await refunds()).toMatchObject([{ total: 50, is_cut: true }])
  })

  it('tells a sales person of their agencies, and of what they got, are owed and gave back', async () => {
    const { root, users } = h.cast
    const figure = figuresOf('sam')
    const earlier = await figure()
    // However many of others do not pay either, and were here before.
    await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const other = await plant(root, `Aardvark ${index}`)
        await h.db.company.update(other.company.id, { paymentFailed: true })
      }),
    )
    const { company } = await plant(root, 'Brought', { company: { salesRepId: users.sam.id } })
    await plant(root, 'Of somebody else')
    const now = h.services.now()
    const share = (paymentKey: string, amountCents: number) => ({
      agencyId: company.id,
      paymentKey,
      kind: 'representative' as const,
      userId: users.sam.id,
      basisPoints: 1000,
      amountCents,
      status: 'open' as const,
      createdAt: now,
    })
    for (const [key, cents] of [
      ['one', 1000],
      ['two', 2550],
    ] as const)
      await h.db.commission.begin(share(key, cents), now)
    expect((await figure())('commissions_owed')).toMatchObject({ value: 35.5, is_cut: false })
    expect(await kindsOf('sam')).toContain('commissions_wait')
    const [paid] = await h.db.commission.list(company.id, 'one')
    if (!paid) throw new Error('There is none.')
    // However often a worker says so, it counts once.
    for (let n = 0; n < 3; n++) await h.db.commission.end(paid, 'tr_1', now)
    for (let n = 0; n < 3; n++) await h.db.commission.noteBack({ ...paid, status: 'paid' }, 400, now)
    const later = await figure()
    expect(later('agencies')).toEqual({
      value: earlier('agencies').value + 1,
      before: earlier('agencies').before,
      is_cut: false,
    })
    expect(later('commissions')).toMatchObject({ value: 10, before: 0 })
    expect(later('commissions_back')).toMatchObject({ value: 4, before: 0 })
    expect(later('commissions_owed')).toMatchObject({ value: 25.5 })
    await h.db.company.update(company.id, { paymentFailed: true })
    expect((await ask('sam')).attention).toContainEqual(
      expect.objectContaining({ kind: 'agencies_unpaid', name: 'Brought', total: 1 }),
    )
    await h.setClock(now + 40 * DAY)
    expect((await figure())('commissions')).toMatchObject({ value: 0, before: 10 })
  })

  it('tells a sales person of each of their agencies that did not pay, also behind a hundred that did', async () => {
    const { root, users } = h.cast
    const figure = figuresOf('rita')
    const before = (await figure())('agencies').value
    const theirs = { company: { salesRepId: users.rita.id } }
    const made: string[] = []
    for (let each = 0; each < 103; each++) made.push((await plant(root, `Theirs ${each}`, theirs)).company.id)
    expect((await figure())('agencies')).toMatchObject({ value: before + 103, is_cut: false })
    for (const id of made.sort().slice(-2)) await h.db.company.update(id, { paymentFailed: true })
    expect((await ask('rita')).attention).toContainEqual(
      expect.objectContaining({ kind: 'agencies_unpaid', total: 2, is_cut: false }),
    )
  })

  it('reads no more for many clients than for those it looks at', async () => {
    const plantSome = async (count: number) => {
      for (let n = 0; n < count; n++) await plant(h.cast.northlight, `Many ${count} ${n}`)
    }
    await plantSome(25)
    // Signing in costs once.
    await ask('ada')
    const before = (await units.of(() => ask('ada'))).units
    await plantSome(25)
    expect((await units.of(() => ask('ada'))).units).toEqual(before)
  })
})
