import '../../theme/styles-rest.css'
import { Paper, Stack, Text, Title } from '@mantine/core'
import { type FormEvent, type ReactNode, useId } from 'react'
import classes from './visitor-card.module.css'

type Props = {
  title: string
  /** One line of what this is for. */
  intro?: ReactNode
  /** Why it did not work, in words. */
  failure?: string
  /** Makes the card a form. */
  onSubmit?: () => void
  children?: ReactNode
}

/** One thing to do for somebody who is not signed in. */
export function VisitorCard({ title, intro, failure, onSubmit, children }: Props) {
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit?.()
  }
  const content = (
    <Stack gap="md">
      <div>
        <Title order={1} id={id}>
          {title}
        </Title>
        {intro && <Text c="dimmed">{intro}</Text>}
      </div>
      {failure && (
        <div role="alert" className={classes.failure}>
          {failure}
        </div>
      )}
      {children}
    </Stack>
  )
  if (!onSubmit) return <Paper className={classes.card}>{content}</Paper>
  return (
    <Paper component="form" noValidate onSubmit={submit} className={classes.card} aria-labelledby={id}>
      {content}
    </Paper>
  )
}
