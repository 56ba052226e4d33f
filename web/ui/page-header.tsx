import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './page-header.module.css'
import { type Crumb, Trail } from './trail.tsx'

type Props = {
  title: string
  /** One line of what the page is for. */
  description?: string
  /** The pages that lead here, the highest first. */
  trail?: readonly Crumb[]
  /** The primary action comes last. */
  action?: ReactNode
  children?: ReactNode
}

export function PageHeader({ title, description, trail = [], action, children }: Props) {
  return (
    <header className={classes.header}>
      <Trail crumbs={[...trail, { label: title }]} />
      <div className={classes.row}>
        <div className={classes.words}>
          <Title order={1} dir="auto">
            {title}
          </Title>
          {description && <Text c="dimmed">{description}</Text>}
        </div>
        {action && (
          <Group gap="xs" className={classes.actions}>
            {action}
          </Group>
        )}
      </div>
      {children}
    </header>
  )
}
