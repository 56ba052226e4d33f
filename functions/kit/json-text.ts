// What is looked for in JSON beside its parser: names that stand twice in one object, of which JSON does not say which value counts
// (RFC 8259, 4; parsers take the last), and what would cost too much to parse.

import { badRequest } from '#shared/errors.ts'

/** No form of ours goes deeper than this; what does would exhaust the code that walks it. */
export const DEEPEST = 24
export const tooDeep = () => badRequest('The body is nested too deeply.')

/** Place of the quote that ends the text whose first quote stands at `start`. */
function endOfText(json: string, start: number): number {
  let at = start + 1
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}

/**
 * A name that one object holds twice, at any depth and however it is written (`"d\u0074"` is `dt`); undefined when
 * none does. Takes valid JSON only.
 */
export function findNameTwice(json: string): string | undefined {
  /** Names of the objects that are open, the innermost last; arrays stand in it without any. */
  const open: Set<string>[] = []
  for (let at = 0; at < json.length; at++) {
    const letter = json[at]
    if (letter === '{' || letter === '[') open.push(new Set())
    else if (letter === '}' || letter === ']') open.pop()
    else if (letter === '"') {
      const start = at
      at = endOfText(json, start)
      let next = at + 1
      while (/\s/.test(json[next] ?? '')) next++
      // In valid JSON only a name stands before a colon.
      if (json[next] !== ':') continue
      const name = String(JSON.parse(json.slice(start, at + 1)))
      const names = open.at(-1)
      if (names?.has(name)) return name
      names?.add(name)
    }
  }
  return undefined
}

/** Why a text is not worth parsing: brackets stand deeper within each other than so many times, or it holds more values. Takes any text. */
export function refusalForShape(json: string, most: { depth: number; values: number }): 'deep' | 'many' | undefined {
  let depth = 0
  let values = 1
  let isInText = false
  for (let at = 0; at < json.length; at++) {
    const letter = json[at]
    if (isInText) {
      if (letter === '\\') at++
      else if (letter === '"') isInText = false
    } else if (letter === '"') isInText = true
    else if (letter === '{' || letter === '[') {
      depth++
      if (depth > most.depth) return 'deep'
    } else if (letter === '}' || letter === ']') depth--
    else if (letter === ',') {
      values++
      if (values > most.values) return 'many'
    }
  }
  return undefined
}
