/** Days of the week are numbered 1 to 7 from Sunday there, 0 to 6 in the five-field form. */
function dayOfWeek(field: string): string {
  return field.replace(/\d+/g, (day) => String((Number(day) % 7) + 1))
}

/** A five-field cron line in the six-field form of EventBridge Scheduler, where one of the two day fields must be `?`. */
export function toSchedulerCron(line: string): string {
  const [minute, hour, day, month, weekday, ...rest] = line.trim().split(/\s+/)
  if (!minute || !hour || !day || !month || !weekday || rest.length)
    throw new Error(`"${line}" is not a five-field cron line.`)
  if (day !== '*' && weekday !== '*')
    throw new Error(`"${line}" names a day of the month and of the week: make it two schedules.`)
  if (weekday.includes('/'))
    throw new Error(`"${line}" steps over days of the week, which EventBridge counts from another day: list them.`)
  // "Every 5 minutes" counts from 0 there and here.
  const stepped = (field: string) => field.replace(/^\*\//, '0/')
  const days = weekday === '*' ? [day.replace(/^\*\//, '1/'), '?'] : ['?', dayOfWeek(weekday)]
  return `cron(${stepped(minute)} ${stepped(hour)} ${days[0]} ${month.replace(/^\*\//, '1/')} ${days[1]} *)`
}

/** Longest time between two runs of a five-field line, in minutes, as far as minute and hour fields tell; else a day or more. */
export function expectedGapMinutes(line: string): number {
  const [minute = '*', hour = '*', day = '*', month = '*', weekday = '*'] = line.trim().split(/\s+/)
  const step = (field: string) => (field === '*' ? 1 : /^\*\/\d+$/.test(field) ? Number(field.slice(2)) : undefined)
  const minutes = step(minute)
  const hours = step(hour)
  if ([day, month, weekday].some((field) => field !== '*') || hours === undefined) return 24 * 60
  return minutes !== undefined && hours === 1 ? minutes : hours * 60
}
