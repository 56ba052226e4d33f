// Deals the tests to portions by what they took: `npm test -- --all --reports=<folder>`, then `node bin/boot.mjs bin/deal.ts <folder>`,
// which writes tests/turns.json. What a run of each portion tries beside its own:
// - for every row of the acceptance lists a test that proves it, chosen so that all of them together are as cheap as possible;
// - every test of the files that are made of brief ones, and who may make each call. All other tests take turns.
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { idsOf } from './acceptance.ts'
import { PORTIONS } from './portion.ts'
import { TURNS_FILE, type Turn, type Turns } from './turns.ts'

export type Timed = { file: string; name: string; seconds: number; rows: string[] }

/** Seconds up to which a test is brief. */
const BRIEF = 0.05
/** Every call is asked by each run, by somebody who may make it and somebody who may not. */
const inEachRun: readonly string[] = ['contracts.test.ts']
const isBrief = ({ file, seconds }: Pick<Timed, 'file' | 'seconds'>): boolean =>
  seconds < BRIEF || inEachRun.includes(file)
/** What it takes to open a file, and what stands before its first test: seconds. */
const OPENING = 0.3
/** A story, or a file whose tests go on from one another, is dealt as a whole. */
const isOnePiece = (file: string): boolean => file.startsWith('journeys/') || inOnePiece.includes(file)
const inOnePiece: readonly string[] = [
  'functions/campaigns/list.test.ts',
  'functions/companies/people.test.ts',
  'functions/payments/invoice-mails.test.ts',
  'functions/pricing/manual-bill.test.ts',
  'functions/wallet/auto.test.ts',
  'functions/wallet/books.test.ts',
]

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          title: z.string(),
          ancestorTitles: z.array(z.string()),
          duration: z.number().nullish(),
        }),
      ),
    }),
  ),
})

export function readTimed(json: unknown): Timed[] {
  return Report.parse(json).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, title, ancestorTitles, duration }) => ({
        file: name.slice(name.lastIndexOf('/tests/') + '/tests/'.length),
        name: fullName,
        seconds: (duration ?? 0) / 1000,
        rows: [...ancestorTitles, title].flatMap(idsOf),
      })),
  )
}

/** Whether a name has what only this run has: each worker's world has its own hosts, such as northlight-t12.localhost. */
export const varies = (name: string): boolean => /-t\d+\.localhost/i.test(name)

/** One test, or all of a file. */
type Unit = { file: string; tests: Timed[]; seconds: number; rows: Set<string> }
const unitOf = (file: string, tests: Timed[]): Unit => ({
  file,
  tests,
  seconds: tests.reduce((sum, { seconds }) => sum + seconds, 0),
  rows: new Set(tests.flatMap(({ rows }) => rows)),
})

