// Rows as the table keeps them, as one line of text: the same bytes for the same row, no matter where and when it is written. Sets
// and bytes stay what they are, and numbers keep all their digits.
import type { AttributeValue } from '@aws-sdk/client-dynamodb'

export type Raw = Record<string, AttributeValue>
/** What becomes of each text of a row, its keys included. */
export type Change = (text: string) => string

type Written = { [kind: string]: unknown }

const byteOrder = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const fromBase64 = (text: string) => new Uint8Array(Buffer.from(text, 'base64'))

function write(value: AttributeValue): Written {
  if (value.S !== undefined) return { S: value.S }
  if (value.N !== undefined) return { N: value.N }
  if (value.BOOL !== undefined) return { BOOL: value.BOOL }
  if (value.NULL !== undefined) return { NULL: true }
  if (value.B !== undefined) return { B: toBase64(value.B) }
  if (value.SS !== undefined) return { SS: [...value.SS].sort(byteOrder) }
  if (value.NS !== undefined) return { NS: [...value.NS].sort(byteOrder) }
  if (value.BS !== undefined) return { BS: value.BS.map(toBase64).sort(byteOrder) }
  if (value.L !== undefined) return { L: value.L.map(write) }
  if (value.M !== undefined) return { M: writeAll(value.M) }
  throw new Error(`A row holds a value of a kind that is not known: ${Object.keys(value).join()}.`)
}

const writeAll = (item: Raw): Written =>
  Object.fromEntries(
    Object.entries(item)
      .map(([name, value]) => [name, write(value)] as const)
      .sort(([a], [b]) => byteOrder(a, b)),
  )

export const toLine = (item: Raw): string => JSON.stringify(writeAll(item))

function changeValue(value: AttributeValue, change: Change): AttributeValue {
  if (value.S !== undefined) return { S: change(value.S) }
  if (value.SS !== undefined) return { SS: value.SS.map(change) }
  if (value.L !== undefined) return { L: value.L.map((each) => changeValue(each, change)) }
  if (value.M !== undefined) return { M: changeRow(value.M, change) }
  return value
}
export const changeRow = (item: Raw, change: Change): Raw =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [change(name), changeValue(value, change)]))

/** Bytes travel as text. */
function read(value: AttributeValue): AttributeValue {
  if (value.B !== undefined) return { B: fromBase64(String(value.B)) }
  if (value.BS !== undefined) return { BS: value.BS.map((each) => fromBase64(String(each))) }
  if (value.L !== undefined) return { L: value.L.map(read) }
  if (value.M !== undefined) return { M: readAll(value.M) }
  return value
}
const readAll = (item: Raw): Raw => Object.fromEntries(Object.entries(item).map(([name, value]) => [name, read(value)]))

export function fromLine(line: string): Raw {
  const parsed: unknown = JSON.parse(line)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new Error('A line holds no row.')
  // @NOTE what else is no row is refused by the table itself.
  return readAll(parsed as Raw)
}

export const textOf = (item: Raw, name: string): string => item[name]?.S ?? ''
/** Which entity wrote a row; the few kinds without one are told by their keys. */
export const kindOf = (item: Raw): string => textOf(item, '__edb_e__') || textOf(item, 'e') || plainKindOf(item)

function plainKindOf(item: Raw): string {
  const [pk, sk] = [textOf(item, 'pk'), textOf(item, 'sk')]
  if (pk.startsWith('W#')) return `wallet ${sk.split('#', 1)[0]}`
  if (pk.startsWith('REV#')) return 'counter-account'
  if (pk.startsWith('O#')) return 'open top-up'
  if (pk.startsWith('I#')) return 'kept answer'
  if (sk === 'B' && pk.includes('#X#')) return 'exclusion bucket'
  return `${pk.split('#', 1)[0]}# ${sk.split('#', 1)[0]}`
}

/** A value as the language has it, for rows whose fields are read. */
export function plainOf(value: AttributeValue | undefined): unknown {
  if (value === undefined || value.NULL !== undefined) return undefined
  if (value.N !== undefined) return Number(value.N)
  if (value.L !== undefined) return value.L.map(plainOf)
  if (value.M !== undefined)
    return Object.fromEntries(Object.entries(value.M).map(([name, each]) => [name, plainOf(each)]))
  return value.S ?? value.BOOL ?? value.SS ?? value.NS
}
