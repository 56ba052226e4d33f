// The clock of one machine: it is moved in steps, in each of which what is due runs once, and it stays where it was brought.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { clock } from '#functions/kit/clock.ts'
import { clockPath, createClockPage } from '#infra/local/clock-page.ts'
import { openMovedClock } from '#infra/local/moved-clock.ts'
import { openTimetable } from '#infra/local/timetable.ts'
import { DAY, HOUR } from '#shared/dates.ts'

const dir = mkdtempSync(join(tmpdir(), 'leadloom-clock-'))
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
  rmSync(dir, { recursive: true, force: true })
})
const open = (file: string | null = null) => {
  const moved = openMovedClock(file)
  ends.push(() => moved.stop())
  return moved
}
const near = (at: number, wanted: number) => expect(Math.abs(at - wanted)).toBeLessThan(HOUR)

it('runs what is due in each step, by the time of that step, and waits until it is done', async () => {
  const moved = open()
  const start = clock.now()
  const ran: { name: string; at: number }[] = []
  const timetable = openTimetable(moved.now, (name, at) => ran.push({ name, at }))
  let steps = 0
  const lived: [number, number][] = []
  moved.workBy({
    tick: timetable.tick,
    live: async (from, to) => void lived.push([from, to]),
    idle: async () => {
      expect(moved.move(DAY)).toBe(false)
      await new Promise((resolve) => setImmediate(resolve))
      steps++
    },
  })
  expect(moved.move(-DAY)).toBe(false)
  expect(moved.move(DAY)).toBe(true)
  await expect.poll(() => moved.way(), { timeout: 60_000 }).toBeUndefined()
  expect(steps).toBe(24)
  // Each stretch begins where the one before it ended, but for the moments in between.
  expect(lived).toHaveLength(24)
  for (const [index, [from, to]] of lived.entries()) {
    near(from, start + index * HOUR)
    near(to, start + (index + 1) * HOUR)
  }
  near(clock.now(), start + DAY)
  // Each quarter of an hour is due in each hour, once; what is due once a day at its time.
  expect(ran.filter(({ name }) => name === 'retryFailedCharges')).toHaveLength(24)
  expect(ran.filter(({ name }) => name === 'expireCredit').length).toBeOneOf([1, 2])
  for (const [index, { at }] of ran.filter(({ name }) => name === 'retryFailedCharges').entries())
    near(at, start + (index + 1) * HOUR)
})

it('is kept, and can be stopped on its way by the page', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'leadloom-clock-')), 'clock.json')
  const moved = open(file)
  const door = createClockPage(moved)
  const server = createServer((req, res) => void door(req, res)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${clockPath}`
  const press = (what: string) =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ do: what }), redirect: 'manual' })
  const text = async () => (await fetch(url)).text()
  moved.workBy({
    tick: () => undefined,
    live: async () => undefined,
    idle: () => new Promise((resolve) => setTimeout(resolve, 20)),
  })
  const start = moved.now()
  expect(await text()).toContain('the real time')
  await press('nonsense')
  expect(moved.way()).toBeUndefined()
  expect((await press('month')).status).toBe(303)
  expect(await text()).toContain('Stop here')
  await press('halt')
  await moved.stop()
  expect(moved.now()).toBeLessThan(start + 31 * DAY)
  expect(moved.isMoved()).toBe(true)
  near(open(file).now(), moved.now())
})
