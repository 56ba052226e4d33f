// Which acceptance rows have a test whose title begins with their id, and which have none yet.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from './rooms.ts'
import { readTitles } from './test-titles.ts'

type Row = { id: string; area: string; requirement: string; section: string }
type Claim = { id: string; file: string; line: number }

/** `AUT-041+` and `AUT-041` are the same row: the plus only tells that the row is our own choice. */
const plain = (id: string) => id.replace('+', '')
const areaOf = (id: string) => id.split('-')[0] ?? ''

export function readRows(markdown: string): Row[] {
  return [...markdown.matchAll(/^\| ([A-Z0-9]{3}-\d{2,3}\+?) \| (.+?) \| .+ \| (.+?) \|$/gm)].map(
    ([, id = '', requirement = '', section = '']) => ({ id, area: areaOf(id), requirement, section }),
  )
}

/** The rows that a title says it proves. Ids count at its very beginning only, so that a row mentioned in passing is not taken as proven. */
export function idsOf(title: string): string[] {
  const [, ids = ''] = /^((?:[A-Z0-9]{3}-\d{2,3}\+?[\s,:]+)*[A-Z0-9]{3}-\d{2,3}\+?)(?![\w-])/.exec(title) ?? []
  return ids
    .split(/[\s,:]+/)
    .filter(Boolean)
    .map(plain)
}

export function readClaims(file: string, source: string): Claim[] {
  return readTitles(file, source).flatMap(({ text, at }) => {
    const line = source.slice(0, at).split('\n').length
    return idsOf(text).map((id) => ({ id, file, line }))
  })
}

/** A test that names a row which does not exist proves nothing. */
export function findUnknownIds(rows: Row[], claims: Claim[]): Finding[] {
  const ids = new Set(rows.map(({ id }) => plain(id)))
  const alsoNames = new Set(['AES', 'ISO', 'SHA', 'UTF'])
  return claims
    .filter(({ id }) => !ids.has(id) && !alsoNames.has(areaOf(id)))
    .map(({ id, file, line }) => ({ file, line, message: `${id} is no row of docs/acceptance.` }))
}

/** Rows that none of these titles proves. */
export function findUnproven(rows: Row[], titles: readonly string[]): string[] {
  const proven = new Set(titles.flatMap(idsOf))
  return rows.map(({ id }) => plain(id)).filter((id) => !proven.has(id))
}

const filesOf = (root: string, pattern: string): [file: string, text: string][] =>
  globSync(pattern, { cwd: root })
    .sort()
    .map((file) => [file, readFileSync(join(root, file), 'utf8')])
export const readAllRows = (root: string) => filesOf(root, 'docs/acceptance/*.md').flatMap(([, text]) => readRows(text))
/** Every file of the tests is parsed for it, which takes two seconds. */
const readAllClaims = (root: string) =>
  filesOf(root, 'tests/**/*.{ts,tsx}').flatMap(([file, text]) => readClaims(file, text))

export const readAcceptance = (root: string): { rows: Row[]; claims: Claim[] } => ({
  rows: readAllRows(root),
  claims: readAllClaims(root),
})

function printAreas(rows: Row[], tested: Set<string>) {
  console.log('area   rows  tested  missing')
  const print = (name: string, mine: Row[]) => {
    const done = mine.filter(({ id }) => tested.has(plain(id))).length
    const cells = [mine.length, done, mine.length - done].map((count, at) => String(count).padStart([6, 8, 9][at] ?? 0))
    console.log(name.padEnd(5) + cells.join(''))
  }
  for (const area of new Set(rows.map((row) => row.area)))
    print(
      area,
      rows.filter((row) => row.area === area),
    )
  print('all', rows)
}

function printMissing(rows: Row[], tested: Set<string>) {
  for (const { id, requirement } of rows.filter((row) => !tested.has(plain(row.id))))
    console.log(`${id}  ${requirement}`)
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const rows = readAllRows(root)
  const [flag, ...areas] = process.argv.slice(2)
  const wanted = areas.map((area) => area.toUpperCase())
  const known = new Set(rows.map(({ area }) => area))
  const unknown = flag !== undefined && flag !== '--missing' ? flag : wanted.find((area) => !known.has(area))
  if (unknown !== undefined) {
    console.error(
      `"${unknown}" is not known here. Try: npm run acceptance -- --missing [area ...]. Areas: ${[...known].join(', ')}.`,
    )
    process.exit(1)
  }
  const tested = new Set(readAllClaims(root).map(({ id }) => id))
  if (flag === '--missing')
    printMissing(
      rows.filter((row) => wanted.length === 0 || wanted.includes(row.area)),
      tested,
    )
  else printAreas(rows, tested)
}
