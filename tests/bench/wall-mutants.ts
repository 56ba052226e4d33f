// How much of the wall between tenants and people would be missed: every refusal in the functions is taken out, one at a
// time, in a copy of the tree, and the tests of isolation are run for the calls that lead there. Those that notice nothing
// are asked again with the other tests that make those calls. `npx node tests/bench/wall-mutants.ts [parts of paths]`; takes an hour.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { openMutantTree, root } from './mutant-tree.ts'

const wanted = process.argv.slice(2)
const refusal = /\bthrow (refused|outside)\(/g

const filesIn = (dir: string): string[] =>
  readdirSync(join(root, dir), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(dir, name))
const sources = ['functions/api', 'functions/wire', 'functions/identity', 'functions/domain', 'functions/kit'].flatMap(
  filesIn,
)
const textOf = new Map(sources.map((file) => [file, readFileSync(join(root, file), 'utf8')]))

/** Which files of these rooms a file imports. */
const importsOf = new Map(
  [...textOf].map(([file, text]) => [
    file,
    [...text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].map(([, to = '']) => join(dirname(file), to)),
  ]),
)
function leadsTo(from: string, to: string, seen = new Set<string>()): boolean {
  if (from === to) return true
  if (seen.has(from)) return false
  seen.add(from)
  return (importsOf.get(from) ?? []).some((next) => leadsTo(next, to, seen))
}
const idOf = (file: string) => file.replace(/^functions\/api\/(\w+)\/(\w+)\.ts$/, '$1.$2')
const isCall = (file: string) => /^functions\/api\/\w+\//.test(file)
/** The calls that come past a file. What every call goes through is shown by one area. */
const callsThrough = (file: string): string[] =>
  file.startsWith('functions/kit')
    ? sources
        .filter(isCall)
        .map(idOf)
        .filter((id) => /^(companies|account)\./.test(id))
    : sources.filter((each) => isCall(each) && leadsTo(each, file)).map(idOf)

type Mutant = { file: string; line: number; text: string }
const mutants = sources.flatMap((file): Mutant[] =>
  (textOf.get(file) ?? '')
    .split('\n')
    .flatMap((text, at) => (text.match(refusal) ? [{ file, line: at + 1, text }] : [])),
)

const isWanted = ({ file }: Mutant) => wanted.length === 0 || wanted.some((part) => file.includes(part))

const tree = openMutantTree('wall-mutants')
const failures = (calls: readonly string[]) => tree.failures(wall, { pattern: `(^| )(${calls.join('|')})( |$)` })
function brokenBy({ file, line }: Mutant, text = textOf.get(file) ?? ''): string {
  const lines = text.split('\n')
  lines[line - 1] = (lines[line - 1] ?? '').replace(refusal, 'void $1(')
  return lines.join('\n')
}

const wall = ['tests/functions/isolation/matrix.test.ts', 'tests/functions/isolation/wall.test.ts']
const known = new Map<string, Map<string, string>>()
/** The tests of isolation that fail with these refusals taken out and do not fail without that. */
function newFailures(some: readonly Mutant[], calls: readonly string[]): string[] {
  const texts = new Map<string, string>()
  for (const mutant of some) texts.set(mutant.file, brokenBy(mutant, texts.get(mutant.file)))
  for (const [file, text] of texts) tree.write(file, text)
  const after = failures(calls)
  for (const file of texts.keys()) tree.write(file, textOf.get(file) ?? '')
  if (after.size === 0) return []
  const about = calls.join()
  const before = known.get(about) ?? failures(calls)
  known.set(about, before)
  return [...after.keys()].filter((name) => !before.has(name))
}

type Asked = { mutant: Mutant; calls: readonly string[] }

/** Refusals that no call meets two of go together: what fails names the call, and so the refusal. */
function rounds(some: readonly Mutant[]): Asked[][] {
  const made: Asked[][] = []
  for (const mutant of some) {
    const calls = callsThrough(mutant.file)
    const isApart = (round: Asked[]) => round.every((other) => !other.calls.some((call) => calls.includes(call)))
    const round = made.find(isApart)
    if (round) round.push({ mutant, calls })
    else made.push([{ mutant, calls }])
  }
  return made
}

const MOST_FILES = 4
const tests = filesIn('tests/functions').filter((file) => file.endsWith('.test.ts') && !wall.includes(file))
/** The tests that may make the calls which lead there, those first that name them most often: some do so through a helper of their area. */
function testsOf(calls: readonly string[]): string[] {
  const named = new RegExp(`'(${calls.join('|')})'`, 'g')
  const areas = [...new Set(calls.map((call) => `tests/functions/${call.split('.')[0]}/`))]
  return tests
    .map((file) => ({ file, times: readFileSync(join(root, file), 'utf8').match(named)?.length ?? 0 }))
    .filter(({ file, times }) => times > 0 || areas.some((area) => file.startsWith(area)))
    .sort((a, b) => b.times - a.times)
    .map(({ file }) => file)
}

try {
  const count = { wall: 0, other: 0, none: 0 }
  const tell = (by: keyof typeof count, { file, line, text }: Mutant) => {
    count[by]++
    console.log(`${by.padEnd(5)} ${relative('functions', file)}:${line} ${text.trim()}`)
  }
  const missed: Mutant[] = []
  for (const round of rounds(mutants.filter(isWanted))) {
    const failed = newFailures(
      round.map(({ mutant }) => mutant),
      round.flatMap(({ calls }) => calls),
    )
    for (const { mutant, calls } of round) {
      const isNamed = new RegExp(`(^| )(${calls.join('|')})( |$)`)
      if (failed.some((name) => isNamed.test(name))) tell('wall', mutant)
      else missed.push(mutant)
    }
  }
  for (const each of missed) {
    const files = testsOf(callsThrough(each.file))
    const change = { file: each.file, sound: textOf.get(each.file) ?? '', broken: brokenBy(each) }
    const isNoticed = [files.slice(0, MOST_FILES), files.slice(MOST_FILES)].some((some) => tree.isNoticed(change, some))
    tell(isNoticed ? 'other' : 'none', each)
  }
  console.log(`${JSON.stringify(count)} of ${count.wall + count.other + count.none}`)
} finally {
  tree.close()
}
