// The JSON report of the test runner leaves out errors that belong to no test, though they fail the run. This one writes them down beside it.
import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, Vitest } from 'vitest/node'

/** Writes `[{ file, title, reason }]` into the file of `--outputFile.unhandled`; `title` is that of the test that ran meanwhile. */
export default class UnhandledErrors implements Reporter {
  #into: string | undefined

  onInit({ config: { outputFile } }: Vitest): void {
    this.#into = typeof outputFile === 'object' ? outputFile.unhandled : undefined
  }

  onTestRunEnd(_modules: unknown, errors: readonly SerializedError[]): void {
    if (this.#into) writeFileSync(this.#into, JSON.stringify(errors.map(describe)))
  }
}

function describe({ message, stack, VITEST_TEST_PATH: file, VITEST_TEST_NAME: title }: SerializedError) {
  return {
    file: typeof file === 'string' ? file : '',
    title: `an error outside any test${typeof title === 'string' ? `, while this one ran: ${title}` : ''}`,
    reason: stack?.includes(message) ? stack : `${message}\n${stack ?? ''}`,
  }
}
