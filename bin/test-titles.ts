// The titles of the tests in a file, read from its syntax tree: what a test is called, and the rows of the table that its
// title is filled in from. Other texts, such as what a fake answers or a sample holds, are no titles.
import { type ESTree, parseSync } from 'vite'

type Node = ESTree.Node
export type Title = { text: string; at: number }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value: unknown) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )
}

/** The text of a literal, or of a template up to its first gap. */
function textOf(node: Node): Title | undefined {
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
  const textsIn = (node: Node, seen: ReadonlySet<string> = new Set()): Title[] => {
    const own = textOf(node)
    if (own) return [own]
    if (node.type === 'Identifier') {
      const named = seen.has(node.name) ? undefined : constants.get(node.name)
      return named ? textsIn(named, new Set([...seen, node.name])) : []
    }
    return childrenOf(node).flatMap((child) => textsIn(child, seen))
  }

  /** `rows`: what the loops and `forEach` calls around a node go through. */
  const walk = (node: Node, rows: readonly Node[]): void => {
    let around = rows
    if (node.type === 'ForOfStatement') around = [...rows, node.right]
    if (node.type === 'CallExpression') {
      const { callee } = node
      const { name, tables } = readCallee(callee)
      const [first] = node.arguments
      if ((name === 'it' || name === 'test' || name === 'describe') && first) {
        const title = textOf(first)
        if (title) titles.push(title)
        // What stands where the ids end, or at the very beginning, comes from the table.
        if (!title || /^(?:[A-Z0-9]{3}-\d{2,3}\+?[\s,:]+)*(?:[%$]|$)/.test(title.text))
          for (const table of [...tables, ...around]) titles.push(...textsIn(table))
      } else if (callee.type === 'MemberExpression') around = [...rows, callee.object]
    }
    for (const child of childrenOf(node)) walk(child, around)
  }
  walk(program, [])
  return titles
}
