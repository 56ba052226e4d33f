import { describe, expect, it } from 'vitest'
import { countReport } from '#bin/test.ts'

const report = (counts: object, testResults: object[]) => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  ...counts,
  testResults,
})

describe('countReport', () => {
  it('counts what the report counts', () => {
    const file = { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] }
    const counts = { numPassedTests: 3, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }
    expect(countReport(report(counts, [file]))).toEqual({ passed: 3, failed: 1, skipped: 3 })
  })

  it('counts a file that could not be loaded as a failure', () => {
    const broken = { status: 'failed', assertionResults: [] }
    const fine = { status: 'passed', assertionResults: [{ status: 'passed' }] }
    expect(countReport(report({ numPassedTests: 1 }, [broken, fine]))).toEqual({ passed: 1, failed: 1, skipped: 0 })
  })
})
