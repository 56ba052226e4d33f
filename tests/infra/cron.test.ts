import { describe, expect, it } from 'vitest'
import { expectedGapMinutes, toSchedulerCron } from '#infra/cron.ts'

describe('toSchedulerCron', () => {
  it.each([
    ['*/5 * * * *', 'cron(0/5 * * * ? *)'],
    ['0 3 * * *', 'cron(0 3 * * ? *)'],
    ['30 9 1 * *', 'cron(30 9 1 * ? *)'],
    ['0 8 * * 1', 'cron(0 8 ? * 2 *)'],
    ['0 8 * * 0', 'cron(0 8 ? * 1 *)'],
    ['0 8 * * 7', 'cron(0 8 ? * 1 *)'],
    ['0 8 * * 1-5', 'cron(0 8 ? * 2-6 *)'],
    ['15 */6 * * *', 'cron(15 0/6 * * ? *)'],
    ['0 0 */2 1,7 *', 'cron(0 0 1/2 1,7 ? *)'],
  ])('%s is %s', (line, expected) => expect(toSchedulerCron(line)).toBe(expected))

  it.each([['* * * *'], ['0 0 1 * 1'], ['0 0 * * */2'], ['']])('refuses %s', (line) =>
    expect(() => toSchedulerCron(line)).toThrow(/^"/),
  )
})

describe('expectedGapMinutes', () => {
  it.each([
    ['* * * * *', 1],
    ['*/5 * * * *', 5],
    ['0 * * * *', 60],
    ['15 */6 * * *', 360],
    ['0 3 * * *', 1440],
    ['0 8 * * 1', 1440],
  ])('%s runs every %i minutes', (line, minutes) => expect(expectedGapMinutes(line)).toBe(minutes))
})
