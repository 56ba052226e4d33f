import { describe, expect, it } from 'vitest'
import { noBetas } from '#shared/access/viewer.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()
const { root, northlight, copper, brightSmiles, peakFitness } = h.cast
await h.db.user.update(h.cast.users.sam.id, { connection: 'completed' })

describe('companies.get', () => {
  it('shows one company as its list does, and where it belongs', async () => {
    const listed = await h.call('ada', 'companies.list', {
      companyId: northlight.id,
      group: 'none',
      idsys: 'none',
      type: 'client',
      module: 'none',
      sort: 'none',
      order: 'none',
      search: 'Bright',
    })
    const { status, body } = await h.call('ada', 'companies.get', { companyID: brightSmiles.id })
    expect(status).toBe(200)
    expect(body.data).toEqual(listed.body.data[0])
    expect(body.parent).toEqual({ id: northlight.id, name: northlight.name })
  })

  it('2FA-025 says who may let the person in again, by the very rule of the call', async () => {
    const may = async (who: 'olive' | 'ada' | 'admin' | 'sam', companyID: string) =>
      (await h.call(who, 'companies.get', { companyID })).body.data.may_unlock
    expect([await may('olive', brightSmiles.id), await may('ada', brightSmiles.id)]).toEqual([true, false])
    // Operators alone, of agencies and of clients.
    expect([await may('olive', northlight.id), await may('sam', northlight.id)]).toEqual([true, false])
    expect([await may('admin', brightSmiles.id), await may('sam', brightSmiles.id)]).toEqual([false, false])
    await h.db.user.update(h.cast.users.cleo.id, { status: 'invited' })
    expect(await may('olive', brightSmiles.id)).toBe(false)
    await h.db.user.update(h.cast.users.cleo.id, { status: 'active' })
  })

  it('counts what runs for all clients of an agency', async () => {
    const running = Object.values(h.cast.campaigns).filter(
      ({ agencyId, status }) => agencyId === northlight.id && status === 'active',
    )
    expect(running.length).toBeGreaterThan(0)
    const { body } = await h.call('olive', 'companies.get', { companyID: northlight.id })
    expect(body.data.active_campaigns).toBe(running.length)
  })

  it('tells operators alone whose contract was cancelled, in the list too', async () => {
    const marked = async (who: 'olive' | 'sam') => {
      const { body } = await h.call(who, 'companies.list', {
        companyId: root.id,
        group: 'none',
        idsys: 'none',
        type: 'userdownline',
        module: 'none',
        sort: 'none',
        order: 'none',
        search: 'none',
      })
      return body.data.filter(({ is_cancelled }) => is_cancelled).map(({ company_id }) => company_id)
    }
    const cancel = (undo: boolean) =>
      h.call('olive', 'payments.cancelSubscription', { company_id: copper.id, reason: 'Closing down.', undo })
    expect(await marked('olive')).toEqual([])
    expect((await cancel(false)).status).toBe(200)
    expect([await marked('olive'), await marked('sam')]).toEqual([[copper.id], []])
    expect((await cancel(true)).status).toBe(200)
    expect(await marked('olive')).toEqual([])
  })

  it('WAL-031 CRD-22 tells operators alone whether top-ups are on and why a contract ended', async () => {
    const seen = async (who: 'olive' | 'sam' | 'ada', companyID: string) => {
      const { body } = await h.call(who, 'companies.get', { companyID })
      return [body.is_enable_topup_prepaid_direct_payment, body.cancelled?.reason]
    }
    expect(await seen('olive', copper.id)).toEqual([true, undefined])
    await h.db.ledger.setTopUpEnabled(copper.id, false)
    await h.db.company.cancelContract(copper, 'Closing down.', h.services.now())
    expect(await seen('olive', copper.id)).toEqual([false, 'Closing down.'])
    await h.db.company.update(copper.id, { cancelledAt: null, cancelReason: '' })
    await h.db.ledger.setTopUpEnabled(copper.id, true)
    await h.db.company.cancelContract(northlight, 'Sold.', h.services.now())
    expect(await seen('sam', northlight.id)).toEqual([undefined, undefined])
    await h.db.company.update(northlight.id, { cancelledAt: null, cancelReason: '' })
    expect([await seen('ada', brightSmiles.id), await seen('olive', brightSmiles.id)]).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ])
    // Who does not take part in a wallet that is tried out has none to switch.
    await h.db.company.update(root.id, {
      betas: { ...noBetas, dataWallet: { isBeta: true, appliesToAllAgencies: false } },
    })
    expect(await seen('olive', copper.id)).toEqual([undefined, undefined])
    await h.db.company.update(root.id, { betas: noBetas })
  })

  it('shows operators every agency and client below them, and sales people those that are theirs', async () => {
    const of = async (who: 'olive' | 'sam', companyID: string) =>
      (await h.call(who, 'companies.get', { companyID })).status
    for (const id of [northlight.id, copper.id, peakFitness.id]) expect(await of('olive', id)).toBe(200)
    expect([await of('sam', northlight.id), await of('sam', brightSmiles.id)]).toEqual([200, 200])
    expect([await of('sam', copper.id), await of('sam', peakFitness.id), await of('sam', root.id)]).toEqual([
      403, 403, 403,
    ])
  })

  it('tells nobody of their own company, of one beside it or of one above, and answers the unknown alike', async () => {
    for (const companyID of [northlight.id, copper.id, peakFitness.id, root.id, 'com_01JD0000000000000000000000'])
      expect((await h.call('ada', 'companies.get', { companyID })).status).toBe(403)
    expect((await h.call('cleo', 'companies.get', { companyID: brightSmiles.id })).status).toBe(403)
  })
})

