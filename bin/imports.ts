// Reads what each file of the project imports, once for every rule that asks.
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parseSync } from 'vite'

/** One import as it is written, and where; `isLazy` for those that are loaded when the code gets there. */
export type Request = { value: string; start: number; isLazy: boolean }
export type SourceFile = { file: string; source: string; requests: Request[] }

export function readRequests(file: string, source: string): Request[] {
  if (file.endsWith('.css')) return []
  const { staticImports, staticExports, dynamicImports } = parseSync(file, source).module
  const quoted = dynamicImports.map(({ moduleRequest: { start, end } }) => ({ start, text: source.slice(start, end) }))
  return [
    ...staticImports.map(({ moduleRequest: { value, start } }) => ({ value, start, isLazy: false })),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) =>
        moduleRequest ? { value: moduleRequest.value, start: moduleRequest.start, isLazy: false } : [],
      ),
    ),
    ...quoted.flatMap(({ start, text }) =>
      /^['"]/.test(text) ? { value: text.slice(1, -1), start, isLazy: true } : [],
    ),
  ]
}

/** All sources and style sheets, by name. */
export function readSources(root: string): SourceFile[] {
  return globSync('{shared,functions,infra,web,bin,tests}/**/*.{ts,tsx,css}', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .map((file) => {
      const source = readFileSync(posix.join(root, file), 'utf8')
      return { file, source, requests: readRequests(file, source) }
    })
}

/** The project's own file that an import means; nothing for a package. */
export function targetOf(file: string, value: string): string | undefined {
  const [path = ''] = value.split('?')
  if (path.startsWith('#')) return path.slice(1)
  return path.startsWith('.') ? posix.join(posix.dirname(file), path) : undefined
}
