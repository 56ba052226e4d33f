// Reports of leads by mail: how often somebody wants them, on which mornings they leave, and which days each tells of.
import { MAIL_HOUR } from '../campaigns/day-file.ts'
import { addDays, atHour, dayIn } from '../dates.ts'
import { addMonths } from '../money/minimum-spend.ts'

export const reportRhythms = ['off', 'daily', 'weekly', 'monthly'] as const
export type ReportRhythm = (typeof reportRhythms)[number]
/** How often a mail comes, where one comes. */
export const mailRhythms = ['daily', 'weekly', 'monthly'] as const
export type MailRhythm = (typeof mailRhythms)[number]

const WEEK = 7
/** Weeks begin on Monday. */
const sinceMonday = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % WEEK
const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`

/** The last morning on which such a mail leaves, this day included: every day, Mondays, or firsts of a month. */
export function mailDayUpTo(rhythm: MailRhythm, day: string): string {
  if (rhythm === 'daily') return day
  return rhythm === 'weekly' ? addDays(day, -sinceMonday(day)) : firstOfMonth(day)
}

/** The first one after a day. */
export function mailDayAfter(rhythm: MailRhythm, day: string): string {
  if (rhythm === 'daily') return addDays(day, 1)
  return rhythm === 'weekly' ? addDays(day, WEEK - sinceMonday(day)) : addMonths(firstOfMonth(day), 1)
}

/** The days, both included, that the mail of a morning tells of: yesterday, the week, or the month that is over. */
export function reportedDays(rhythm: MailRhythm, mailDay: string): { from: string; to: string } {
  const to = addDays(mailDay, -1)
  if (rhythm === 'daily') return { from: to, to }
  return { from: rhythm === 'weekly' ? addDays(mailDay, -WEEK) : addMonths(mailDay, -1), to }
}

/** The instant (ms) at which the mail of a morning leaves. */
export const reportInstant = (timeZone: string, mailDay: string): number => atHour(timeZone, mailDay, MAIL_HOUR)

/** The morning whose mail is the latest one that is due at an instant (ms). */
export function dueMailDay(rhythm: MailRhythm, timeZone: string, at: number): string {
  const today = dayIn(timeZone, at)
  return mailDayUpTo(rhythm, reportInstant(timeZone, today) <= at ? today : addDays(today, -1))
}
