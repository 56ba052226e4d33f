import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { parseInput } from '#functions/kit/input.ts'
import { contracts } from '#shared/contracts/index.ts'
import type { Call } from '#shared/contracts/lib/call.ts'
import { AppError } from '#shared/errors.ts'

const odd = [undefined, null, '', 'x'.repeat(20_000), 'ZZ', -1, 1e12, 1.5, true, [], [1], ['a'], {}, { zz: 1 }]
const parsersWords = /Invalid|expected|Too (big|small)|Unrecognized|received|undefined|NaN/i

const fieldsOf = ({ input }: Call): string[] => (input instanceof z.ZodObject ? Object.keys(input.shape) : [])

function refusalOf(call: Call, wire: Record<string, unknown>): Record<string, string> {
  try {
    parseInput(call, wire)
    return {}
  } catch (error) {
    if (error instanceof AppError) return error.fields ?? {}
    throw error
  }
}

describe('what is said of a field that does not fit', () => {
  const calls = Object.values(contracts).flatMap((area) => Object.values(area) as Call[])
  it('is a sentence for people, in every call and field', () => {
    const said = new Set<string>()
    for (const call of calls)
      for (const value of odd)
        for (const text of Object.values(
          refusalOf(call, Object.fromEntries(fieldsOf(call).map((name) => [name, value]))),
        ))
          said.add(text)
    expect(said.size).toBeGreaterThan(100)
    expect([...said].filter((text) => parsersWords.test(text) || !/[.!?]$|[a-z]$/.test(text))).toEqual([])
  })

  it.each([
    [z.string().max(3), 'abcd', 'Use at most 3 characters.'],
    [z.string().max(1), 'ab', 'Use at most 1 character.'],
    [z.string().min(1), '', 'This must not be empty.'],
    [z.string().min(2), 'a', 'Use at least 2 characters.'],
    [z.array(z.string()).max(1), ['a', 'b'], 'Use at most 1 entry.'],
    [z.number().max(100), 101, 'At most 100.'],
    [z.number().lt(100), 100, 'Less than 100.'],
    [z.number().gt(0), 0, 'More than 0.'],
    [z.int(), 1.5, 'This must be a whole number.'],
    [z.number().multipleOf(5), 3, 'A multiple of 5.'],
    [z.string(), 5, 'This must be a text.'],
    [z.string(), undefined, 'This is missing.'],
    [z.enum(['a', '']), 'b', 'Only a or nothing is possible here.'],
    [z.enum(['a']), undefined, 'This is missing.'],
    [z.literal('a'), 'b', 'Only a is possible here.'],
    [z.email(), 'b', 'This is not an e-mail address.'],
    [z.iso.date(), '2026-13-01', 'Write the day as YYYY-MM-DD.'],
    [z.string().max(3, 'Shorter, please.'), 'abcd', 'Shorter, please.'],
  ])('names what is asked for, and leaves what a contract says itself: %#', (schema, value, words) => {
    const call = { input: z.object({ field: schema }) } as unknown as Call
    expect(refusalOf(call, value === undefined ? {} : { field: value })).toEqual({ field: words })
  })
})
