// The titles of the tests in a file, read from its syntax tree: what a test is called, and the rows of the table that its
// title is filled in from. Other texts, such as what a fake answers or a sample holds, are no titles.
import { type ESTree, parseSync } from 'vite'

type Node = ESTree.Node
/** `isInTurns`: only some runs try it (bin/portion.ts). */
export type Title = { text: string; at: number; isInTurns: boolean }
type Text = Omit<Title, 'isInTurns'>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value: unknown) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )
}

/** The text of a literal, or of a template up to its first gap. */
function textOf(node: Node): Text | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return { text: node.value, at: node.start }
  if (node.type === 'TemplateLiteral') return { text: node.quasis[0]?.value.cooked ?? '', at: node.start }
  return undefined
}

/** `it`, `it.each(rows)`, `describe.skipIf(x).each(rows)`: the name at the root, and the tables on the way. */
function readCallee(node: Node, tables: Node[] = []): { name: string; tables: Node[] } {
  if (node.type === 'Identifier') return { name: node.name, tables }
  if (node.type === 'MemberExpression') return readCallee(node.object, tables)
  if (node.type === 'CallExpression') return readCallee(node.callee, [...node.arguments, ...tables])
  if (node.type === 'TaggedTemplateExpression') return readCallee(node.tag, [node.quasi, ...tables])
  return { name: '', tables }
}

/** Whether an option of a test or of a group of them says so: `{ tags: ['portion-3'] }`. */
const isDealt = (options: Node | undefined): boolean =>
  options?.type === 'ObjectExpression' &&
  options.properties.some(
    (each) =>
      each.type === 'Property' && childrenOf(each.value).some((tag) => textOf(tag)?.text.startsWith('portion-')),
  )
/** Whether a table is cut to the portion of a run. */
const isCut = (table: Node): boolean =>
  table.type === 'CallExpression' && table.callee.type === 'Identifier' && table.callee.name === 'portionOf'

export function readTitles(file: string, source: string): Title[] {
  const { program } = parseSync(file, source)
  const constants = new Map<string, Node>()
  const titles: Title[] = []

  const note = (node: Node): void => {
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init)
      constants.set(node.id.name, node.init)
    for (const child of childrenOf(node)) note(child)
  }
  note(program)

  /** Every text in a table, also in one that has a name or is made from one. */
  const textsIn = (node: Node, seen: ReadonlySet<string> = new Set()): Text[] => {
    const own = textOf(node)
    if (own) return [own]
    if (node.type === 'Identifier') {
      const named = seen.has(node.name) ? undefined : constants.get(node.name)
      return named ? textsIn(named, new Set([...seen, node.name])) : []
    }
    return childrenOf(node).flatMap((child) => textsIn(child, seen))
  }

  /** `rows`: what the loops and `forEach` calls around a node go through. */
  const walk = (node: Node, rows: readonly Node[], isBelowDealt: boolean): void => {
    let around = rows
    let isInTurns = isBelowDealt
    if (node.type === 'ForOfStatement') around = [...rows, node.right]
    if (node.type === 'CallExpression') {
      const { callee } = node
      const { name, tables } = readCallee(callee)
      const [first, options] = node.arguments
      if ((name === 'it' || name === 'test' || name === 'describe') && first) {
        isInTurns ||= isDealt(options)
        const title = textOf(first)
        if (title) titles.push({ ...title, isInTurns })
        // What stands where the ids end, or at the very beginning, comes from the table.
        if (!title || /^(?:[A-Z0-9]{3}-\d{2,3}\+?[\s,:]+)*(?:[%$]|$)/.test(title.text))
          for (const table of [...tables, ...around])
            for (const text of textsIn(table)) titles.push({ ...text, isInTurns: isInTurns || isCut(table) })
      } else if (callee.type === 'MemberExpression') around = [...rows, callee.object]
    }
    for (const child of childrenOf(node)) walk(child, around, isInTurns)
  }
  walk(program, [], /^\/\/ @module-tag portion-/m.test(source))
  return titles
}
