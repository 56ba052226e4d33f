import { Tooltip, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './hint.module.css'

type Props = { text: ReactNode; children: ReactNode }

/** Words that say more when they are pointed at, focused or touched. */
export function Hint({ text, children }: Props) {
  return (
    <Tooltip label={text} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      <UnstyledButton type="button" className={classes.hint}>
        {children}
      </UnstyledButton>
    </Tooltip>
  )
}
