// How a race for what only one can have must end.
import { expect } from 'vitest'
import type { Answer } from '../../support/harness.ts'

/** One was taken; all others were told with a status of a conflict (or, a moment later, of a wrong value) and the field. */
export function expectOneOf(answers: readonly Answer<unknown>[], field: string) {
  const lost = answers.filter(({ status }) => status !== 200)
  expect([answers.length - lost.length, lost.map(({ status }) => status)]).toEqual([
    1,
    lost.map(() => expect.toSatisfy((status: number) => status === 409 || status === 422)),
  ])
  for (const { body } of lost) expect(body).toMatchObject({ result: 'failed', fields: { [field]: expect.any(String) } })
}
