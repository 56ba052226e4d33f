// ElectroDB checks the shape of a model whenever an entity is made of it, and what it was made of whenever a service joins it; every
// world of the tests makes all of them anew, which was a tenth of their time. A model is a constant: what holds once holds in the
// next world as well. An entity is told from a model without the check, as in what is deployed (`bin/build.ts`).
import { createRequire } from 'node:module'

type Result = { errors: { property: string; message: string }[] }

const fromHere = createRequire(import.meta.url)
const { Validator } = createRequire(fromHere.resolve('electrodb'))('jsonschema')
const check: (this: unknown, one: object, schema: object) => Result = Validator.prototype.validate
const notModel: Result = { errors: [{ property: 'instance', message: 'is no model' }] }
/** By model, then by the schema that it was held against. */
const known = new WeakMap<object, Map<object, Result>>()

Validator.prototype.validate = function (this: unknown, one: object, schema: object): Result {
  if ('_instance' in one) return notModel
  const results = known.get(one) ?? new Map<object, Result>()
  known.set(one, results)
  const result = results.get(schema) ?? check.call(this, one, schema)
  results.set(schema, result)
  return result
}
