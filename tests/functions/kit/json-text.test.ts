import { describe, expect, it } from 'vitest'
import { findNameTwice, refusalForShape } from '#functions/kit/json-text.ts'

describe('a name that stands twice in JSON', () => {
  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a" \n:1,"b":{},"\\u0061"\t:2}', 'a'],
    ['{"x":[{"y":{"deep":1,"z":[],"deep":1}}]}', 'deep'],
    ['{"":1,"":2}', ''],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"a\\"":1,"a\\"":2}', 'a"'],
  ])('is found in %s', (json, name) => {
    JSON.parse(json)
    expect(findNameTwice(json)).toBe(name)
  })

  it.each([
    '{}',
    '{"a":{"a":[{"a":"a"},{"a":"a"}]},"b":{"a":1}}',
    '{"a":"b","b":"a"}',
    '{"a":"\\"a\\":1,{","b":"\\\\"}',
    '{"a":["a","a"],"A":1}',
  ])('is not found in %s', (json) => {
    JSON.parse(json)
    expect(findNameTwice(json)).toBeUndefined()
  })
})

describe('JSON that is not worth parsing', () => {
  it.each([
    ['{"a":[{}]}', 2, 'deep'],
    ['{"a":[{}]}', 3, undefined],
    ['{"a":[],"b":[],"c":{"d":[]}}', 3, undefined],
    ['{"a":"[[[[","b":"\\"[[[[","c\\\\":1}', 1, undefined],
    ['{"a":"\\\\"},[[', 1, 'deep'],
    ['[[[', 2, 'deep'],
    ['"[[[', 1, undefined],
    ['{"a":[1,2,3,4]}', 2, undefined],
    ['{"a":",,,,,,"}', 2, undefined],
    ['{"a":[1,2,3,4,5]}', 2, 'many'],
  ])('is told by its brackets and commas: %s', (json, depth, refusal) =>
    expect(refusalForShape(json, { depth, values: 4 })).toBe(refusal),
  )
})
