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
export type Paper = {
  title: string
  number: string
  /** When it was made, in milliseconds. */
  at: number
  brand: Pick<Brand, 'name' | 'font' | 'linkColour'>
  issuer: Party
  payer: Party
  facts: readonly { label: string; value: string }[]
  lines: readonly { label: string; amountCents: number }[]
  totalCents: number
  notes: readonly string[]
}

/** US Letter, in points: amounts are in dollars. */
const PAGE = { width: 612, height: 792, margin: 54, foot: 40 }
const INNER = PAGE.width - 2 * PAGE.margin
const BOTTOM = PAGE.height - PAGE.margin - PAGE.foot
const LOGO = { width: 200, height: 40 }
const GAP = 24
const AMOUNT_WIDTH = 120

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

  function party(label: string, { name, address }: Party, x: number, y: number, width: number): number {
    let at = write(label, small, x, y, width) + 2
    at = write(name, { ...body, weight: 600 }, x, at, width)
    for (const each of address) at = write(each, { ...body, colour: quiet }, x, at, width)
    return at
  }

  function facts(y: number): number {
    const width = INNER / Math.max(1, content.facts.length)
    const ends = content.facts.map(({ label, value }, index) => {
      const x = margin + index * width
      return write(value, body, x, write(label, small, x, y, width - 8) + 1, width - 8)
    })
    return Math.max(y, ...ends)
  }

  function table(from: number): number {
    const headings = (y: number) => {
      write('Description', small, margin, y, INNER - AMOUNT_WIDTH)
      const end = write('Amount', small, margin, y, INNER, 'right') + 4
      line(end)
      return end + 8
    }
    let y = headings(from)
    for (const { label, amountCents } of content.lines) {
      const lines = type.lines(label, body, INNER - AMOUNT_WIDTH)
      if (y + lines.length * body.size * LINE > BOTTOM) y = headings(turnPage())
      write(toCurrency(amountCents), money, margin, y, INNER, 'right')
      y = type.draw(lines, body, { x: margin, y, width: INNER - AMOUNT_WIDTH }) + 6
    }
    return y
  }

  function total(from: number): number {
    const y = from + 4 * body.size * LINE > BOTTOM ? turnPage() : from
    line(y + 2)
    const style: Style = { size: 12, colour: ink, weight: 600 }
    write('Total', style, margin, y + 10, INNER - AMOUNT_WIDTH)
    return write(`${toCurrency(content.totalCents)} USD`, { ...style, figures: true }, margin, y + 10, INNER, 'right')
  }

  function feet(): void {
    const { count } = doc.bufferedPageRange()
    const from = [issuer.name, ...issuer.address].join(' · ')
    for (let page = 0; page < count; page++) {
      doc.switchToPage(page)
      const y = PAGE.height - margin - 14
      line(y - 8)
      write(from, { ...small, size: 8 }, margin, y, INNER - AMOUNT_WIDTH)
      write(`Page ${page + 1} of ${count}`, { ...small, size: 8 }, margin, y, INNER, 'right')
    }
  }

  bar()
  const top = margin - 8
  const afterTitle = write(content.title, { size: 22, colour: ink, weight: 600 }, margin, top, INNER, 'right')
  const afterNumber = write(content.number, small, margin, afterTitle, INNER, 'right')
  let y = Math.max(head(top), afterNumber) + GAP
  const half = INNER / 2 - 12
  y = Math.max(party('From', issuer, margin, y, half), party('To', payer, margin + INNER / 2 + 12, y, half)) + GAP
  y = facts(y) + GAP
  y = total(table(y)) + GAP
  for (const note of content.notes) {
    const lines = type.lines(note, small, INNER)
    if (y + lines.length * small.size * LINE > BOTTOM) y = turnPage()
    y = type.draw(lines, small, { x: margin, y, width: INNER }) + 4
  }
  feet()
  doc.end()
  return done
}
