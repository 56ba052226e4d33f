// While a version rolls out, functions of the one before run beside it, and a deployment may be taken back: each reads what the other
// wrote, pages that are open go on, and so do programs. What that is made of is written down in tests/shapes.
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { shapesNow } from '#bin/shapes/collect.ts'
import { breaksBetween } from '#bin/shapes/compare.ts'
import { fromText, type Shape, shapeOf, toText } from '#bin/shapes/shape.ts'
import { sentence, textWritten } from '#bin/shapes.ts'

const now = await shapesNow()

describe.each(Object.entries(now))('A43 the version before, and this one: %s', (name, shapes) => {
  it('read and call each other without a failure', () => {
    const breaks = breaksBetween(fromText(textWritten(name)), shapes)
    expect(
      breaks.map(sentence).join('\n'),
      'Once a difference was judged, `npm run shapes -- --renew` writes it down (docs/operating.md, Upgrade).',
    ).toBe('')
  })

  it('are written down as they are', () => {
    const [written, is] = [fromText(textWritten(name)), shapes].map((all) => all.map((shape) => toText([shape])))
    const differing = [
      ...(is?.filter((each) => !written?.includes(each)) ?? []),
      ...(written?.filter((each) => !is?.includes(each)) ?? []),
    ]
    const heads = new Set(differing.map((each) => each.split(':', 1)[0]))
    expect([...heads], '`npm run shapes -- --renew` writes them down.').toEqual([])
  })

  it('are read back as they were written', () => expect(fromText(toText(shapes))).toEqual(shapes))
})

describe('A43 what is written down', () => {
  it('names every kind of row, each with its version', () => {
    const names = globSync('functions/data/**/*.ts').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/model\('(\w+)'\)/g)].map(([, name]) => name),
    )
    const written = new Set(now.rows?.map(({ name }) => name))
    // How far the operator's tool came, which no function reads.
    const tools = ['carryMark', 'migration']
    expect(names.length).toBeGreaterThan(100)
    expect(names.filter((name) => !written.has(`row ${name} 1`) && !tools.includes(name ?? ''))).toEqual([])
  })

  it('has all that is read out of rows: no schema of them is kept from it', () => {
    const hidden = globSync('functions/data/**/*.ts').flatMap((file) =>
      [
        ...readFileSync(file, 'utf8').matchAll(
          /^const ([A-Z]\w*) = (?:z\.|[A-Z]\w*\.(?:extend|omit|pick|partial)\()/gm,
        ),
      ].map(([, name]) => `${file}: export ${name}`),
    )
    expect(hidden).toEqual([])
  })
})

it('a schema is written down as lines, from which it is read back', () => {
  const text = z.string()
  const schema = z.strictObject({
    name: text,
    state: z.enum(['on', 'off']).optional(),
    sums: z.record(text, z.number().nullable()),
    parts: z.array(z.object({ at: z.number() })),
    told: z.discriminatedUnion('what', [
      z.object({ what: z.literal('sms'), to: text }),
      z.object({ what: z.literal('mail'), copies: z.array(text).default([]) }),
    ]),
  })
  const json = z.toJSONSchema(schema, { io: 'input' }) as Record<string, unknown>
  const written = toText([shapeOf('message m', json, { saysStrict: true })])
  expect(written).toBe(
    `message m: strict object
  name: string
  state?: "on" | "off"
  sums: object
    {}: number | null
  parts: list of object
    at: number
  told: <mail> | <sms>
    <sms>: object
      what: "sms"
      to: string
    <mail>: object
      what: "mail"
      copies?: list of string
`,
  )
  expect(toText(fromText(written))).toBe(written)
})

