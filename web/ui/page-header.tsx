import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './page-header.module.css'

type Props = {
  title: string
  /** One line of what the page is for. */
  description?: string
  action?: ReactNode
  children?: ReactNode
}

export function PageHeader({ title, description, action, children }: Props) {
  return (
    <header className={classes.header}>
      <div className={classes.row}>
        <div className={classes.words}>
          <Title order={1}>{title}</Title>
          {description && <Text c="dimmed">{description}</Text>}
        </div>
        {action && <Group gap="xs">{action}</Group>}
      </div>
      {children}
    </header>
  )
}
