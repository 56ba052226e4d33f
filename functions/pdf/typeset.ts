// Sets lines of text in any script on a page: chooses a font for each sign, orders what is read from right to left as the Unicode
// Bidirectional Algorithm (UAX 9) says, and breaks lines between words, or within one that is longer than the line.
import { readFileSync } from 'node:fs'
import openBidi from 'bidi-js'
import type { Brand } from '#shared/model/brand.ts'
import { type Face, facesFor, type Weight } from './fonts.ts'
import { unpackFont } from './unpack.ts'

/** `figures`: all of one width, for amounts below each other. */
export type Style = { size: number; colour: string; weight?: Weight; figures?: boolean }
type Run = { text: string; face: Face; level: number }
export type Line = { runs: readonly Run[]; width: number }
export type Place = { x: number; y: number; width: number; align?: 'left' | 'right' }

/** The height of a line in sizes of its letters, and where in it they stand. */
export const LINE = 1.4
const BASELINE = 1.05

const bidi = openBidi()
const signs = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Joiners, selectors of variants and marks of direction: they shape or turn other signs and need no glyph of their own. */
const isUnseen = (code: number) =>
  (code >= 0x200b && code <= 0x200f) ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x2060 && code <= 0x206f) ||
  (code >= 0xfe00 && code <= 0xfe0f) ||
  code === 0xfeff
const isLetter = (sign: string) => /^[\p{L}\p{M}]/u.test(sign)
/** The library turns them round as it does Arabic letters, though they are read from left to right: one at a time has no order. */
const isArabicDigit = (sign: string) => /^[\u0660-\u0669\u06f0-\u06f9]/.test(sign)
const isOdd = (level: number) => level % 2 === 1

/** The parts of the document's fonts that tell whether a glyph is there. */
type OpenFont = { font: { cmap: unknown; hasGlyphForCodePoint(code: number): boolean } }

