// What a call or a job logged as a fault while a test ran is told where the test fails: the log itself is silent in tests, and an
// answer says no more than that something went wrong.
import { log } from '#functions/kit/log.ts'

/** Enough for a reader; thousands of faults on purpose are not kept. */
const MOST = 5
const noted: string[] = []

const stackOf = (error: unknown): string =>
  error instanceof Error
    ? `${error.stack ?? error.message}${error.cause ? `\n  caused by ${stackOf(error.cause)}` : ''}`
    : String(error)

const sayError = log.error
log.error = (message, fields, error, metrics) => {
  const { call, job, what } = fields
  noted.push(`${message} ${[call, job, what].filter(Boolean).join(' ')}: ${stackOf(error)}`)
  if (noted.length > MOST) noted.shift()
  sayError(message, fields, error, metrics)
}

/** The latest faults since it was asked last, the newest at the end. */
export const takeFaults = (): string[] => noted.splice(0)

type Failed = { message: string; stack?: string | undefined }

/** Adds them to the reasons for which a test failed. */
export function tellFaults(errors: readonly Failed[] = []): void {
  const faults = takeFaults()
  if (faults.length === 0) return
  for (const error of errors) {
    const said = `\n\nFaults that were logged meanwhile:\n${faults.join('\n')}`
    error.message += said
    error.stack = `${error.stack ?? error.message}${said}`
  }
}