/** Whether a file of tests thins its own cases (bin/portion.ts): other portions have others, of other names. */
const thinsItself = (source: string): boolean => /\b(portionOf|shareOf|pace)\(/.test(source)

/** Of a file that thins its own cases each portion has the first of a table alone, so only the first test of a row may prove it in all. */
export function withoutVarying(tests: readonly Timed[], isThinned: (file: string) => boolean): Timed[] {
  const seen = new Set<string>()
  return tests.map((test) => {
    if (!isThinned(test.file)) return test
    const rows = test.rows.filter((row) => !seen.has(`${test.file} ${row}`))
    for (const row of rows) seen.add(`${test.file} ${row}`)
    return { ...test, rows }
  })
}

/** Units that prove every row between them, each time the one that proves most of what lacks for its time. */
function chooseProofs(units: readonly Unit[], opened: Set<string>): Unit[] {
  const open = new Set(units.flatMap(({ rows }) => [...rows]))
  const chosen: Unit[] = []
  const worthOf = ({ file, seconds, rows }: Unit) =>
    [...rows].filter((row) => open.has(row)).length / (0.01 + seconds + (opened.has(file) ? 0 : OPENING))
  for (const unit of units) if (opened.has(unit.file) && isBrief(unit)) for (const row of unit.rows) open.delete(row)
  while (open.size > 0) {
    const worths = units.map(worthOf)
    const best = units[worths.indexOf(Math.max(...worths))]
    if (!best) break
    chosen.push(best)
    opened.add(best.file)
    for (const row of best.rows) open.delete(row)
  }
  return chosen
}

/** `tests`: all tests of all files, as often as it has reports of them, each with what it took. */
export function deal(tests: readonly Timed[], portions = PORTIONS): Turns {
  const byFile = Map.groupBy(tests, ({ file }) => file)
  const units = [...byFile].flatMap(([file, all]) =>
    isOnePiece(file) ? [unitOf(file, all)] : all.map((test) => unitOf(file, [test])),
  )
  const sumOf = (all: readonly Timed[]) => all.reduce((sum, { seconds }) => sum + seconds, 0)
  const brief = new Set(
    [...byFile]
      .filter(([file, all]) => !isOnePiece(file) && 2 * sumOf(all.filter(isBrief)) > sumOf(all))
      .map(([file]) => file),
  )
  const kept = new Set(chooseProofs(units, new Set(brief)).flatMap((unit) => unit.tests))
  const isKept = (test: Timed) => kept.has(test) || (brief.has(test.file) && isBrief(test))

  const dealt = [...byFile].flatMap(([file, all]) => {
    const inTurns = all.filter((test) => !isKept(test))
    return inTurns.length > 0 ? [{ file, all, inTurns, seconds: sumOf(inTurns) + OPENING }] : []
  })
  const turns: Turns = {}
  // Each kind of tests runs by itself, on all cores: each is spread by itself.
  for (const kind of Map.groupBy(dealt, ({ file }) => kindOf(file)).values()) {
    const loads = Array.from({ length: portions }, () => 0)
    for (const { file, all, inTurns, seconds } of kind.sort((a, b) => b.seconds - a.seconds)) {
      const lightest = loads.indexOf(Math.min(...loads))
      loads[lightest] = (loads[lightest] ?? 0) + seconds
      turns[file] = turnOf(lightest + 1, all, inTurns, isKept)
    }
  }
  return Object.fromEntries(Object.entries(turns).sort(([a], [b]) => (a < b ? -1 : 1)))
}

const kindOf = (file: string): string => /^(web|journeys)\//.exec(file)?.[1] ?? 'rooms'

function turnOf(portion: number, all: Timed[], inTurns: Timed[], isKept: (test: Timed) => boolean): Turn {
  const namesOf = (tests: Timed[]) => [...new Set(tests.map(({ name }) => name))].sort() as [string, ...string[]]
  const kept = all.filter(isKept)
  if (kept.length === 0) return { portion }
  return inTurns.length < kept.length ? { portion, tests: namesOf(inTurns) } : { portion, inEachRun: namesOf(kept) }
}

if (import.meta.main) {
  const [folder = ''] = process.argv.slice(2)
  const files = globSync('*.json', { cwd: folder }).filter((file) => !file.endsWith('.errors.json'))
  const tests = files.flatMap((file) => readTimed(JSON.parse(readFileSync(join(folder, file), 'utf8'))))
  if (tests.length === 0) throw new Error(`There is no report of tests in "${folder}".`)
  const varying = tests.filter(({ name }) => varies(name))
  if (varying.length > 0)
    throw new Error(
      `Tests whose names another run would not have:\n${varying.map(({ file, name }) => `${file}: ${name}`).join('\n')}`,
    )
  const sourceOf = (file: string) => readFileSync(join(import.meta.dirname, '../tests', file), 'utf8')
  const isThinned = new Map(
    [...new Set(tests.map(({ file }) => file))].map((file) => [file, thinsItself(sourceOf(file))]),
  )
  const turns = deal(withoutVarying(tests, (file) => isThinned.get(file) === true))
  const root = join(import.meta.dirname, '..')
  writeFileSync(join(root, TURNS_FILE), `${JSON.stringify(turns, null, 2)}\n`)
  execFileSync(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'format', '--write', TURNS_FILE], {
    cwd: root,
  })
  const partly = Object.values(turns).filter((turn) => Object.keys(turn).length > 1).length
  console.log(`${Object.keys(turns).length} files take turns, ${partly} of them in part.`)
}