export function openTypesetter(doc: PDFKit.PDFDocument, font: Brand['font']) {
  const registered = new Set<string>()
  const use = ({ id, file }: Face) => {
    if (!registered.has(id)) doc.registerFont(id, unpackFont(readFileSync(file)))
    registered.add(id)
    return doc.font(id)
  }
  function draws(face: Face, codes: readonly number[]): boolean {
    use(face)
    // @NOTE the library keeps the font at hand here; its types leave that out. Whether a glyph is there cannot be asked otherwise.
    const { font: open } = (doc as unknown as { _font: OpenFont })._font
    // One piece of a hundred keeps its signs in a table that the library cannot read: it draws none of them.
    return open.cmap !== undefined && codes.every((code) => open.hasGlyphForCodePoint(code))
  }
  const chosen = new Map<string, Face | undefined>()
  function faceOf(sign: string, weight: Weight): Face | undefined {
    const key = `${weight} ${sign}`
    if (chosen.has(key)) return chosen.get(key)
    const codes = [...sign].map((each) => each.codePointAt(0) ?? 0).filter((code) => !isUnseen(code))
    let found: Face | undefined
    for (const face of facesFor(font, weight, codes)) {
      if (!draws(face, codes)) continue
      found = face
      break
    }
    chosen.set(key, found)
    return found
  }
  const blank = (weight: Weight): Face => {
    const face = faceOf('?', weight)
    if (!face) throw new Error(`The font ${font} is not there.`)
    return face
  }
  const featuresOf = ({ figures }: Style): PDFKit.Mixins.OpenTypeFeatures[] => (figures ? ['tnum'] : [])

  const widthOf = (run: Run, style: Style): number =>
    use(run.face)
      .fontSize(style.size)
      .widthOfString(run.text, { features: featuresOf(style) })

  /** What no font has with its marks is shown without them. */
  function withFace(sign: string, weight: Weight): { face: Face; shown: string } {
    for (const shown of [sign, sign.normalize('NFC'), sign.normalize('NFD').replace(/\p{M}/gu, '')]) {
      const face = shown === '' ? undefined : faceOf(shown, weight)
      if (face) return { face, shown }
    }
    return { face: blank(weight), shown: sign }
  }

  /** A text in runs of one font and one direction, in the order in which it is read. `base`: where the whole of it begins. */
  function runsOf(text: string, { weight = 400 }: Style, base?: 'ltr' | 'rtl'): Run[] {
    const embedding = bidi.getEmbeddingLevels(text, base)
    const mirrored = bidi.getMirroredCharactersMap(text, embedding.levels)
    const runs: Run[] = []
    for (const { segment, index } of signs.segment(text)) {
      const level = embedding.levels[index] ?? 0
      // A wish for a sign in colours is none that a font of one colour draws.
      const sign = mirrored.get(index) ?? segment.replace(/[\ufe00-\ufe0f]/g, '')
      const last = runs.at(-1)
      const isSame = last?.level === level
      // What stands between words stays with the letters beside it where their font has it.
      const stays =
        isSame &&
        !isLetter(sign) &&
        draws(
          last.face,
          [...sign].map((each) => each.codePointAt(0) ?? 0),
        )
      const { face, shown } = stays ? { face: last.face, shown: sign } : withFace(sign, weight)
      if (isSame && last.face === face && !isArabicDigit(sign)) last.text += shown
      else runs.push({ text: shown, face, level })
    }
    return runs
  }
  /** The same in the order in which they stand (rule L2). */
  function asTheyStand(runs: readonly Run[]): Run[] {
    const order = runs.map((run) => ({
      ...run,
      // Letters bring their direction along when they are drawn; a run without any has to be turned.
      text:
        isOdd(run.level) && !/\p{L}/u.test(run.text)
          ? [...signs.segment(run.text)]
              .map(({ segment }) => segment)
              .reverse()
              .join('')
          : run.text,
    }))
    const highest = Math.max(0, ...order.map(({ level }) => level))
    for (let level = highest; level >= 1; level--) {
      for (let from = 0; from < order.length; from++) {
        let to = from
        while (to < order.length && (order[to]?.level ?? 0) >= level) to++
        if (to > from) order.splice(from, to - from, ...order.slice(from, to).reverse())
        from = Math.max(from, to)
      }
    }
    return order
  }
  const widthOfText = (text: string, style: Style) =>
    runsOf(text, style).reduce((sum, run) => sum + widthOf(run, style), 0)
  function toLine(text: string, style: Style, base: 'ltr' | 'rtl'): Line {
    const runs = asTheyStand(runsOf(text, style, base))
    return { runs, width: runs.reduce((sum, run) => sum + widthOf(run, style), 0) }
  }

  /** Words with the space behind them; each sign of scripts that are written without spaces is one. */
  const wordsOf = (text: string) =>
    text.split(/(?<=\s)(?=\S)|(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])|(?=[\p{sc=Han}])/u)

  function breakUp(text: string, style: Style, width: number): string[] {
    const lines: string[] = []
    let line = ''
    const add = (part: string) => {
      if (line !== '' && widthOfText((line + part).trimEnd(), style) > width) {
        lines.push(line.trimEnd())
        line = ''
      }
      line += part
    }
    for (const word of wordsOf(text)) {
      const isTooLong = widthOfText(word.trimEnd(), style) > width
      for (const part of isTooLong ? [...signs.segment(word)].map(({ segment }) => segment) : [word]) add(part)
    }
    return [...lines, line.trimEnd()]
  }

  return {
    /** The lines that a text takes within a width. */
    lines(text: string, style: Style, width: number): Line[] {
      const whole = text.replace(/\s+/g, ' ').trim()
      // A line goes the way of its whole text, not that of the word that it happens to begin with.
      const base = isOdd(bidi.getEmbeddingLevels(whole).paragraphs[0]?.level ?? 0) ? 'rtl' : 'ltr'
      return breakUp(whole, style, width).map((each) => toLine(each, style, base))
    },
    /** Draws lines and answers where the next one begins. */
    draw(lines: readonly Line[], style: Style, { x, y, width, align = 'left' }: Place): number {
      doc.fillColor(style.colour)
      for (const [number, line] of lines.entries()) {
        let at = align === 'right' ? x + width - line.width : x
        const baseline = y + number * style.size * LINE + style.size * BASELINE
        for (const run of line.runs) {
          const options = { lineBreak: false, baseline: 'alphabetic', features: featuresOf(style) } as const
          use(run.face).fontSize(style.size).text(run.text, at, baseline, options)
          at += widthOf(run, style)
        }
      }
      return y + lines.length * style.size * LINE
    },
  }
}
