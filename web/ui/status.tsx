import { Badge, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { colourOf, type Tone } from '../theme/tones.ts'
import classes from './status.module.css'

type Props = {
  tone?: Tone
  /** One or two words. */
  children: ReactNode
  /** Why it is so, and what would change it. */
  reason?: ReactNode
}

/** How something stands, and why. The word says it, the colour only helps. */
export function Status({ tone = 'default', children, reason }: Props) {
  return (
    <span className={classes.status}>
      <Badge color={colourOf(tone)} className={classes.word}>
        {children}
      </Badge>
      {reason && (
        <Text component="span" dir="auto" size="xs" c="dimmed" className={classes.reason}>
          {reason}
        </Text>
      )}
    </span>
  )
}
