// The one place where names of the wire become ours, and ours become the wire's: calls take and answer our terms.
import type { CallName, Input as WireInput, Output as WireOutput } from '#shared/contracts/index.ts'
import type { FieldNames } from '#shared/contracts/lib/names.ts'
import { type Own, ownValue, plainName, wireValue } from '#shared/contracts/lib/wire-names.ts'

/** What a call takes, in our terms. */
export type Input<Name extends CallName> = Own<WireInput<Name>>
/** What a call answers, in our terms. */
export type Output<Name extends CallName> = Own<WireOutput<Name>>

type Field = { wire: string; own: string; kind: string; inside: FieldNames | undefined }

function fieldOf(wire: string, names: FieldNames): Field {
  const [word, inside] = names[wire] ?? names['*'] ?? [wire]
  const [, kind = '', own = ''] = /^([?~]?)(.*)$/.exec(word) ?? []
  // A key that a contract does not name is data.
  return { wire, own: names[wire] ? own || plainName(wire) : wire, kind, inside }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const ownFlag = (value: unknown) => (value === 'T' ? true : value === 'F' ? false : value)
const wireFlag = (value: unknown) => (value === true ? 'T' : value === false ? 'F' : value)
const each = (value: unknown, turn: (item: unknown) => unknown) =>
  Array.isArray(value) ? value.map(turn) : turn(value)

/** An answer of the wire in our terms. */
export function toOwn(value: unknown, names: FieldNames): unknown {
  if (Array.isArray(value)) return value.map((item) => toOwn(item, names))
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([wire, content]) => {
    const { own, kind, inside } = fieldOf(wire, names)
    if (kind) return [own, each(content, kind === '?' ? ownFlag : ownValue)] as const
    return [own, inside ? toOwn(content, inside) : content] as const
  })
  return Object.fromEntries(entries)
}

/** What we send, as the wire names it. */
export function toWire(value: unknown, names: FieldNames): unknown {
  if (Array.isArray(value)) return value.map((item) => toWire(item, names))
  if (!isObject(value)) return value
  const fields = new Map(Object.keys(names).map((wire) => [fieldOf(wire, names).own, fieldOf(wire, names)]))
  const entries = Object.entries(value).map(([own, content]) => {
    const { wire, kind, inside } = fields.get(own) ?? fieldOf(own, names)
    if (kind) return [wire, each(content, kind === '?' ? wireFlag : wireValue)] as const
    return [wire, inside ? toWire(content, inside) : content] as const
  })
  return Object.fromEntries(entries)
}

/** Where a name of the wire stands, at the top or below it: a rule may know of a part of the input alone. */
function findNames(wire: string, names: FieldNames): FieldNames {
  if (names[wire]) return names
  for (const [, inside] of Object.values(names)) {
    const deeper = inside && findNames(wire, inside)
    if (deeper?.[wire]) return deeper
  }
  return names
}

/** The field of a form that a refused field of the wire stands for, dotted below an object. */
export function toOwnField(path: string, names: FieldNames): string {
  const [head = '', ...rest] = path.split('.')
  const { own, inside } = fieldOf(head, findNames(head, names))
  return rest.length === 0 ? own : `${own}.${toOwnField(rest.join('.'), inside ?? {})}`
}
