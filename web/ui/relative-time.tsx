import { Tooltip } from '@mantine/core'
import classes from './relative-time.module.css'
import { exactTime, timeAgo } from './time-ago.ts'
import { useNow } from './use-now.ts'

/** The zone of the system, where nobody has said another. */
export const DEFAULT_ZONE = 'America/Chicago'

type Props = { at: string | number; timeZone?: string }

/** How long ago something was; the exact time comes with hover or focus, and is always there for those who listen. */
export function RelativeTime({ at, timeZone = DEFAULT_ZONE }: Props) {
  const now = useNow()
  const instant = new Date(at).getTime()
  if (Number.isNaN(instant)) return <span>—</span>
  const exact = exactTime(instant, timeZone)
  return (
    <Tooltip label={exact}>
      <time className={classes.time} dateTime={new Date(instant).toISOString()} title={exact}>
        {timeAgo(instant, now)}
      </time>
    </Tooltip>
  )
}
