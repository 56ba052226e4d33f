import { describe, expect, it } from 'vitest'
import type { Input } from '#shared/contracts/index.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()
const { northlight, copper } = h.cast
const save = (who: Member, more: Partial<Input<'audiences.save'>> = {}) =>
  h.call(who, 'audiences.save', {
    companyID: h.cast.users[who].companyId,
    name: 'Roofs',
    leadspeek_type: 'locator',
    area: 'national',
    ...more,
  })
const names = async (who: Member, companyID = h.cast.users[who].companyId) => {
  const { body } = await h.call(who, 'audiences.list', { companyID })
  return body.data.map(({ name }) => name)
}

describe('saved audiences', () => {
  it('ENB-29 are kept by name, changed and removed, each once', async () => {
    const made = await save('ada', {
      name: 'Roofs',
      keywords: ['Roof repair', ' roof repair ', 'shingles'],
      area: 'zips',
      zip_codes: ['60601', '60601'],
    })
    expect(made.body.data).toMatchObject({ keywords: ['Roof repair', 'shingles'], zip_codes: ['60601'], states: [] })
    await save('ada', { name: 'Gyms', area: 'states', states: ['IL'] })
    expect(await names('ada')).toEqual(['Gyms', 'Roofs'])
    const { body: read } = await h.call('ada', 'audiences.list', { companyID: northlight.id })
    expect(read.data[1]).toEqual(made.body.data)
    expect(read.data[1]).toMatchObject({ name: 'Roofs', leadspeek_type: 'locator', area: 'zips' })
    expect((await save('ada', { name: ' roofs ' })).body.fields).toEqual({
      name: 'There is an audience of this name already.',
    })
    const audienceID = made.body.data.id
    expect((await save('ada', { audienceID, name: 'Attics', area: 'national' })).body.data).toMatchObject({
      zip_codes: [],
    })
    expect(await names('ada')).toEqual(['Attics', 'Gyms'])
    const remove = (who: Member, companyID: string) => h.call(who, 'audiences.remove', { companyID, audienceID })
    expect((await remove('abe', copper.id)).status).toBe(404)
    expect((await remove('abe', northlight.id)).status).toBe(403)
    expect((await remove('ada', northlight.id)).status).toBe(200)
    expect((await remove('ada', northlight.id)).status).toBe(404)
    expect(await names('ada')).toEqual(['Gyms'])
  })

  it('keep what is not sent, and what two people change in the same instant', async () => {
    const made = await save('abe', { name: 'Barns', keywords: ['barn'], area: 'states', states: ['IL'] })
    const audienceID = made.body.data.id
    const change = (given: Partial<Input<'audiences.save'>>) =>
      h.call('abe', 'audiences.save', { companyID: copper.id, audienceID, ...given })
    const done = await Promise.all([
      change({ keywords: ['barn doors'] }),
      change({ area: 'zips', zip_codes: ['60601'] }),
    ])
    expect(done.map(({ status }) => status)).toEqual([200, 200])
    const { body } = await h.call('abe', 'audiences.list', { companyID: copper.id })
    expect(body.data).toMatchObject([
      { name: 'Barns', leadspeek_type: 'locator', keywords: ['barn doors'], area: 'zips', zip_codes: ['60601'] },
    ])
    // A new one has nothing that could stay.
    const { fields } = (await h.call('abe', 'audiences.save', { companyID: copper.id, name: 'X' })).body
    expect(fields).toEqual({ leadspeek_type: 'This is needed.', area: 'This is needed.' })
    await h.call('abe', 'audiences.remove', { companyID: copper.id, audienceID })
  })

  it('belong to one company, and say what they lack', async () => {
    await save('cleo', { name: 'Smiles' })
    expect(await names('cleo')).toEqual(['Smiles'])
    expect(await names('carl')).toEqual([])
    expect((await h.call('carl', 'audiences.list', { companyID: northlight.id })).status).toBe(403)
    expect((await save('ada', { name: ' ' })).status).toBe(422)
    expect((await save('ada', { name: 'X', area: 'states' })).body.fields).toEqual({
      states: 'Choose at least one state.',
    })
    expect((await save('ada', { name: 'X', area: 'states', states: ['ZZ'] })).status).toBe(422)
    expect((await save('ada', { name: 'X', area: 'zips', zip_codes: ['60601', '6060', '00000'] })).body.fields).toEqual(
      {
        zip_codes: 'A zip code has five digits. Not valid: 6060, 00000.',
      },
    )
    const many = Array.from({ length: 1001 }, (_, at) => String(10_000 + at))
    expect((await save('ada', { name: 'X', area: 'zips', zip_codes: many })).body.fields).toEqual({
      zip_codes: 'Use at most 1,000 zip codes; these are 1,001.',
    })
    const pasted = await save('ada', { name: 'Pasted', area: 'zips', zip_codes: ['60601;60602, 60603 60601'] })
    expect(pasted.body.data).toMatchObject({ zip_codes: ['60601', '60602', '60603'] })
    expect((await save('sam', { name: 'X' })).status).toBe(403)
  })
})
