import { SYSTEM_ZONE } from '#shared/constants.ts'
import { dayIn } from '#shared/dates.ts'
import { showDay } from './days.ts'
import classes from './relative-time.module.css'
import { exactTime } from './time-ago.ts'

type Props = { at: string | number; timeZone?: string }

/** The day of something, with the exact time and zone on hover; for what is so long ago that nobody counts back. */
export function DateTime({ at, timeZone = SYSTEM_ZONE }: Props) {
  const instant = new Date(at).getTime()
  if (Number.isNaN(instant)) return <span>—</span>
  return (
    <time className={classes.time} dateTime={new Date(instant).toISOString()} title={exactTime(instant, timeZone)}>
      {showDay(dayIn(timeZone, instant))}
    </time>
  )
}
