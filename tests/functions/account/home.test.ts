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

  it.each(['sam', 'olive'] as const)('says nothing to %s, who has another first page', async (who) => {
    expect(await ask(who)).toEqual({ steps: [], attention: [] })
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
