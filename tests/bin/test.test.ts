import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runNode } from '#bin/children.ts'
import { PORTIONS } from '#bin/portion.ts'
import { countReport, findFailures, findUnhandled, readAsked, titlesOf } from '#bin/test.ts'

const root = join(import.meta.dirname, '../..')
const report = (counts: object, testResults: object[]) => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  ...counts,
  testResults,
})
const passed = { status: 'passed', fullName: 'a sum is right', failureMessages: [] }
const failed = { status: 'failed', fullName: 'a sum is wrong', failureMessages: ['expected 1\n    at a line'] }
const broken = { name: 'tests/broken.test.ts', status: 'failed', message: 'no such module', assertionResults: [] }
const fine = { name: 'tests/fine.test.ts', status: 'passed', assertionResults: [passed] }

describe('countReport', () => {
  it('counts what the report counts', () => {
    const file = { name: 'tests/a.test.ts', status: 'failed', assertionResults: [passed, failed] }
    const counts = { numPassedTests: 3, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }
    expect(countReport(report(counts, [file]))).toEqual({ passed: 3, failed: 1, skipped: 3 })
  })

  it('counts a file that could not be loaded as a failure', () => {
    expect(countReport(report({ numPassedTests: 1 }, [broken, fine]))).toEqual({ passed: 1, failed: 1, skipped: 0 })
  })
})

describe('titlesOf', () => {
  it('has the titles of what passed, with those of the groups around it', () => {
    const titled = (status: string, title: string) => ({ status, title, fullName: title, ancestorTitles: ['a sum'] })
    const assertionResults = [titled('passed', 'is right'), titled('skipped', 'is long'), titled('failed', 'is wrong')]
    const file = { name: 'tests/a.test.ts', status: 'failed', assertionResults }
    expect(titlesOf(report({}, [file]))).toEqual(['a sum', 'is right'])
  })
})

describe('findFailures', () => {
  it('names each test that failed and each file that could not be loaded, with the reason', () => {
    const file = { name: 'tests/a.test.ts', status: 'failed', assertionResults: [passed, failed] }
    expect(findFailures(report({}, [file, broken, fine]))).toEqual([
      { file: 'tests/a.test.ts', title: 'a sum is wrong', reason: 'expected 1\n    at a line' },
      { file: 'tests/broken.test.ts', title: 'could not be loaded', reason: 'no such module' },
    ])
  })

  const reasonOf = (lines: readonly unknown[]) => {
    const long = { ...failed, failureMessages: [lines.join('\n')] }
    const file = { name: 'tests/a.test.ts', status: 'failed', assertionResults: [long] }
    return findFailures(report({}, [file]))[0]?.reason.split('\n')
  }

  it('keeps the first lines of a long reason', () => {
    expect(reasonOf(Array.from({ length: 50 }, (_, line) => line))).toHaveLength(16)
  })

  it('leaves out where the test runner stood, which says nothing of the reason', () => {
    const runner = 'at run (file:///here/node_modules/vitest/dist/run.js:1:2)'
    const own = '    at /here/tests/journeys/dialogs.test.ts:154:18'
    expect(
      reasonOf([
        'Test timed out.',
        `    ${runner}`,
        '    at node:internal/timers:1:2',
        '    at new Promise (<anonymous>)',
        own,
        'It showed a dialog.',
      ]),
    ).toEqual(['Test timed out.', own, 'It showed a dialog.'])
  })
})

describe('findUnhandled', () => {
  it('names each error that belongs to no test, with where it came from', () => {
    const error = {
      file: 'tests/a.test.ts',
      title: 'an error outside any test',
      reason: 'late\n    at node:internal/timers:1:2',
    }
    expect(findUnhandled([error])).toEqual([{ ...error, reason: 'late' }])
    expect(findUnhandled([])).toEqual([])
  })

  it('reads what a run wrote of an error that came while a test ran', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'leadloom-late-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const late =
      "setTimeout(() => { throw new Error('too late') }, 1); await new Promise((done) => setTimeout(done, 50))"
    writeFileSync(join(folder, 'late.test.mjs'), `it('goes on', async () => { ${late} })`)
    const reporter = `--reporter=${join(root, 'bin/unhandled.reporter.ts')}`
    const into = join(folder, 'errors.json')
    const args = ['run', '--globals', `--root=${folder}`, reporter, `--outputFile.unhandled=${into}`]
    const { code, output } = await runNode([join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
      cwd: folder,
      keep: true,
    })
    expect(code, output).toBe(1)
    expect(findUnhandled(JSON.parse(readFileSync(into, 'utf8')))).toEqual([
      {
        file: join(realpathSync(folder), 'late.test.mjs'),
        title: 'an error outside any test, while this one ran: goes on',
        reason: expect.stringContaining('Error: too late'),
      },
    ])
  })
})

describe('readAsked', () => {
  const asked = (...args: string[]) => readAsked(args, () => 2 * PORTIONS + 1)

  it('tries the portion of the commit where nothing is said, and the one that is said', () => {
    expect(asked()).toEqual({ filters: [], portion: 2 })
    expect(readAsked([], () => 2)).toEqual({ filters: [], portion: 3 })
    expect(readAsked([], () => PORTIONS - 1)).toEqual({ filters: [], portion: PORTIONS })
    expect(readAsked([], () => PORTIONS)).toEqual({ filters: [], portion: 1 })
    expect(asked('--portion=6', '--project', 'web')).toEqual({ filters: ['--project', 'web'], portion: 6 })
  })

  it('keeps the reports in a folder, of all cases or of a portion', () => {
    expect(asked('--all', '--reports=seen')).toEqual({ filters: [], reports: 'seen' })
    expect(asked('--reports=seen')).toEqual({ filters: [], reports: 'seen', portion: 2 })
    expect(asked('--reports').fault).toContain('The folder for the reports is missing')
  })

  it('tries all cases where that is said, and of what is named', () => {
    expect(asked('--all')).toEqual({ filters: [] })
    expect(asked('wallet')).toEqual({ filters: ['wallet'] })
    expect(asked('--all', 'wallet')).toEqual({ filters: ['wallet'] })
  })

  it.each(['--portion', '--portion=', '--portion=0', `--portion=${PORTIONS + 1}`, '--portion=1.5', '--portion=x'])(
    'says what portions there are: %s',
    (arg) => {
      expect(asked(arg).fault).toBe(`Portions are numbers from 1 to ${PORTIONS}: npm test -- --portion=3.`)
    },
  )
})
