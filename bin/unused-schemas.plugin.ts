// Lets the browser leave out schemas that it does not use. A constant of a file with schemas, made by a call, has no effect of its
// own; without this, each word taken from a shared noun would bring along the noun's schema and the whole validation library.
import type { Plugin } from 'vite'

const PURE = '/* @__PURE__ */ '

export function unusedSchemas(): Plugin {
  return {
    name: 'unused-schemas',
    apply: 'build',
    transform: {
      // Types are gone by then.
      order: 'post',
      filter: { id: /\/shared\/.*\.ts$/, code: /from ["']zod["']/ },
      handler(code) {
        const places: { start: number; end: number }[] = []
        for (const statement of this.parse(code).body) {
          const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
          if (declared?.type !== 'VariableDeclaration') continue
          for (const { init } of declared.declarations) if (init?.type === 'CallExpression') places.push(init)
        }
        let made = code
        for (const { start, end } of places.reverse())
          made = `${made.slice(0, start)}${PURE}(() => ${made.slice(start, end)})()${made.slice(end)}`
        return { code: made, map: null }
      },
    },
    generateBundle(_, output) {
      const bringing = Object.values(output).flatMap((chunk) =>
        chunk.type === 'chunk' ? Object.keys(chunk.modules).filter((id) => /node_modules\/zod\//.test(id)) : [],
      )
      if (bringing.length > 0)
        this.error('The validation library is 22 KB, and the browser validates nothing by it: find who uses a schema.')
    },
  }
}
