// What a thing is made of, as indented lines that a diff shows well: a head such as `row company`, and below it its fields.

/** `types`: kinds of values, or the values themselves where they are enumerated. A name with `@` says something of the whole thing. */
export type Shape = { name: string; isOptional: boolean; types: readonly string[]; within: readonly Shape[] }

const BETWEEN = ' | '

export const fact = (name: string, said: string): Shape => ({
  name: `@${name}`,
  isOptional: false,
  types: [said],
  within: [],
})

export const toText = (shapes: readonly Shape[], indent = ''): string =>
  shapes
    .map(({ name, isOptional, types, within }) => {
      const line = `${indent}${name}${isOptional ? '?' : ''}: ${types.join(BETWEEN)}\n`
      return line + toText(within, `${indent}  `)
    })
    .join('')

type Growing = Shape & { within: Growing[] }

export function fromText(text: string): Shape[] {
  const all: Growing = { name: '', isOptional: false, types: [], within: [] }
  /** The thing that each depth is in. */
  const open = [all]
  for (const line of text.split('\n').filter(Boolean)) {
    const depth = line.search(/\S/) / 2
    const [, name = '', mark, types = ''] = /^ *(.+?)(\?)?: (.*)$/.exec(line) ?? []
    const shape: Growing = { name, isOptional: mark !== undefined, types: types.split(BETWEEN), within: [] }
    open[depth]?.within.push(shape)
    open[depth + 1] = shape
  }
  return all.within
}

type Json = Readonly<Record<string, unknown>>
type Body = Pick<Shape, 'types' | 'within'>
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const partsOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isJson) : [])
const propertiesOf = ({ properties }: Json): [string, Json][] =>
  Object.entries(Object(properties)).filter((entry): entry is [string, Json] => isJson(entry[1]))

const kindsOf = ({ const: only, enum: values, type, $ref }: Json): string[] => {
  if (only !== undefined) return [JSON.stringify(only)]
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value))
  if ($ref !== undefined) return ['the same again']
  return type === undefined ? ['anything'] : [type].flat().map(String)
}

/** What tells alternatives apart: the value of a field that is fixed in each, or else their places. */
function namesOf(alternatives: readonly Json[]): string[] {
  const fixed = alternatives.map(
    (each) => new Map(propertiesOf(each).map(([name, { const: only }]) => [name, only] as const)),
  )
  const by = [...(fixed[0]?.keys() ?? [])].find((name) => fixed.every((each) => each.get(name) !== undefined))
  return fixed.map((each, index) => `<${by === undefined ? index + 1 : each.get(by)}>`)
}

/** A JSON Schema as a shape. `saysStrict`: whether it says of objects that they refuse what they do not name. */
export function shapeOf(name: string, schema: Json, { saysStrict = false } = {}): Shape {
  const field = (its: string, one: Json, isOptional = false): Shape => ({ name: its, isOptional, ...bodyOf(one) })

  function objectOf(one: Json): Body {
    const required: unknown[] = Array.isArray(one.required) ? one.required : []
    const { additionalProperties: others } = one
    return {
      types: [saysStrict && others === false ? 'strict object' : 'object'],
      within: [
        ...propertiesOf(one).map(([its, property]) => field(its, property, !required.includes(its))),
        ...(isJson(others) && Object.keys(others).length > 0 ? [field('{}', others)] : []),
      ],
    }
  }

  function alternativesOf(all: readonly Json[]): Body {
    const objects = all.filter(({ properties }) => properties)
    const names = objects.length > 1 ? namesOf(objects) : []
    const bodies = all.filter((each) => names.length === 0 || !objects.includes(each)).map(bodyOf)
    return {
      types: [...new Set([...names, ...bodies.flatMap(({ types }) => types)])].sort(),
      within: [
        ...names.map((its, index) => field(its, objects[index] ?? {})),
        ...bodies.flatMap(({ within }) => within),
      ],
    }
  }

  function bodyOf(one: Json): Body {
    const all = [...partsOf(one.anyOf), ...partsOf(one.oneOf)]
    if (all.length > 0) return alternativesOf(all)
    const parts = partsOf(one.allOf).map(objectOf)
    if (parts.length > 0) return { types: ['object'], within: parts.flatMap(({ within }) => within) }
    if (one.type === 'object') return objectOf(one)
    if (one.type !== 'array') return { types: kindsOf(one), within: [] }
    const { types, within } = bodyOf(isJson(one.items) ? one.items : {})
    return { types: types.map((type) => `list of ${type}`), within }
  }

  return field(name, schema)
}
