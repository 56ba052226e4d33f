// Lets the browser leave out parts of libraries that it does not use. A library keeps parts as properties of others (`Menu.Search`), names
// its parts for tools of developers, and makes contexts and wrapped parts by calls: for a bundler each of these is a use.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const root = join(import.meta.dirname, '..')
/** For tools of developers, and for who restyles a part from outside. Nothing that runs reads them. */
const onlyTold = ['displayName', 'classes', 'varsResolver']
/** Make something and do nothing else. */
const makers = ['createContext', 'forwardRef', 'memo', 'createOptionalContext', 'createSafeContext']

const textOf = (pattern: string) =>
  globSync(join(root, pattern))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
const found = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name = '']) => name))

export function unusedParts(): Plugin {
  let ours = new Set<string>()
  let theirs = new Set<string>()
  return {
    name: 'unused-parts',
    apply: 'build',
    buildStart() {
      const sources = textOf('web/**/*.{ts,tsx}')
      const takenOut = /\{[^{}]*\b[A-Z]\w*[^{}]*\} = [A-Z]\w*\b(?!\.)/.exec(sources)?.[0]
      if (takenOut) this.error(`A part is found by its name behind a dot, such as Menu.Item, and not in: ${takenOut}`)
      // In our sources the part alone is looked for: the whole may have any name there.
      ours = found(sources, /\.([A-Z]\w+)/g)
      theirs = found(textOf('node_modules/@mantine/*/esm/**/*.mjs'), /\b([A-Z]\w+\.[A-Z]\w+)\b(?! = )/g)
    },
    transform: {
      filter: { id: /node_modules\/(@mantine|react-router)\/.*\.mjs$/ },
      handler(code) {
        const isUnused = (whole: string, part: string) =>
          onlyTold.includes(part) || (/^[A-Z]/.test(part) && !ours.has(part) && !theirs.has(`${whole}.${part}`))
        const changes: { start: number; end: number; by: string }[] = []
        for (const statement of this.parse(code).body) {
          if (statement.type === 'VariableDeclaration')
            for (const { init } of statement.declarations) {
              if (init?.type !== 'CallExpression') continue
              const called = init.callee.type === 'MemberExpression' ? init.callee.property : init.callee
              if (called.type === 'Identifier' && makers.includes(called.name))
                changes.push({ start: init.start, end: init.start, by: '/* @__PURE__ */ ' })
            }
          if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression') continue
          const { left } = statement.expression
          if (left.type !== 'MemberExpression' || left.object.type !== 'Identifier') continue
          if (left.property.type === 'Identifier' && isUnused(left.object.name, left.property.name))
            changes.push({ start: statement.start, end: statement.end, by: '' })
        }
        let made = code
        for (const { start, end, by } of changes.reverse()) made = made.slice(0, start) + by + made.slice(end)
        return { code: made, map: null }
      },
    },
  }
}
