// What holds for the tree as a whole: folders carry the names of areas, no folder grows too large to read, no circle of imports.
import { areaNames } from '#shared/areas.ts'
import { type SourceFile, targetOf } from './imports.ts'
import type { Finding } from './rooms.ts'

/** Rooms whose first level names an area; `also` says which other names may stand there, and why they are no areas. */
const areaRooms: Record<string, readonly string[]> = {
  'shared/contracts/': ['lib', 'index.ts'],
  'functions/api/': [],
  'functions/domain/': ['lib'],
  'functions/data/': ['lib', 'index.ts'],
  'functions/wire/': ['lib'],
  'web/features/': [],
  // Beside the areas, the tests of rooms that serve all of them.
  'tests/functions/': ['data', 'gateways', 'hooks', 'isolation', 'jobs', 'kit', 'lib', 'rotations'],
  'tests/web/features/': [],
}

/** More files than a reader takes in at a glance: a folder with more of them holds two subjects. */
const MOST_FILES = 20
const bounded = ['functions/domain/', 'functions/data/']

const areas = new Set<string>(areaNames)
const bare = (name: string) => name.replace(/\.tsx?$/, '')

export function findAreaFaults(files: readonly string[]): Finding[] {
  const findings: Finding[] = []
  for (const file of files) {
    const room = Object.keys(areaRooms).find((start) => file.startsWith(start))
    if (!room) continue
    const [name = ''] = file.slice(room.length).split('/')
    if (areas.has(bare(name)) || areaRooms[room]?.includes(name)) continue
    findings.push({ file, line: 1, message: `'${name}' is no area: use a name of shared/areas.ts, or add one there.` })
  }
  return findings
}

export function findLargeFolders(files: readonly string[]): Finding[] {
  const counts = new Map<string, number>()
  for (const file of files) {
    const room = bounded.find((start) => file.startsWith(start))
    if (!room) continue
    const [area = ''] = file.slice(room.length).split('/')
    counts.set(`${room}${area}`, (counts.get(`${room}${area}`) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > MOST_FILES)
    .map(([file, count]) => ({ file, line: 1, message: `${count} files: a folder here holds at most ${MOST_FILES}.` }))
}

/** Circles among imports that run when a file is loaded; one that is made later, inside a function, breaks the circle. */
export function findCircles(sources: readonly SourceFile[]): Finding[] {
  const known = new Set(sources.map(({ file }) => file))
  const next = new Map(
    sources.map(({ file, requests }) => [
      file,
      requests.flatMap(({ value, isLazy }) => {
        const target = isLazy ? undefined : targetOf(file, value)
        return target && known.has(target) ? target : []
      }),
    ]),
  )
  const findings: Finding[] = []
  const done = new Set<string>()
  const path: string[] = []
  const visit = (file: string) => {
    const at = path.indexOf(file)
    if (at >= 0) {
      const circle = [...path.slice(at), file]
      findings.push({ file, line: 1, message: `A circle of imports: ${circle.join(' -> ')}.` })
      return
    }
    if (done.has(file)) return
    path.push(file)
    for (const target of next.get(file) ?? []) visit(target)
    path.pop()
    done.add(file)
  }
  for (const { file } of sources) visit(file)
  return findings
}

/** Words that make a reader stop: the person or the thing can always be named. */
const hardWords = /\b(whoever|whatever|dies|died|(log|book) of changes|leaves the house|takes its leave)\b/i

const lineOf = (source: string, at: number): number => source.slice(0, at).split('\n').length

export function findHardWords(sources: readonly SourceFile[]): Finding[] {
  return sources.flatMap(({ file, source, comments }) =>
    comments.flatMap(({ text, start }) => {
      const found = hardWords.exec(text)
      return found
        ? [{ file, line: lineOf(source, start + found.index), message: `'${found[0]}' in a comment: say who or what.` }]
        : []
    }),
  )
}

/** An object that is spread where it is written only saves a line: its properties can stand there themselves. */
const needlessSpread = /\.\.\.\{ [\w'"[]/g

export function findNeedlessSpreads(sources: readonly SourceFile[]): Finding[] {
  return sources.flatMap(({ file, source }) =>
    [...source.matchAll(needlessSpread)].map(({ index }) => ({
      file,
      line: lineOf(source, index),
      message: 'An object that is spread where it is written: write its properties out.',
    })),
  )
}
