import { Avatar, Text } from '@mantine/core'
import { initialsOf } from '#shared/text.ts'
import classes from './person-name.module.css'

type Props = {
  name: string
  /** A second line, such as an address. */
  detail?: string
  /** The second line goes on below itself where it is long: nothing of it is cut. */
  isDetailWhole?: boolean
  /** A picture of theirs; without one their initials stand in for it, and `null` leaves both out. */
  picture?: string | null
  size?: number
}

/** A name of any script, direction and length: it ends after two lines, and is seen whole on hover. */
export function PersonName({ name, detail, isDetailWhole = false, picture = '', size = 28 }: Props) {
  return (
    <span className={classes.person}>
      {picture !== null && (
        <Avatar src={picture || null} alt="" size={size} radius="xl" aria-hidden>
          {initialsOf(name)}
        </Avatar>
      )}
      <span className={classes.words}>
        <Text component="bdi" dir="auto" className={classes.name} title={name}>
          {name || '—'}
        </Text>
        {detail && (
          <Text
            component="bdi"
            dir="auto"
            size="xs"
            c="dimmed"
            className={isDetailWhole ? classes.whole : classes.detail}
            title={detail}
          >
            {detail}
          </Text>
        )}
      </span>
    </span>
  )
}