describe('a difference', () => {
  const under = (head: string, lines: string | null, depth = 1): Shape[] =>
    lines === null
      ? []
      : fromText([`${head}: object`, ...lines.split('; ').map((line) => `${'  '.repeat(depth)}${line}`)].join('\n'))
  /** What it is said to break. */
  const said = (before: Shape[], after: Shape[]) => breaksBetween(before, after).map(({ at, says }) => `${at} ${says}`)

  it.each<[string, string | null, string | null, string | null]>([
    ['a new field that must be there', 'a: string', 'a: string; b: string', 'b must be there'],
    ['a new field that may be left out', 'a: string', 'a: string; b?: string', null],
    [
      'a new thing that may be left out, in which something must be',
      'a: string',
      'a: string; o?: object;   b: string',
      null,
    ],
    [
      'a new field in what people answered',
      'answers: object',
      'answers: object;   b: string',
      'answers.b must be there',
    ],
    ['a field that must be there from now on', 'a?: string', 'a: string', 'a must be there'],
    ['a field that must be there and is gone', 'a: string; b: string', 'a: string', 'b may be missing'],
    ['a field that may be left out and is gone', 'a: string; b?: string', 'a: string', 'b is read no more'],
    ['a field that may be left out from now on', 'a: string', 'a?: string', 'a may be missing'],
    [
      'a new field of a strict object',
      'o: strict object;   a: string',
      'o: strict object;   a: string;   b?: string',
      'o.b is new in a strict',
    ],
    ['a value that is new', 'a: "x"', 'a: "x" | "y"', 'a may be "y"'],
    ['a value that is known no more', 'a: "x" | "y"', 'a: "x"', 'a can no longer be "y"'],
    ['a text that may be null', 'a: string', 'a: null | string', 'a may be null'],
    ['what was anything, and is of one kind', 'a: any', 'a: any | string', null],
    ['what may be anything from now on', 'a: string', 'a: anything', 'a may be anything'],
    [
      'a thing in a list that needs more',
      'l: list of object;   a: string',
      'l: list of object;   a: string;   b: string',
      'l.b must be there',
    ],
    [
      'another kind of thing',
      'o: <x>;   <x>: object',
      'o: <x> | <y>;   <x>: object;   <y>: object;     b: string',
      'o may be <y>',
    ],
    [
      'a kind of thing that is gone',
      'o: <x> | <y>;   <x>: object;   <y>: object',
      'o: <x>;   <x>: object',
      'o can no longer be <y>',
    ],
    ['another key', '@key primary: A#1', '@key primary: A#2', '@key primary was A#1 and is A#2'],
    [
      'a key by which rows of before are not found',
      'a: string',
      'a: string; @key gsi1: B',
      '@key gsi1 was nothing and is B',
    ],
    ['rows that were given their new shape', '@shape: 2', '@shape: 3', null],
    ['rows of a kind that is known no more', 'a: string', null, ' is known no more'],
    ['rows of a new kind', null, 'a: string', null],
  ])('between rows: %s', (_, before, after, expected) => {
    const all = said(under('row r 1', before), under('row r 1', after))
    expect(all).toEqual(expected === null ? [] : [expect.stringContaining(`row r 1: ${expected.trim()}`)])
  })

  it('a queue that is gone leaves messages behind', () => {
    expect(said(under('message m', 'a: string'), [])).toEqual([expect.stringMatching(/^message m: has no worker/)])
  })

  it.each<[string, 'takes' | 'answers', string, string, string | null]>([
    ['needs more', 'takes', 'a: string', 'a: string; b: string', 'b must be sent'],
    ['takes more', 'takes', 'a: string', 'a: string; b?: string', null],
    ['takes another value', 'takes', 'a: "x"', 'a: "x" | "y"', null],
    ['takes a value no more', 'takes', 'a: "x" | "y"', 'a: "x"', 'a is no longer taken as "y"'],
    ['takes a field no more', 'takes', 'a: string; b?: string', 'a: string', 'b is taken no more'],
    ['asks for less', 'takes', 'a: string', 'a?: string', null],
    ['answers more', 'answers', 'a: string', 'a: string; b: string', null],
    ['answers less', 'answers', 'a: string; b?: string', 'a: string', 'b is answered no more'],
    ['may leave something out', 'answers', 'a: string', 'a?: string', 'a may be missing'],
    ['answers another value', 'answers', 'a: string', 'a: null | string', 'a may be answered as null'],
    ['answers a value no more', 'answers', 'a: null | string', 'a: string', null],
  ])('of a call that %s', (_, side, before, after, expected) => {
    const call = (lines: string) => under('call c', `${side}: object; ${lines.replaceAll(/(^|; )/g, '$1  ')}`)
    const all = said(call(before), call(after))
    expect(all).toEqual(expected === null ? [] : [expect.stringContaining(`call c: ${side}.${expected}`)])
  })

  it.each<[string, string, string | null, string | null]>([
    ['goes', '@path: GET /a', null, 'is gone'],
    ['has another path', '@path: GET /a', '@path: GET /b', '@path was GET /a and is GET /b'],
    ['needs a key', '@path: GET /a', '@path: GET /a; @needs: K', '@needs was nothing and is K'],
    ['needs no key any more', '@path: GET /a; @needs: K', '@path: GET /a', null],
    [
      'answers more of the person whom browsers keep',
      '@kept: 3; answers: object',
      '@kept: 3; answers: object;   b: string',
      'answers.b is answered always',
    ],
    [
      'does so with a version that browsers do not keep over',
      '@kept: 3; answers: object',
      '@kept: 4; answers: object;   b: string',
      null,
    ],
  ])('of a call that %s', (_, before, after, expected) => {
    const all = said(under('call c', before), under('call c', after))
    expect(all).toEqual(expected === null ? [] : [expect.stringContaining(`call c: ${expected}`)])
  })

  it('is told with what to do about it', () => {
    const [found] = breaksBetween(under('message m', 'a: string'), under('message m', 'a: string; b: string'))
    expect(found && sentence(found)).toBe(
      `message m: b must be there, and what the version before wrote does not have it or may lack it.
    Make it optional, or give it a default where it is read, until no version is left that does not write it.`,
    )
  })
})
