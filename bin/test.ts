// `npm test`: the check beside the rooms' tests, then the stories in a browser and the tests of the screens; then one line that counts
// them all. One after the other, each on all cores: two at once made each test wait twice as long, and all of them took longer.
// What waits for an engine or a browser half of its time has one worker more than there are cores.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import * as z from 'zod'
import { findUnproven, readAllRows } from './acceptance.ts'
import { check } from './check.ts'
import { runNode } from './children.ts'
import { isPortion, PORTION_VARIABLE, PORTIONS, portionAfter, ROUND_VARIABLE, roundAfter } from './portion.ts'
import { isCallName, testCall } from './test-call.ts'

const root = join(import.meta.dirname, '..')
const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          title: z.string().default(''),
          ancestorTitles: z.array(z.string()).default([]),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})

export type Count = { passed: number; failed: number; skipped: number }
export type Failure = { file: string; title: string; reason: string }

/** A file that could not be loaded holds no tests to count, yet it must not look like a pass: it counts as one failure. */
export function countReport(json: unknown): Count {
  const report = Report.parse(json)
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** The titles of all tests that passed, and of the groups around them. */
export const titlesOf = (json: unknown): string[] =>
  Report.parse(json).testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed')
      .flatMap(({ title, ancestorTitles }) => [...ancestorTitles, title]),
  )

const Unhandled = z.array(z.object({ file: z.string(), title: z.string(), reason: z.string() }))
/** The errors that belong to no test: each fails the run, so each counts as a failure. */
export const findUnhandled = (json: unknown): Failure[] =>
  Unhandled.parse(json).map(({ reason, ...where }) => ({ ...where, reason: shorten(reason) }))

/** The tests that failed, with the first lines of their reasons; a file that could not be loaded stands for its tests. */
export function findFailures(json: unknown): Failure[] {
  return Report.parse(json).testResults.flatMap(({ name: file, status, message = '', assertionResults }) => {
    const failed = assertionResults
      .filter((assertion) => assertion.status === 'failed')
      .map(({ fullName, failureMessages }) => ({ file, title: fullName, reason: shorten(failureMessages?.[0] ?? '') }))
    if (failed.length > 0 || status !== 'failed') return failed
    return [{ file, title: 'could not be loaded', reason: shorten(message) }]
  })
}

const REASON_LINES = 16
/** The lines of the test runner itself say nothing of the reason. */
const isOfRunner = (line: string): boolean => /^\s+at .*(\/node_modules\/|node:internal|<anonymous>)/.test(line)
const shorten = (reason: string): string =>
  reason
    .split('\n')
    .filter((line) => !isOfRunner(line))
    .slice(0, REASON_LINES)
    .join('\n')

const nothing: Count = { passed: 0, failed: 0, skipped: 0 }
type Round = { name: string; args: string[] }
type Done = { code: number; count: Count; failures: Failure[]; titles: string[] }

const oneMore = `--maxWorkers=${availableParallelism() + 1}`
const rounds: readonly Round[] = [
  { name: 'rooms', args: ['--project=!web', '--project=!journeys', oneMore] },
  { name: 'journeys', args: ['--project=journeys', oneMore] },
  { name: 'web', args: ['--project=web'] },
]

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
/** A run that failed outside its tests, such as while it ended, with the last that it said of errors. */
const endedBadly = (name: string, code: number, said: string): Failure => ({
  file: 'vitest.config.ts',
  title: `the run of ${name} ended with ${code}, though none of its tests failed`,
  reason: said.trimEnd().split('\n').slice(-REASON_LINES).join('\n'),
})

type Run = { folder: string; filters: string[] }

async function runRound({ name, args }: Round, { folder, filters }: Run): Promise<Done> {
  const vitest = (command: string, more: string[], keep: true | 'errors') =>
    runNode(['node_modules/vitest/vitest.mjs', command, ...more, ...args, ...filters], { cwd: root, keep })
  if (filters.length > 0) {
    const listed = await vitest('list', ['--filesOnly'], true)
    if (listed.code === 0 && !listed.output.includes('.test.'))
      return { code: 0, count: nothing, failures: [], titles: [] }
  }
  const file = join(folder, `${name}.json`)
  const errors = join(folder, `${name}.errors.json`)
  const reporters = ['--reporter=default', '--reporter=json', '--reporter=./bin/unhandled.reporter.ts']
  const { code, output } = await vitest(
    'run',
    [...reporters, `--outputFile.json=${file}`, `--outputFile.unhandled=${errors}`],
    'errors',
  )
  const report = existsSync(file) && readJson(file)
  const count = report ? countReport(report) : nothing
  const others = existsSync(errors) ? findUnhandled(readJson(errors)) : []
  if (code !== 0 && count.failed + others.length === 0) others.push(endedBadly(name, code, output))
  const failures = [...(report ? findFailures(report) : []), ...others]
  return {
    code,
    count: { ...count, failed: count.failed + others.length },
    failures,
    titles: report ? titlesOf(report) : [],
  }
}

