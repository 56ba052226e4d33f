// The fonts of a paper: the brand's own, and behind it one for each script that people's names are written in. Each comes in
// pieces (Latin, Cyrillic, a hundred pieces of Chinese), of which only those that a paper needs are read.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type { Brand } from '#shared/model/brand.ts'

export type Weight = 400 | 600
/** A piece of a font: its file, and the code points that it is meant for, as pairs of first and last. */
export type Face = { id: string; file: string; ranges: readonly (readonly [number, number])[] }

const ofBrand = {
  Inter: 'inter',
  'Source Sans 3': 'source-sans-3',
  Nunito: 'nunito',
  Lora: 'lora',
  'Space Grotesk': 'space-grotesk',
} as const satisfies Record<Brand['font'], string>

/** In the order in which they are asked; all in the regular weight. */
const scripts =
  'arabic hebrew thai bengali gurmukhi gujarati tamil telugu kannada malayalam sinhala lao khmer myanmar ethiopic georgian armenian sc'
const fallbacks = [
  'noto-sans',
  ...scripts.split(' ').map((script) => `noto-sans-${script}`),
  // Korean, and signs such as hearts.
  'gowun-dodum',
  'noto-emoji',
]

/** What a function that draws papers must bring along, beside its code. */
export const fontPackages: readonly { name: string; weights: readonly Weight[] }[] = [
  ...Object.values(ofBrand).map((name) => ({ name, weights: [400, 600] as const })),
  ...fallbacks.map((name) => ({ name, weights: [400] as const })),
]

/** Packages lie where Node looks for them: beside the sources here, and in the function's own folder on AWS. */
const packages = createRequire(import.meta.url)
export const fontFolder = (name: string): string => dirname(packages.resolve(`@fontsource/${name}/unicode.json`))
/** The ending of a file of one piece in one weight. */
export const fontEnding = (weight: Weight): string => `-${weight}-normal.woff`

function parseRange(text: string): readonly [number, number] {
  const [first = '', last = first] = text.replace(/^U\+/i, '').split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}

function readFaces(name: string, weight: Weight): Face[] {
  const folder = fontFolder(name)
  const pieces: Record<string, string> = JSON.parse(readFileSync(`${folder}/unicode.json`, 'utf8'))
  return Object.entries(pieces).map(([key, ranges]) => {
    const id = `${name}-${key.replace(/[[\]]/g, '')}${fontEnding(weight)}`
    return { id, file: `${folder}/files/${id}`, ranges: ranges.split(',').map(parseRange) }
  })
}

const read = new Map<string, readonly Face[]>()
function facesOf(name: string, weight: Weight): readonly Face[] {
  const key = `${name} ${weight}`
  const known = read.get(key) ?? readFaces(name, weight)
  read.set(key, known)
  return known
}

/** Pieces that may draw a sign, the brand's own first. */
export function* facesFor(font: Brand['font'], weight: Weight, codes: readonly number[]): Generator<Face> {
  const covers = ({ ranges }: Face) => codes.every((code) => ranges.some(([from, to]) => code >= from && code <= to))
  yield* facesOf(ofBrand[font], weight).filter(covers)
  for (const name of fallbacks) yield* facesOf(name, 400).filter(covers)
}
