import { SYSTEM_ZONE } from './constants.ts'

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
  topUpWallets: {
    summary: 'Begins automatic top-ups of Data Wallets that hold too little and that nothing else filled.',
    cron: '*/5 * * * *',
    timeZone: 'UTC',
    timeoutSeconds: 120,
    atStart: false,
  },
  expireCredit: {
    summary:
      'Takes credit off Data Wallets that was bought more than 12 months ago and not used, and tells of what expires in 30 and in 7 days.',
    cron: '20 0 * * *',
    timeZone: SYSTEM_ZONE,
    timeoutSeconds: 120,
    atStart: false,
  },
  reconcilePayments: {
    summary: 'Finds out what became of payments whose answer was lost, and writes it into the books.',
    cron: '* * * * *',
    timeZone: 'UTC',
    timeoutSeconds: 120,
    atStart: true,
  },
  retryFailedCharges: {
    summary: 'Tries declined payments again after one, three and five days, and ends attempts that nobody ended.',
    cron: '*/15 * * * *',
    timeZone: 'UTC',
    timeoutSeconds: 300,
    atStart: true,
  },
  findMissedEvents: {
    summary: 'Has the payment provider asked for events that it could not deliver.',
    cron: '50 3 * * *',
    timeZone: SYSTEM_ZONE,
    timeoutSeconds: 300,
    atStart: false,
  },
  retryDeliveries: {
    summary: 'Has deliveries of leads tried again whose time has come, and those that their queue gave up.',
    cron: '* * * * *',
    timeZone: 'UTC',
    timeoutSeconds: 60,
    atStart: true,
  },
  sweepCampaigns: {
    summary:
      'Stops campaigns whose last day is over in their own time zone, and tells of pixels that have been silent for a day.',
    cron: '*/15 * * * *',
    timeZone: 'UTC',
    timeoutSeconds: 120,
    atStart: true,
  },
  pullLeads: {
    summary: 'Has campaigns that were asked for an hour ago asked for again: who searched for their keywords since.',
    cron: '*/5 * * * *',
    timeZone: 'UTC',
    timeoutSeconds: 120,
    atStart: true,
  },
  mailReports: {
    // Seven in the morning comes at a quarter of an hour of each zone.
    summary:
      'Has reports mailed for which it is seven in the morning: leads of a day as a file, and what days brought.',
    cron: '*/15 * * * *',
    timeZone: 'UTC',
    timeoutSeconds: 120,
    atStart: true,
  },
  reviewAgencies: {
    summary: 'Has running campaigns looked at that should have found more leads in the last seven days.',
    cron: '0 9 * * *',
    timeZone: SYSTEM_ZONE,
    timeoutSeconds: 300,
    atStart: true,
  },
  forgetRemoved: {
    summary: 'Has companies erased that were removed 90 days ago: their people, leads, lists and files.',
    cron: '40 4 * * *',
    timeZone: SYSTEM_ZONE,
    timeoutSeconds: 120,
    atStart: true,
  },
  sumReports: {
    summary: 'Has the report analytics summed up: who was seen in the hours that are over, and what became of them.',
    cron: '6,21,36,51 * * * *',
    timeZone: 'UTC',
    timeoutSeconds: 120,
    atStart: true,
  },
  topUpCampaigns: {
    summary: 'Has starts and top-ups of campaigns ended that a crash left under way, and refunds whose money is.',
    cron: '*/5 * * * *',
    timeZone: 'UTC',
    timeoutSeconds: 60,
    atStart: true,
  },
  billCampaigns: {
    // Bills are due at one o'clock in the system's zone; those of campaigns that ended, at once.
    summary: 'Has campaigns billed whose period or life is over, and goes on with bills that are not done.',
    cron: '*/15 * * * *',
    timeZone: 'UTC',
    timeoutSeconds: 300,
    atStart: true,
  },
  trueUpMinimums: {
    // At noon the day before has ended in the zones of all campaigns, also in those farthest west.
    summary: 'Has agencies whose minimum-spend month ended yesterday charged the difference to what they spent.',
    cron: '0 12 * * *',
    timeZone: SYSTEM_ZONE,
    timeoutSeconds: 300,
    atStart: false,
  },
  payDueCommissions: {
    summary: 'Pays commissions that waited for an account, or whose answer was lost.',
    cron: '17 * * * *',
    timeZone: 'UTC',
    timeoutSeconds: 300,
    atStart: false,
  },
  sendAuditLogs: {
    summary: 'Sends entries of the audit log that the queue did not take when they were made.',
    cron: '*/5 * * * *',
    timeZone: 'UTC',
    timeoutSeconds: 60,
    atStart: true,
  },
} as const satisfies Record<string, Schedule>

export type ScheduleName = keyof typeof schedules
export const scheduleNames = Object.keys(schedules) as ScheduleName[]
