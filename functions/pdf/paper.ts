// An invoice or a receipt as a PDF: who asks, who pays, what for, and what became of it, in the issuer's brand.
import PDFDocument from 'pdfkit'
import type { Brand } from '#shared/model/brand.ts'
import { adjustFor } from '#shared/model/contrast.ts'
import { toCurrency } from '#shared/money/format.ts'
import { drawOutline, outlineSize } from './outline.ts'
import { LINE, openTypesetter, type Style } from './typeset.ts'

/** `raster`: a PNG or JPEG. `outline`: an SVG. */
export type Logo = { is: 'raster'; bytes: Uint8Array } | { is: 'outline'; svg: string }
export type Party = { name: string; address: readonly string[] }
type Sum = { label: string; amountCents: number }
export type Paper = {
  title: string
  number: string
  /** When it was made, in milliseconds. */
  at: number
  brand: Pick<Brand, 'name' | 'font' | 'linkColour'>
  issuer: Party
  payer: Party
  facts: readonly { label: string; value: string }[]
  /** `count` and `unit`: of so many at so much each. */
  lines: readonly { label: string; amountCents: number; count?: string; unit?: string }[]
  /** What stands between the lines and their total, where it is not their plain sum. */
  sums: readonly Sum[]
  totalCents: number
  /** What went off it afterwards. */
  afterTotal: readonly Sum[]
  notes: readonly string[]
}

/** US Letter, in points: amounts are in dollars. */
const PAGE = { width: 612, height: 792, margin: 54, foot: 40 }
const INNER = PAGE.width - 2 * PAGE.margin
const BOTTOM = PAGE.height - PAGE.margin - PAGE.foot
const LOGO = { width: 200, height: 40 }
const GAP = 24
const AMOUNT_WIDTH = 120
/** Of what is counted: how many, and what each costs. */
const COUNT_WIDTH = 70
const UNIT_WIDTH = 90
const FACTS_IN_A_ROW = 4
const FOOT_LINES = 4

const paper = '#ffffff'
const ink = '#18181b'
const quiet = '#52525b'
const rule = '#e4e4e7'

const body: Style = { size: 10, colour: ink }
const small: Style = { size: 9, colour: quiet }
const money: Style = { ...body, figures: true }

