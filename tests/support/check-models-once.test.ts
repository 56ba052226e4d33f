import { Entity, Service } from 'electrodb'
import { expect, it } from 'vitest'
import './check-models-once.ts'

const model = {
  model: { entity: 'thing', service: 'tests', version: '1' },
  attributes: { id: { type: 'string' } },
  indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
} as const

it('refuses a model that is not well formed, the second time as well', () => {
  const ill = { ...model, attributes: { id: { type: 'string', required: 'yes' } } }
  for (const _time of [1, 2]) expect(() => Reflect.construct(Entity, [ill])).toThrow(/required/)
})

it('takes one that is, and a service of its entity', () => {
  for (const _time of [1, 2]) {
    const thing = new Entity(model, { table: 'things' })
    expect(new Service({ thing }).entities.thing).toBe(thing)
  }
})
