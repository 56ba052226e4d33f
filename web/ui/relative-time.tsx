import { SYSTEM_ZONE } from '#shared/constants.ts'
import classes from './relative-time.module.css'
import { exactTime, timeAgo } from './time-ago.ts'
import { useNow } from './use-now.ts'

type Props = { at: string | number; timeZone?: string }

/** How long ago something was, with the exact time on hover. The browser's own tip is used: a list has hundreds of these. */
export function RelativeTime({ at, timeZone = SYSTEM_ZONE }: Props) {
  const now = useNow()
  const instant = new Date(at).getTime()
  if (Number.isNaN(instant)) return <span>—</span>
  return (
    <time className={classes.time} dateTime={new Date(instant).toISOString()} title={exactTime(instant, timeZone)}>
      {timeAgo(instant, now)}
    </time>
  )
}