export function drawPaper(content: Paper, logo: Logo | null): Promise<Uint8Array> {
  const { brand, issuer, payer } = content
  const accent = adjustFor(brand.linkColour, paper)
  const doc = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    font: '',
    bufferPages: true,
    lang: 'en-US',
    displayTitle: true,
    info: {
      Title: `${content.title} ${content.number}`,
      Author: issuer.name,
      // The same paper is the same file, whenever it is drawn.
      CreationDate: new Date(content.at),
    },
  })
  const parts: Uint8Array[] = []
  doc.on('data', (part: Uint8Array) => parts.push(part))
  const done = new Promise<Uint8Array>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(parts)))
    doc.on('error', reject)
  })
  const type = openTypesetter(doc, brand.font)
  const { margin } = PAGE
  const write = (text: string, style: Style, x: number, y: number, width: number, align?: 'left' | 'right') =>
    type.draw(type.lines(text, style, width), style, { x, y, width, ...(align && { align }) })
  const line = (y: number, colour = rule) =>
    doc
      .moveTo(margin, y)
      .lineTo(PAGE.width - margin, y)
      .lineWidth(0.75)
      .stroke(colour)
  const bar = () => doc.rect(0, 0, PAGE.width, 6).fill(accent)
  const turnPage = () => {
    doc.addPage()
    bar()
    return margin
  }

  /** The logo within its room, or else the name of the brand. Answers where it ends. */
  function head(y: number): number {
    const box = { fit: [LOGO.width, LOGO.height] as [number, number] }
    const size = logo?.is === 'outline' ? outlineSize(logo.svg) : undefined
    if (logo?.is === 'outline' && size) {
      drawOutline(doc, logo.svg, margin, y, Math.min(LOGO.width / size.width, LOGO.height / size.height))
      return y + LOGO.height
    }
    try {
      if (logo?.is !== 'raster') throw new Error('There is no picture.')
      doc.image(Buffer.from(logo.bytes), margin, y, box)
      return y + LOGO.height
    } catch {
      // A picture that cannot be drawn is no reason to leave a company without its paper.
      return write(brand.name, { size: 16, colour: accent, weight: 600 }, margin, y + 6, INNER / 2)
    }
  }

  /** Who asks and who pays, side by side; very long addresses go on over the page. */
  function parties(from: number): number {
    const width = INNER / 2 - 12
    const linesOf = (text: string, style: Style) =>
      type.lines(text, style, width).map((each) => ({ line: each, style }))
    const columns = [
      { label: 'From', party: issuer, x: margin },
      { label: 'To', party: payer, x: margin + INNER / 2 + 12 },
    ].map(({ label, party: { name, address }, x }) => ({
      x,
      rows: [
        ...linesOf(label, small),
        ...linesOf(name, { ...body, weight: 600 }),
        ...address.flatMap((each) => linesOf(each, { ...body, colour: quiet })),
      ],
    }))
    let y = from
    for (let row = 0; columns.some(({ rows }) => row < rows.length); row++) {
      if (y + body.size * LINE > BOTTOM) y = turnPage()
      for (const { x, rows } of columns) {
        const cell = rows[row]
        if (cell) type.draw([cell.line], cell.style, { x, y, width })
      }
      y += row === 0 ? small.size * LINE + 2 : body.size * LINE
    }
    return y
  }

  /** Under one another in columns, so many in a row. */
  function facts(from: number): number {
    const width = INNER / FACTS_IN_A_ROW
    let y = from
    for (let at = 0; at < content.facts.length; at += FACTS_IN_A_ROW) {
      if (at > 0) y += 10
      const ends = content.facts.slice(at, at + FACTS_IN_A_ROW).map(({ label, value }, index) => {
        const x = margin + index * width
        return write(value, body, x, write(label, small, x, y, width - 8) + 1, width - 8)
      })
      y = Math.max(y, ...ends)
    }
    return y
  }

  function table(from: number): number {
    const isCounted = content.lines.some(({ count }) => count !== undefined)
    const labelWidth = INNER - AMOUNT_WIDTH - (isCounted ? COUNT_WIDTH + UNIT_WIDTH : 0)
    /** Right-aligned cells of a row, beside its label. */
    const cells = (y: number, style: Style, count: string, unit: string, amount: string) => {
      if (isCounted) {
        write(count, style, margin + labelWidth, y, COUNT_WIDTH, 'right')
        write(unit, style, margin + labelWidth + COUNT_WIDTH, y, UNIT_WIDTH, 'right')
      }
      return write(amount, style, margin + INNER - AMOUNT_WIDTH, y, AMOUNT_WIDTH, 'right')
    }
    const headings = (y: number) => {
      write('Description', small, margin, y, labelWidth)
      const end = cells(y, small, 'Quantity', 'Unit price', 'Amount') + 4
      line(end)
      return end + 8
    }
    let y = headings(from)
    for (const { label, amountCents, count = '', unit = '' } of content.lines) {
      const lines = type.lines(label, body, labelWidth)
      if (y + lines.length * body.size * LINE > BOTTOM) y = headings(turnPage())
      cells(y, money, count, unit, toCurrency(amountCents))
      y = type.draw(lines, body, { x: margin, y, width: labelWidth }) + 6
    }
    return y
  }

  function sum(y: number, { label, amountCents }: Sum, style: Style, currency = ''): number {
    const end = write(label, style, margin, y, INNER - AMOUNT_WIDTH)
    const amount = `${toCurrency(amountCents)}${currency}`
    return Math.max(end, write(amount, { ...style, figures: true }, margin, y, INNER, 'right'))
  }

  function total(from: number): number {
    const { sums, totalCents, afterTotal } = content
    const linesOf = ({ label }: Sum) => type.lines(label, body, INNER - AMOUNT_WIDTH).length
    const rows = [...sums, ...afterTotal].reduce((count, each) => count + linesOf(each), 4)
    let y = from + rows * body.size * LINE > BOTTOM ? turnPage() : from
    line(y + 2)
    y += 10
    for (const each of sums) y = sum(y, each, body) + 4
    y = sum(y, { label: 'Total', amountCents: totalCents }, { size: 12, colour: ink, weight: 600 }, ' USD')
    for (const each of afterTotal) y = sum(y + 4, each, body)
    return y
  }

  function feet(): void {
    const { count } = doc.bufferedPageRange()
    const style = { ...small, size: 8 }
    // The whole of it stands at the head: here it may take no more than there is room for.
    const from = type
      .lines([issuer.name, ...issuer.address].join(' · '), style, INNER - AMOUNT_WIDTH)
      .slice(0, FOOT_LINES)
    for (let page = 0; page < count; page++) {
      doc.switchToPage(page)
      const y = PAGE.height - margin - 14
      line(y - 8)
      type.draw(from, style, { x: margin, y, width: INNER - AMOUNT_WIDTH })
      write(`Page ${page + 1} of ${count}`, style, margin, y, INNER, 'right')
    }
  }

  bar()
  const top = margin - 8
  const afterTitle = write(content.title, { size: 22, colour: ink, weight: 600 }, margin, top, INNER, 'right')
  const afterNumber = write(content.number, small, margin, afterTitle, INNER, 'right')
  let y = Math.max(head(top), afterNumber) + GAP
  y = parties(y) + GAP
  // Neither begins where it would reach into the foot.
  y = facts(y + 3 * body.size * LINE > BOTTOM ? turnPage() : y) + GAP
  y = total(table(y + 4 * body.size * LINE > BOTTOM ? turnPage() : y)) + GAP
  for (const note of content.notes) {
    const lines = type.lines(note, small, INNER)
    if (y + lines.length * small.size * LINE > BOTTOM) y = turnPage()
    y = type.draw(lines, small, { x: margin, y, width: INNER }) + 4
  }
  feet()
  doc.end()
  return done
}
