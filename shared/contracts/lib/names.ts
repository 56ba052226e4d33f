// Where legacy names and flags stand in what a call takes and answers, read out of its contract.
import type * as z from 'zod'
import { isLegacyValue, ownName, plainName } from './wire-names.ts'

/**
 * A field that is called or written differently here and on the wire: our word (empty where the rule alone gives it, with
 * `?` in front of a flag and `~` in front of a field whose values are words), and the fields inside of it. Fields that are the same are left out. `*` stands for every key.
 */
export type FieldNames = { [wire: string]: readonly [own: string, inside?: FieldNames] }

type Schema = z.core.$ZodType | undefined

/** Types that say something about another one and have no fields of their own. */
const around = ['optional', 'nullable', 'default', 'prefault', 'nonoptional', 'readonly', 'catch'] as const

// @NOTE every schema of the library is one of the types of this union; it has no type that says so of a schema in general.
const defOf = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def

function isFlag(schema: Schema): boolean {
  if (!schema) return false
  const def = defOf(schema)
  if (def.type === 'enum') return Object.values(def.entries).every((value) => value === 'T' || value === 'F')
  if (def.type === 'literal') return def.values.every((value) => value === 'T' || value === 'F')
  if (def.type === 'union') return def.options.every(isFlag)
  return inner(schema).some(isFlag)
}

/** Whether legacy words are among the values. */
function hasLegacyValues(schema: z.core.$ZodType): boolean {
  const def = defOf(schema)
  if (def.type === 'enum') return Object.values(def.entries).some(isLegacyValue)
  if (def.type === 'literal') return def.values.some(isLegacyValue)
  return def.type === 'array' ? hasLegacyValues(def.element) : inner(schema).some(hasLegacyValues)
}

/** The schemas that describe the same value. */
function inner(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  const def = defOf(schema)
  if (def.type === 'pipe') return [def.in]
  if (def.type === 'union') return def.options
  if (def.type === 'intersection') return [def.left, def.right]
  return (around as readonly string[]).includes(def.type) && 'innerType' in def ? [def.innerType] : []
}

function merge(one: FieldNames, other: FieldNames): FieldNames {
  const all = { ...one }
  for (const [wire, [own, inside]] of Object.entries(other)) {
    const known = all[wire]?.[1]
    all[wire] = known || inside ? [own, merge(known ?? {}, inside ?? {})] : [own]
  }
  return all
}

export function namesOf(schema: z.core.$ZodType): FieldNames {
  const def = defOf(schema)
  if (def.type === 'array') return namesOf(def.element)
  if (def.type === 'record') return inside('*', '', def.valueType)
  if (def.type !== 'object') return inner(schema).map(namesOf).reduce(merge, {})
  return Object.entries(def.shape)
    .map(([wire, field]) => inside(wire, wordOf(wire, field), field))
    .reduce(merge, {})
}

function wordOf(wire: string, field: z.core.$ZodType): string {
  const own = ownName(wire)
  const kind = isFlag(field) ? '?' : hasLegacyValues(field) ? '~' : ''
  return `${kind}${own === plainName(wire) ? '' : own}`
}

function inside(wire: string, own: string, field: z.core.$ZodType): FieldNames {
  const names = namesOf(field)
  if (Object.keys(names).length > 0) return { [wire]: [own, names] }
  return ownName(wire) === wire && !/^[?~]/.test(own) ? {} : { [wire]: [own] }
}

type Found = [wire: string, inside: FieldNames | undefined]

/** A field by what it is called, at the top or below it: a rule may know of a part of the input alone. */
function findField(names: FieldNames, isIt: (wire: string, word: string) => boolean): Found | undefined {
  const found = Object.entries(names).find(([wire, [word]]) => isIt(wire, word))
  if (found) return [found[0], found[1][1]]
  for (const [, [, inside]] of Object.entries(names)) {
    const deeper = inside && findField(inside, isIt)
    if (deeper) return deeper
  }
  return undefined
}

/** The name that a field of ours has on the wire of a call, dotted below an object: what is refused is told by it. */
export function wireFieldOf(own: string, names: FieldNames): string {
  const [head = '', ...rest] = own.split('.')
  const isIt = (wire: string, word: string) => head === (word.replace(/^[?~]/, '') || plainName(wire))
  const [wire, inside] = findField(names, isIt) ?? [head, undefined]
  return rest.length === 0 ? wire : `${wire}.${wireFieldOf(rest.join('.'), inside ?? {})}`
}
