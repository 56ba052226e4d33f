import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './editor.module.css'

type Props = {
  title: string
  description?: ReactNode
  /** Whether the focus comes here: after a move, and not when the page has just opened. */
  takesFocus?: boolean
  children: ReactNode
}

/** One step: its heading, which hears of a move first, and what is asked in it. */
export function StepSection({ title, description, takesFocus = false, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the step opens.
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Paper withBorder p={{ base: 'md', xs: 'lg' }}>
      <Stack gap="lg">
        <div>
          <Title order={2} fz="lg" ref={heading} tabIndex={-1} className={classes.heading}>
            {title}
          </Title>
          {description && (
            <Text size="sm" c="dimmed">
              {description}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Paper>
  )
}

type PartProps = { title: string /** At the end of the line of the title. */; action?: ReactNode; children: ReactNode }

/** Questions of a step that belong together. */
export function Part({ title, action, children }: PartProps) {
  return (
    <Stack gap="md" component="section" aria-label={title}>
      <Group justify="space-between" gap="xs">
        <Title order={3} size="h5">
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </Stack>
  )
}
