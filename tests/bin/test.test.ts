import { describe, expect, it } from 'vitest'
import { countReport, findFailures } from '#bin/test.ts'

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

describe('findFailures', () => {
  it('names each test that failed and each file that could not be loaded, with the reason', () => {
    const file = { name: 'tests/a.test.ts', status: 'failed', assertionResults: [passed, failed] }
    expect(findFailures(report({}, [file, broken, fine]))).toEqual([
      { file: 'tests/a.test.ts', title: 'a sum is wrong', reason: 'expected 1\n    at a line' },
      { file: 'tests/broken.test.ts', title: 'could not be loaded', reason: 'no such module' },
    ])
  })

  it('keeps the first lines of a long reason', () => {
    const long = { ...failed, failureMessages: [Array.from({ length: 50 }, (_, line) => line).join('\n')] }
    const file = { name: 'tests/a.test.ts', status: 'failed', assertionResults: [long] }
    expect(findFailures(report({}, [file]))[0]?.reason.split('\n')).toHaveLength(12)
  })
})
