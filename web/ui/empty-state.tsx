import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from './drawing.tsx'
import classes from './state.module.css'

type Props = {
  title: string
  /** What would be here, and how it comes to be. */
  children?: ReactNode
  /** Where there is room for it. */
  drawing?: DrawingName
  /** The one thing that fills it. */
  action?: ReactNode
}

export function EmptyState({ title, children, drawing, action }: Props) {
  return (
    <Stack className={classes.state} gap="xs">
      {drawing && <Drawing name={drawing} />}
      <Text className={classes.title}>{title}</Text>
      {children && (
        <Text c="dimmed" maw={420}>
          {children}
        </Text>
      )}
      {action}
    </Stack>
  )
}
