/** A timetable entry with its worker `functions/schedules/<name>.ts`. Runs arrive through a queue, so a failed one is kept. */
export type Schedule = {
  summary: string
  /** Five-field cron, minutes first. */
  cron: string
  timeZone: string
  timeoutSeconds: number
  /** The local environment also runs it at start: the work that a stop may have left over. */
  atStart?: boolean
}

export const schedules = {
  expireStaleUploads: {
    summary:
      'Re-sends uploads whose work was lost, ends those that never arrived or cannot finish, and sweeps up after purges.',
    cron: '*/5 * * * *',
    timeZone: 'UTC',
    timeoutSeconds: 60,
    atStart: true,
  },
  checkDomains: {
    summary: "Looks after agencies' own domains that are being set up, serve, or take their leave.",
    cron: '*/5 * * * *',
    timeZone: 'UTC',
    timeoutSeconds: 60,
    atStart: false,
  },
} as const satisfies Record<string, Schedule>

export type ScheduleName = keyof typeof schedules
export const scheduleNames = Object.keys(schedules) as ScheduleName[]

/** Message of a schedule's queue: which run this is. `at` is the planned time in ms, so a run by hand can name a past day. */
export type ScheduleRun = { schedule: ScheduleName; at: number }