/** What is wrong with the options, as one sentence: the runner knows them, but says it with its own stack. */
async function findOptionFault(filters: string[]): Promise<string | undefined> {
  if (!filters.some((arg) => arg.startsWith('-'))) return undefined
  const listing = ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', ...filters]
  const { code, output } = await runNode(listing, { cwd: root, keep: true })
  if (code === 0) return undefined
  const unknown = /Unknown option `([^`]+)`/.exec(output)?.[1]
  if (unknown)
    return `npm test knows no option "${unknown}". Try: npm test -- --project web, or npm test -- wallet.charge.`
  const valueless = /option `([^`]+)` value is missing/.exec(output)?.[1]
  if (valueless) return `The option "${valueless}" lacks its value.`
  const project = /The filter matched no projects: (.+?)\. The projects definition/.exec(output)?.[1]
  const names = Array.from(output.matchAll(/"name": "([^"]+)"/g), ([, name]) => name)
  return project && `There is no project "${project}". There are: ${names.join(', ')}.`
}

/** How many commits lead here; none where nobody knows. */
function countCommits(): number {
  try {
    return Number(
      execFileSync('git', ['rev-list', '--count', 'HEAD'], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] }),
    )
  } catch {
    return 0
  }
}

/** `reports`: the folder where the reports of the run are kept, for bin/deal.ts. */
export type Asked = { filters: string[]; portion?: number | undefined; reports?: string | undefined; fault?: string }
/** What of all tests is asked for: all cases of those that are named, and otherwise the portion of this commit, unless it is said. */
export function readAsked(args: readonly string[], commits: () => number): Asked {
  const find = (option: string) => args.find((arg) => arg === option || arg.startsWith(`${option}=`))
  const said = find('--portion')
  const kept = find('--reports')
  const filters = args.filter((arg) => arg !== '--all' && arg !== said && arg !== kept)
  const reports = kept?.slice('--reports='.length)
  if (kept && !reports)
    return { filters, fault: 'The folder for the reports is missing: npm test -- --reports=reports.' }
  if (said && !isPortion(said.slice('--portion='.length)))
    return { filters, fault: `Portions are numbers from 1 to ${PORTIONS}: npm test -- --portion=3.` }
  if (said) return { filters, reports, portion: Number(said.slice('--portion='.length)) }
  return args.some((arg) => arg !== kept)
    ? { filters, reports }
    : { filters, reports, portion: portionAfter(commits()) }
}

async function main(args: string[]): Promise<number> {
  const [first = ''] = args
  if (args.length === 1 && isCallName(first)) return testCall(root, first)
  const { filters, portion, reports, fault: misread } = readAsked(args, countCommits)
  if (misread) {
    console.error(misread)
    return 1
  }
  const fault = await findOptionFault(filters)
  if (fault) {
    console.error(fault)
    return 1
  }
  if (portion) {
    process.env[PORTION_VARIABLE] = String(portion)
    process.env[ROUND_VARIABLE] = String(roundAfter(countCommits()))
    console.log(`Portion ${portion} of what takes turns, and everything else (npm test -- --all tries all cases).`)
  }
  const folder = reports ? resolve(reports) : mkdtempSync(join(tmpdir(), 'leadloom-test-'))
  if (reports) mkdirSync(folder, { recursive: true })
  else process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const namesProject = filters.some((arg) => arg.startsWith('--project'))
  const found: string[] = []
  const checking = check(root, (text) => void found.push(text))
  const done: Done[] = []
  for (const round of namesProject ? [{ name: 'rooms', args: [] }] : rounds)
    done.push(await runRound(round, { folder, filters }))
  const isClean = await checking
  console.log(found.join('\n'))
  const total = { ...nothing }
  for (const { count } of done) for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += count[key]
  let worst = Math.max(isClean ? 0 : 1, ...done.map(({ code }) => code))
  if (!isClean) console.log('The check found faults: they stand above.')
  if (total.passed + total.failed + total.skipped === 0) {
    console.log(`No test matches ${filters.join(' ') || 'the projects'}.`)
    worst ||= 1
  }
  // Each run tries every row of the acceptance lists; a test that failed says so by itself.
  const unproven =
    filters.length > 0 || worst > 0
      ? []
      : findUnproven(
          readAllRows(root),
          done.flatMap(({ titles }) => titles),
        )
  if (unproven.length > 0) {
    console.log(`No test of this run proves ${unproven.join(', ')}: mend tests/turns.json, or deal anew (bin/deal.ts).`)
    worst = 1
  }
  // The reasons stand in the middle of a long output: they are said again where a reader, or a log that keeps only its end, has them.
  for (const { file, title, reason } of done.flatMap(({ failures }) => failures))
    console.log(`FAILED ${relative(root, file)} > ${title}\n${reason}\n`)
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
  return worst || (total.failed > 0 ? 1 : 0)
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2))