describe('companies.find', () => {
  const find = async (who: 'olive' | 'ada' | 'sam' | 'amos', companyID: string, search: string) => {
    const { body } = await h.call(who, 'companies.find', { companyID, search })
    return { companies: body.companies.map(({ name }) => name), people: body.people.map(({ name }) => name) }
  }

  it('finds companies right below and the people who run one', async () => {
    expect(await find('olive', root.id, 'nort')).toEqual({ companies: ['Northlight'], people: [] })
    expect(await find('olive', root.id, 'olive')).toEqual({ companies: [], people: ['Olive Operator'] })
    expect(await find('ada', northlight.id, 'bright')).toEqual({ companies: ['Bright Smiles Dental'], people: [] })
    expect(await find('ada', northlight.id, 'amo')).toEqual({ companies: [], people: ['Amos Assistant'] })
  })

  it('finds by the person and the middle of a name where nothing begins so', async () => {
    expect((await find('ada', northlight.id, 'cleo')).companies).toEqual(['Bright Smiles Dental'])
    expect((await find('ada', northlight.id, 'miles')).companies).toEqual(['Bright Smiles Dental'])
  })

  it('finds for sales people their agencies alone, and nobody of the operators', async () => {
    expect(await find('sam', root.id, 'northlight')).toEqual({ companies: ['Northlight'], people: [] })
    expect(await find('sam', root.id, 'copper')).toEqual({ companies: [], people: [] })
    expect(await find('sam', root.id, 'olive')).toEqual({ companies: [], people: [] })
  })

  it('names people only to those who may list them', async () => {
    expect((await find('amos', northlight.id, 'amos')).people).toEqual(['Amos Assistant'])
    await h.db.user.update(h.cast.users.amos.id, { userType: 'administrator' })
    expect((await find('amos', northlight.id, 'amos')).people).toEqual([])
  })

  it('refuses an empty search at its field, and companies out of reach', async () => {
    const empty = await h.call('ada', 'companies.find', { companyID: northlight.id, search: ' ' })
    expect([empty.status, Object.keys(empty.body.fields ?? {})]).toEqual([422, ['search']])
    expect((await h.call('ada', 'companies.find', { companyID: copper.id, search: 'peak' })).status).toBe(403)
  })
})
