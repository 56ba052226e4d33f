import { beforeEach, describe, expect, it } from 'vitest'
import { DAY } from '#shared/dates.ts'
import { countUnits } from '../../bench/units.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { stageOf } from '../companies/stage.ts'

const h = await harness()
const { plant } = stageOf(h)
const units = countUnits(h.services.table)
const ask = async (who: Member) => (await h.call(who, 'account.home', {})).body
const kindsOf = async (who: Member) => (await ask(who)).attention.map(({ kind }: { kind: string }) => kind)
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

  it('tells of a tool that was lost or only fails, and where it is mended', async () => {
    const { id } = h.cast.northlight
    const tools = async () => (await ask('ada')).attention.filter(({ slug }: { slug: string }) => slug !== '')
    const made = { companyId: id, slug: 'kartra' as const, settings: {}, masks: {}, sealed: 'x' }
    const connection = await h.db.tool.connect(made, h.services.now())
    expect(await tools()).toEqual([])
    for (let n = 0; n < 10; n++)
      await h.db.tool.countFailure({ ...connection, failingSince: h.services.now() }, h.services.now())
    expect(await tools()).toMatchObject([{ kind: 'tool_failing', slug: 'kartra' }])
    await h.db.tool.connect(made, h.services.now())
    expect(await tools()).toEqual([])
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
    await h.db.auditLog.append(
      entry({ userId: h.cast.users.cleo.id, name: 'Cleo Client', description: 'Paused it', at: now - 800 }),
    )
    const deeds = async (who: Member) => (await ask(who)).activity.map(({ what, who: by }: Deed) => `${by}: ${what}`)
    expect((await deeds('ada')).slice(0, 2)).toEqual(['Cleo Client: Paused it', 'Ada Agency: Started a campaign'])
    expect(await deeds('cleo')).toEqual(['Cleo Client: Paused it'])
  })

  it.each(['sam', 'olive'] as const)('says nothing to %s, who has another first page', async (who) => {
    expect(await ask(who)).toEqual({ steps: [], attention: [], activity: [] })
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
