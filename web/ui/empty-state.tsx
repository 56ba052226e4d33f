import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './state.module.css'

type Props = {
  title: string
  /** What would be here, and how it comes to be. */
  children?: ReactNode
  icon?: ReactNode
  action?: ReactNode
}

export function EmptyState({ title, children, icon, action }: Props) {
  return (
    <Stack className={classes.state} gap="xs">
      {icon && (
        <div className={classes.icon} aria-hidden>
          {icon}
        </div>
      )}
      <Title order={3}>{title}</Title>
      {children && (
        <Text c="dimmed" maw={420}>
          {children}
        </Text>
      )}
      {action}
    </Stack>
  )
}
