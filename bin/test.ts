// `npm test`: the check, then the rooms' tests, then the stories in a browser, and one line that counts them all.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { check } from './check.ts'
import { runNode } from './children.ts'

const root = join(import.meta.dirname, '..')
const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
})

export type Count = { passed: number; failed: number; skipped: number }

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

const vitest = (command: string, args: string[], keep: boolean) =>
  runNode(['node_modules/vitest/vitest.mjs', command, ...args], { cwd: root, keep })

const nothing: Count = { passed: 0, failed: 0, skipped: 0 }

async function runRound(args: string[], folder: string): Promise<{ code: number; count: Count }> {
  const listed = await vitest('list', ['--filesOnly', ...args], true)
  if (listed.code === 0 && !listed.output.includes('.test.')) return { code: 0, count: nothing }
  const file = join(folder, 'report.json')
  rmSync(file, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { code } = await vitest('run', [...reporters, ...args], false)
  return { code, count: existsSync(file) ? countReport(JSON.parse(readFileSync(file, 'utf8'))) : nothing }
}

async function main(args: string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-test-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const namesProject = args.some((arg) => arg.startsWith('--project'))
  // The browser's stories come last and alone: they are slow, and a broken room is told sooner without them.
  const rounds = namesProject ? [[]] : [['--project=!journeys'], ['--project=journeys']]
  const isClean = await check(root)
  const total = { ...nothing }
  let worst = isClean ? 0 : 1
  for (const round of rounds) {
    const { code, count } = await runRound([...round, ...args], folder)
    worst = Math.max(worst, code)
    for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += count[key]
  }
  if (!isClean) console.log('The check found faults: they stand above the tests.')
  if (total.passed + total.failed + total.skipped === 0) {
    console.log(`No test matches ${args.join(' ') || 'the projects'}.`)
    worst ||= 1
  }
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
  return worst || (total.failed > 0 ? 1 : 0)
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2))
