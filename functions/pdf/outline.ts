// Draws a logo that is written as outlines: the few shapes of SVG that such a logo consists of. Everything else is left
// out; nothing in it is ever loaded or run.
const attributesOf = (text: string): Map<string, string> =>
  new Map([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]))

/** Width and height of the drawing, or undefined when it does not say them. */
export function outlineSize(svg: string): { width: number; height: number } | undefined {
  const [, , width, height] = (/viewBox="([^"]*)"/.exec(svg)?.[1] ?? '').split(/[\s,]+/).map(Number)
  return width && height && width > 0 && height > 0 ? { width, height } : undefined
}

const colour = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i

function shape(doc: PDFKit.PDFDocument, name: string, of: Map<string, string>): void {
  const number = (key: string) => Number(of.get(key) ?? 0) || 0
  const fill = of.get('fill') ?? '#000000'
  const stroke = of.get('stroke') ?? 'none'
  if (name === 'path') doc.path(of.get('d') ?? '')
  else if (name === 'circle') doc.circle(number('cx'), number('cy'), number('r'))
  else doc.roundedRect(number('x'), number('y'), number('width'), number('height'), number('rx'))
  const hasFill = colour.test(fill)
  // A path of lines alone is filled with black unless it says otherwise; a logo that is stroked means its lines.
  const isFilled = hasFill && (of.has('fill') || stroke === 'none')
  const isStroked = colour.test(stroke)
  doc
    .lineWidth(Number(of.get('stroke-width') ?? 1) || 1)
    .lineCap(of.get('stroke-linecap') === 'round' ? 'round' : 'butt')
  if (isFilled && isStroked) doc.fillAndStroke(fill, stroke)
  else if (isFilled) doc.fill(fill)
  else if (isStroked) doc.stroke(stroke)
}

/** Draws the outlines at a place, `scale` times as large as they are written. */
export function drawOutline(doc: PDFKit.PDFDocument, svg: string, x: number, y: number, scale: number): void {
  doc.save().translate(x, y).scale(scale)
  for (const [, name = '', text = ''] of svg.matchAll(/<(path|circle|rect)\b([^>]*)\/?>/g)) {
    const of = attributesOf(text)
    const [, own] = /^scale\(([\d.]+)\)$/.exec(of.get('transform') ?? '') ?? []
    doc.save()
    if (own) doc.scale(Number(own))
    shape(doc, name, of)
    doc.restore()
  }
  doc.restore()
}
