// The clock of one machine, which can be moved ahead: months of bills, expiries and reminders are lived through in minutes. It goes
// in steps, and in each of them runs what the timetable has for it, until nothing is left to do.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { clock } from '#functions/kit/clock.ts'
import { HOUR } from '#shared/dates.ts'

const Kept = z.object({ aheadMs: z.int().nonnegative() })
const CLOCK_FILE = 'clock.json'

/** Where a folder of data keeps how far its clock was moved. */
export const clockFileIn = (dataDir: string): string => join(dataDir, CLOCK_FILE)

/** What the clock needs of the rest of the machine. */
export type Work = {
  /** Runs what is due by now. */
  tick(): void
  /** What people do meanwhile. */
  live(from: number, to: number): Promise<void>
  /** Until every queue is empty and nobody works. */
  idle(): Promise<void>
}

/** A longer way takes longer steps: nobody waits for the 2,000 hours of three months. */
const stepFor = (byMs: number): number => (byMs <= 48 * HOUR ? HOUR : 6 * HOUR)

export type MovedClock = ReturnType<typeof openMovedClock>

/** `file` keeps how far it was moved, so that data of the future meet no earlier clock; null forgets it. */
export function openMovedClock(file: string | null) {
  let aheadMs = file && existsSync(file) ? Kept.parse(JSON.parse(readFileSync(file, 'utf8'))).aheadMs : 0
  let way: { from: number; to: number } | undefined
  let work: Work | undefined
  let walking: Promise<void> = Promise.resolve()
  const real = clock.now
  const now = () => Date.now() + aheadMs
  clock.now = now

  function advance(byMs: number): void {
    aheadMs += byMs
    if (file) writeFileSync(file, JSON.stringify({ aheadMs }))
  }

  async function walk({ tick, live, idle }: Work, to: number, step: number): Promise<void> {
    while (way && now() < way.to) {
      const from = now()
      advance(Math.min(step, Math.max(1, to - from)))
      tick()
      await live(from, now())
      await idle()
    }
    way = undefined
  }

  return {
    now,
    isMoved: () => aheadMs > 0,
    /** Where it is on its way to; undefined while it stands where it was brought. */
    way: () => way,
    workBy(done: Work): void {
      work = done
    },
    /** Begins to move ahead; what is under way goes on first. False while it is. */
    move(byMs: number): boolean {
      if (way || !work || byMs <= 0) return false
      way = { from: now(), to: now() + byMs }
      walking = walk(work, way.to, stepFor(byMs)).catch((error: unknown) => {
        way = undefined
        console.error('The clock could not be moved on', error)
      })
      return true
    },
    /** Stops where it is. */
    halt(): void {
      way = undefined
    },
    async stop(): Promise<void> {
      way = undefined
      await walking
      clock.now = real
    },
  }
}
