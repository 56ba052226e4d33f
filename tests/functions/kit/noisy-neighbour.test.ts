// One company sends far more than its share: what it sent stands before nobody else's.
import { describe, expect, it } from 'vitest'
import { type JobName, jobNames } from '#shared/job-names.ts'
import { harness } from '#tests/support/harness.ts'
import { handedOutBefore, namesOwner } from '#tests/support/neighbours.ts'

const h = await harness()

/** Kinds of messages that name no company, with who says whose they are. */
const unnamed: Partial<Record<JobName, string>> = {
  mailReport: 'the timetable says the agency of who gets a report',
}

describe('A38 fifty messages of one company and one of another', () => {
  const named = jobNames.filter((name) => !(name in unnamed))
  it.each(named)('in the queue of %s: the one is among the first', async (name) => {
    const before = await handedOutBefore(h.services.queues, { name, url: h.engines.queueUrl(name), many: 50 })
    expect(before).toBeLessThanOrEqual(1)
  })

  it('so in every queue: each kind of message names a company, or its sender says whose it is', () => {
    expect(jobNames.filter((name) => !namesOwner(name))).toEqual(Object.keys(unnamed))
  })
})
