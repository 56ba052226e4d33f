// Which room may import which, one row per room, and where colours may stand. A file belongs to the
// longest room that its path starts with; a row never names a feature, so new ones need no new row.
import { posix } from 'node:path'
import { readRequests, type SourceFile } from './imports.ts'

export type Finding = { file: string; line: number; message: string }

/** What handlers of every kind may import: all rooms below them, and none of each other's. */
const behindHandlers = [
  'functions/wire/',
  'functions/identity/',
  'functions/domain/',
  'functions/data/',
  'functions/gateways/',
  'functions/kit/',
  'shared/',
]

/**
 * `own` in a row means: the same folder one level below the room (`web/features/x` inside `web/features/`).
 * A `!` takes a part out of a wider entry.
 */
const rooms: Record<string, readonly string[]> = {
  'shared/': ['shared/'],
  'functions/api/': behindHandlers,
  'functions/jobs/': behindHandlers,
  'functions/schedules/': behindHandlers,
  'functions/hooks/': behindHandlers,
  'functions/rotations/': behindHandlers,
  'functions/identity/': [
    'functions/identity/',
    'functions/domain/',
    'functions/data/',
    'functions/gateways/',
    'functions/kit/',
    'shared/',
    '!shared/contracts/',
  ],
  'functions/wire/': [
    'functions/wire/',
    'functions/identity/',
    'functions/domain/',
    'functions/data/',
    'functions/gateways/',
    'shared/',
  ],
  'functions/domain/': [
    'functions/domain/',
    'functions/data/',
    'functions/gateways/',
    'functions/mails/',
    'functions/pdf/',
    'shared/',
    '!shared/contracts/',
  ],
  'functions/mails/': ['functions/mails/', 'shared/'],
  'functions/pdf/': ['functions/pdf/', 'shared/', '!shared/contracts/'],
  'functions/data/': ['functions/data/', 'shared/', '!shared/contracts/'],
  'functions/gateways/': ['functions/gateways/', 'shared/'],
  'functions/kit/': ['functions/kit/', 'functions/data/', 'functions/gateways/', 'shared/'],
  'infra/': ['infra/', '!infra/local/', 'shared/'],
  'infra/local/': ['infra/local/', 'functions/', 'shared/'],
  'web/': ['web/', 'shared/'],
  'web/api/': ['web/api/', 'shared/'],
  'web/features/': ['own', 'web/ui/', 'web/api/', 'web/theme/', 'shared/', '!shared/contracts/'],
  'web/ui/': ['web/ui/', 'web/theme/', 'shared/', '!shared/contracts/', '!shared/access/'],
  'web/theme/': ['web/theme/', 'web/ui/', 'shared/', '!shared/contracts/', '!shared/access/'],
  'bin/': ['bin/', 'infra/', 'functions/', 'shared/', 'web/'],
  'bin/seed.ts': ['bin/', 'infra/', 'functions/', 'shared/', 'tests/support/'],
  'tests/': ['tests/', 'bin/', 'infra/', 'functions/', 'shared/', 'web/'],
}

const workbench = ['infra/local/', 'bin/', 'tests/']

/** Who may import a package; a package that is not listed is free for every room but `shared`. */
const packages: Record<string, readonly string[]> = {
  stripe: ['functions/gateways/stripe', 'tests/'],
  '@aws-sdk/': ['functions/data/', 'functions/gateways/', 'functions/kit/', ...workbench],
  electrodb: ['functions/data/', 'bin/shapes/', 'tests/'],
  '@middy/': ['functions/kit/', 'tests/'],
  'aws-cdk-lib': ['infra/', '!infra/local/', 'bin/', 'tests/'],
  constructs: ['infra/', '!infra/local/', 'bin/', 'tests/'],
  'cdk-nag': ['infra/', '!infra/local/', 'bin/', 'tests/'],
  '@mantine/': ['web/', 'tests/'],
  'react-router-dom': ['web/', 'tests/'],
  swr: ['web/', 'tests/'],
  'node:': ['functions/', 'infra/', 'bin/', 'tests/'],
  zod: ['shared/', 'functions/', 'infra/', 'web/', 'bin/', 'tests/'],
  'libphonenumber-js': ['shared/', 'functions/', 'web/', 'tests/'],
}

function isWithin(text: string, starts: readonly string[]): boolean {
  if (starts.some((start) => start.startsWith('!') && text.startsWith(start.slice(1)))) return false
  return starts.some((start) => text.startsWith(start))
}

function longestStart<T>(text: string, table: Record<string, T>): string | undefined {
  return Object.keys(table)
    .filter((start) => text.startsWith(start))
    .sort((a, b) => b.length - a.length)[0]
}

function refusePackage(file: string, name: string): string | undefined {
  const row = longestStart(name, packages)
  const isAllowed = row === undefined ? !file.startsWith('shared/') : isWithin(file, packages[row] ?? [])
  if (isAllowed) return undefined
  return `'${name}' may not be imported here${row ? `, only in ${packages[row]?.join(', ')}` : ''}.`
}

/** Says why `file` may not import `source`, or nothing when it may. Both are read as the project's own paths. */
export function refuseImport(file: string, source: string): string | undefined {
  if (!/^[.#]/.test(source)) return refusePackage(file, source)
  if (!/\.\w+(\?\w+)?$/.test(source)) return `'${source}' needs its file extension: Node runs the sources as they are.`
  const target = source.startsWith('#') ? source.slice(1) : posix.join(posix.dirname(file), source)
  const [top] = file.split('/')
  if (source.startsWith('.') && target.split('/')[0] !== top) return `'${source}' leaves its room: write '#${target}'.`
  const room = longestStart(file, rooms)
  if (room === undefined) return `'${file}' stands in no room: move it, or give its folder a row in bin/rooms.ts.`
  const own = `${room}${file.slice(room.length).split('/')[0]}/`
  const may = (rooms[room] ?? []).map((start) => (start === 'own' ? own : start))
  return isWithin(target, may) ? undefined : `${room} may import ${may.join(', ')} and not '${target}'.`
}

const colours = {
  code: /(['"`])(#[0-9a-f]{3,4}|#[0-9a-f]{6}|#[0-9a-f]{8}|(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\([^'"`]*)\1/gi,
  style:
    /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|(?<=:[^;{]*)(?<![\w.#-])(?:white|black|red|green|blue|gr[ae]y|orange|yellow|purple|pink|silver|navy|teal)(?![\w-])/gi,
}

function lineOf(source: string, index: number): number {
  return source.slice(0, index).split('\n').length
}

/** Everything in one file that the rooms forbid. */
export function findRoomFaults(file: string, source: string, requests = readRequests(file, source)): Finding[] {
  const findings: Finding[] = []
  const add = (index: number, message: string) => findings.push({ file, line: lineOf(source, index), message })
  for (const { value, start } of requests) {
    const message = refuseImport(file, value)
    if (message) add(start, message)
  }
  if (file.startsWith('web/') && !file.startsWith('web/theme/')) {
    const isStyle = file.endsWith('.css')
    const text = isStyle ? source.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' ')) : source
    for (const match of text.matchAll(isStyle ? colours.style : colours.code))
      add(match.index, `Colours live in web/theme: use a variable instead of ${match[2] ?? match[0]}.`)
  }
  return findings
}

export const findAllRoomFaults = (sources: readonly SourceFile[]): Finding[] =>
  sources.flatMap(({ file, source, requests }) => findRoomFaults(file, source, requests))
