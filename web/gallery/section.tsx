import { Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './gallery.module.css'

type Props = { id: string; title: string; children: ReactNode }

export function Section({ id, title, children }: Props) {
  return (
    <section id={id} className={classes.section} aria-labelledby={`${id}-title`}>
      <Title order={2} id={`${id}-title`} mb="sm">
        {title}
      </Title>
      {children}
    </section>
  )
}

/** One state of a part, named. `plain` leaves out the box round it. */
export function Case({ name, plain = false, children }: { name: string; plain?: boolean; children: ReactNode }) {
  const id = useId()
  return (
    <Stack gap={6} role="group" aria-labelledby={id} miw={0}>
      <Text size="xs" c="dimmed" id={id}>
        {name}
      </Text>
      {plain ? children : <Paper p="md">{children}</Paper>}
    </Stack>
  )
}

export function Cases({ children }: { children: ReactNode }) {
  return <div className={classes.cases}>{children}</div>
}
