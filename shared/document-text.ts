// The small notation that documents are written in, and what becomes of it. Only blocks of plain text come out, so that
// a reader's browser has nothing to run, no matter who wrote the document and what stands in its variables.
import * as z from 'zod'

export const Block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), level: z.union([z.literal(2), z.literal(3)]), text: z.string() }),
  z.object({ kind: z.literal('paragraph'), text: z.string() }),
  z.object({ kind: z.literal('list'), ordered: z.boolean(), items: z.array(z.string()) }),
])
export type Block = z.output<typeof Block>

const heading = /^(##?)\s+(.+)$/
const bullet = /^[-*]\s+(.+)$/
const numbered = /^\d+[.)]\s+(.+)$/

type Line =
  | { kind: 'blank' }
  | { kind: 'text'; text: string }
  | { kind: 'item'; ordered: boolean; text: string }
  | Block

function readLine(line: string): Line {
  if (line === '') return { kind: 'blank' }
  const [, marks, title] = heading.exec(line) ?? []
  if (title) return { kind: 'heading', level: marks === '#' ? 2 : 3, text: title }
  const [, item] = bullet.exec(line) ?? []
  if (item) return { kind: 'item', ordered: false, text: item }
  const [, step] = numbered.exec(line) ?? []
  return step ? { kind: 'item', ordered: true, text: step } : { kind: 'text', text: line }
}

/**
 * Reads `# heading`, `## smaller heading`, `- item`, `1. item` and paragraphs, which a blank line ends. Everything else is
 * text as it stands.
 */
export function parseDocument(source: string): Block[] {
  const blocks: Block[] = []
  let isOpen = false
  for (const raw of source.split(/\r\n|\r|\n/)) {
    const line = readLine(raw.trim())
    const last = isOpen ? blocks.at(-1) : undefined
    isOpen = line.kind === 'text' || line.kind === 'item'
    if (line.kind === 'blank') continue
    if (line.kind === 'text') {
      if (last?.kind === 'paragraph') last.text += ` ${line.text}`
      else if (last?.kind === 'list') last.items.push(`${last.items.pop()} ${line.text}`)
      else blocks.push({ kind: 'paragraph', text: line.text })
    } else if (line.kind === 'item') {
      if (last?.kind === 'list' && last.ordered === line.ordered) last.items.push(line.text)
      else blocks.push({ kind: 'list', ordered: line.ordered, items: [line.text] })
    } else blocks.push(line)
  }
  return blocks
}

export type DocumentValues = Readonly<Record<string, string | readonly string[]>>

const variable = /\{\{\s*([\w.-]+)\s*\}\}/g
const lone = /^\{\{\s*([\w.-]+)\s*\}\}$/

/** The variables that a text names, each once. */
export function variablesIn(source: string): string[] {
  return [...new Set([...source.matchAll(variable)].map((match) => match[1] ?? ''))]
}

/** Puts values in the place of variables. Unknown ones become nothing; a list that stands alone becomes a list of items. */
export function fillDocument(blocks: readonly Block[], values: DocumentValues): Block[] {
  const known = new Map(Object.entries(values))
  const fill = (text: string) =>
    text.replace(variable, (_, name: string) => {
      const value = known.get(name) ?? ''
      return typeof value === 'string' ? value : value.join('; ')
    })
  const listOf = (text: string) => {
    const value = known.get(lone.exec(text)?.[1] ?? '')
    return Array.isArray(value) ? value.map(String) : undefined
  }
  return blocks.flatMap((block): Block[] => {
    if (block.kind === 'heading') return [{ ...block, text: fill(block.text) }]
    if (block.kind === 'list') return [{ ...block, items: block.items.map(fill) }]
    const items = listOf(block.text)
    if (items) return items.length > 0 ? [{ kind: 'list', ordered: false, items }] : []
    const text = fill(block.text)
    return text.trim() === '' ? [] : [{ kind: 'paragraph', text }]
  })
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

function blockToHtml(block: Block): string {
  if (block.kind === 'heading') return `<h${block.level}>${escapeHtml(block.text)}</h${block.level}>`
  if (block.kind === 'paragraph') return `<p>${escapeHtml(block.text)}</p>`
  const tag = block.ordered ? 'ol' : 'ul'
  return `<${tag}>${block.items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</${tag}>`
}

/** The blocks as HTML that holds nothing but headings, paragraphs and lists; every value in it is escaped. */
export function documentToHtml(blocks: readonly Block[]): string {
  return blocks.map(blockToHtml).join('\n')
}
