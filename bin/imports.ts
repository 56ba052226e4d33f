// Reads what each file of the project imports, once for every rule that asks.
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parseSync } from 'vite'

export type Comment = { text: string; start: number }

/** One import as it is written, and where; `isLazy` for those that are loaded when the code gets there. */
export type Request = { value: string; start: number; isLazy: boolean }
export type SourceFile = { file: string; source: string; requests: Request[]; comments: Comment[] }

export const readRequests = (file: string, source: string): Request[] => readSource(file, source).requests

/** What one file imports and says about itself. */
export function readSource(file: string, source: string): SourceFile {
  if (file.endsWith('.css')) return { file, source, requests: [], comments: [] }
  const { module, comments } = parseSync(file, source)
  return {
    file,
    source,
    requests: requestsOf(module, source),
    comments: comments.map(({ value, start }) => ({ text: value, start })),
  }
}

function requestsOf(module: ReturnType<typeof parseSync>['module'], source: string): Request[] {
  const { staticImports, staticExports, dynamicImports } = module
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
    .map((file) => readSource(file, readFileSync(posix.join(root, file), 'utf8')))
}

/** The project's own file that an import means; nothing for a package. */
export function targetOf(file: string, value: string): string | undefined {
  const [path = ''] = value.split('?')
  if (path.startsWith('#')) return path.slice(1)
  return path.startsWith('.') ? posix.join(posix.dirname(file), path) : undefined
}
