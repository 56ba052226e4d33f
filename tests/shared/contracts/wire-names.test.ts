import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { allCalls } from '#shared/contracts/index.ts'
import { type FieldNames, namesOf, wireFieldOf } from '#shared/contracts/lib/names.ts'
import { ownName, ownValue, valueNames } from '#shared/contracts/lib/wire-names.ts'
import { flagInput, WireFlag } from '#shared/wire.ts'

type Document = { properties?: Record<string, Document>; [key: string]: unknown }

/** The names of each object of a contract, by where it stands. */
function objectsIn(document: unknown, at: string): { at: string; names: string[] }[] {
  if (typeof document !== 'object' || document === null) return []
  const { properties } = document as Document
  const own = properties ? [{ at, names: Object.keys(properties) }] : []
  return [...own, ...Object.entries(document).flatMap(([key, inside]) => objectsIn(inside, `${at}.${key}`))]
}

const objects = allCalls.flatMap(({ id, call }) => [
  ...objectsIn(z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }), `${id} takes`),
  ...objectsIn(z.toJSONSchema(call.output, { io: 'output', unrepresentable: 'any' }), `${id} answers`),
])

describe('the names of the wire', () => {
  it('all have a word of ours, in camel case', () => {
    const odd = objects.flatMap(({ at, names }) =>
      names
        .filter((name) => !(valueNames as readonly string[]).includes(name))
        .filter((name) => !/^[a-z][a-zA-Z0-9]*$/.test(ownName(name)))
        .map((name) => `${at}.${name}`),
    )
    expect(odd).toEqual([])
  })

  it('never give two fields of one object the same word', () => {
    const doubled = objects.filter(({ names }) => new Set(names.map(ownName)).size < names.length)
    expect(doubled.map(({ at }) => at)).toEqual([])
  })
})

/** The lists of values of a contract. */
function listsIn(document: unknown): string[][] {
  if (typeof document !== 'object' || document === null) return []
  const own = 'enum' in document && Array.isArray(document.enum) ? [document.enum.map(String)] : []
  return [...own, ...Object.values(document).flatMap(listsIn)]
}

describe('the values of the wire', () => {
  it('never stand beside our word for another value of the same field', () => {
    const lists = allCalls.flatMap(({ call }) => [
      ...listsIn(z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' })),
      ...listsIn(z.toJSONSchema(call.output, { io: 'output', unrepresentable: 'any' })),
    ])
    expect(lists.some((values) => values.includes('userdownline'))).toBe(true)
    expect(lists.filter((values) => new Set(values.map(ownValue)).size < values.length)).toEqual([])
  })
})

describe('namesOf', () => {
  it('tells what differs: words, flags, values and what is inside, and leaves out the rest', () => {
    const schema = z.object({
      name: z.string(),
      company_id: z.string().optional(),
      ClientEmail: z.string(),
      customercare: flagInput.prefault('F'),
      status: WireFlag.nullable(),
      picture: z.enum(['logo', 'logodark']),
      rows: z.array(z.object({ usrID: z.string() })),
      prices: z.record(z.string(), z.object({ cost_month: z.string() })),
      either: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('a'), first_name: z.string() }),
        z.object({ kind: z.literal('b'), is_down: WireFlag }),
      ]),
    })
    expect(namesOf(schema)).toEqual({
      company_id: [''],
      ClientEmail: ['email'],
      customercare: ['?isCustomerCare'],
      status: ['?'],
      picture: ['~'],
      rows: ['', { usrID: ['userId'] }],
      prices: ['', { '*': ['', { cost_month: ['periodFee'] }] }],
      either: ['', { first_name: [''], is_down: ['?'] }],
    })
  })
})

describe('wireFieldOf', () => {
  const names: FieldNames = {
    ClientEmail: ['email'],
    comsetval: ['value', { logodark: ['logoDark'] }],
    company_id: [''],
  }

  it.each([
    ['email', 'ClientEmail'],
    ['ClientEmail', 'ClientEmail'],
    ['companyId', 'company_id'],
    ['value.logoDark', 'comsetval.logodark'],
    ['value.logo', 'comsetval.logo'],
    ['logoDark', 'logodark'],
    ['another', 'another'],
  ])('calls %s %s', (own, wire) => expect(wireFieldOf(own, names)).toBe(wire))
})
