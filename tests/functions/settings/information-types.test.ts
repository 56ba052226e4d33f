import { describe, expect, it } from 'vitest'
import type { InformationKind } from '#shared/model/information-type.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()
const read = async (who: Member, type: InformationKind) =>
  (await h.call(who, 'settings.informationTypes', { type })).body
const save = (who: Member, type: InformationKind, data: { id?: string; name: string }[], revision: number) =>
  h.call(who, 'settings.saveInformationTypes', { type, data, revision })

describe('types of information', () => {
  it('SET-23 SET-24 are read by kind, with ids and names, by those who make campaigns', async () => {
    for (const who of ['olive', 'ada', 'cleo'] as const) {
      expect((await read(who, 'advanced')).data).toContainEqual({ id: 'household-income', name: 'Household income' })
      expect((await read(who, 'b2b')).data).toContainEqual({ id: 'job-title', name: 'Job title' })
    }
    expect((await h.call('sam', 'settings.informationTypes', { type: 'b2b' })).status).toBe(403)
    expect((await h.call('ada', 'settings.informationTypes', { type: 'other' as never })).status).toBe(422)
  })

  it('SET-24 are changed by the root alone: ids stay, and what is removed is still known by its name', async () => {
    const { data, revision } = await read('olive', 'advanced')
    const [first, second, ...rest] = data
    if (!first || !second) throw new Error('There are no types.')
    const edited = [{ ...first, name: 'Age' }, ...rest, { name: 'Pets' }]
    for (const who of ['ada', 'cleo', 'sam'] as const)
      expect((await save(who, 'advanced', edited, revision)).status).toBe(403)
    const saved = await save('olive', 'advanced', edited, revision)
    expect(saved.status).toBe(200)
    const after = await read('cleo', 'advanced')
    expect(after.data[0]).toEqual({ id: first.id, name: 'Age' })
    expect(after.data.at(-1)).toEqual({ id: expect.stringMatching(/^inf_/), name: 'Pets' })
    expect(after.removed).toEqual([second])
    // What was removed can come back under its own id.
    const back = await save('olive', 'advanced', [...after.data, second], after.revision)
    expect(back.body).toMatchObject({ removed: [] })
    expect(back.body.data.at(-1)).toEqual(second)
    expect(back.body.data.filter(({ name }) => name === 'Pets')).toEqual([after.data.at(-1)])
  })

  it('name the row that is wrong', async () => {
    const { data, revision } = await read('olive', 'b2b')
    const count = data.length
    const twice = await save('olive', 'b2b', [...data, { name: ' JOB Title ' }], revision)
    expect([twice.status, twice.body.fields]).toEqual([
      422,
      { [`data.${count}.name`]: 'There is a type of this name already.' },
    ])
    expect((await save('olive', 'b2b', [{ id: 'inf_none', name: 'Mine' }], revision)).body.fields).toEqual({
      'data.0.name': 'This type is not in the list any more.',
    })
    expect((await save('olive', 'b2b', [{ name: ' ' }], revision)).body.fields).toEqual({
      'data.0.name': 'Enter a name.',
    })
    expect((await read('olive', 'b2b')).data).toEqual(data)
  })

  it('are saved by one of two who change them at once, and the other is told', async () => {
    const { data, revision } = await read('olive', 'b2b')
    const both = await Promise.all([
      save('olive', 'b2b', [...data, { name: 'Olive’s' }], revision),
      save('otto', 'b2b', [...data, { name: 'Otto’s' }], revision),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const after = await read('olive', 'b2b')
    expect(after.data).toHaveLength(data.length + 1)
    expect(after.revision).toBe(revision + 1)
  })
})
