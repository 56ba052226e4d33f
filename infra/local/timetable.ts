// The timetable of one machine, by a clock that may be moved: what came due since the last look runs, once, however long ago that was.
import { Cron } from 'croner'
import { type ScheduleName, scheduleNames, schedules } from '#shared/schedules.ts'

export function openTimetable(now: () => number, run: (name: ScheduleName, at: number) => unknown) {
  const entries = scheduleNames.map((name) => {
    const cron = new Cron(schedules[name].cron, { timezone: schedules[name].timeZone })
    const after = (at: number) => cron.nextRun(new Date(at))?.getTime() ?? Number.POSITIVE_INFINITY
    return { name, after, next: after(now()) }
  })
  return {
    /** Runs what is due by now. */
    tick(): void {
      const at = now()
      for (const entry of entries) {
        if (entry.next > at) continue
        entry.next = entry.after(at)
        run(entry.name, at)
      }
    },
  }
}
