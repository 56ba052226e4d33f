import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { FormButtons } from '../../ui/form-buttons.tsx'

type Props = {
  title: string
  description?: string
  children: ReactNode
  /** With it the section is a form of its own. */
  onSave?: () => Promise<boolean>
}

/** One part of the profile, saved by itself. */
export function Section({ title, description, children, onSave }: Props) {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    await onSave?.()
    setBusy(false)
  }
  const content = (
    <Stack gap="md">
      <div>
        <Title order={2} id={id}>
          {title}
        </Title>
        {description && (
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        )}
      </div>
      {children}
      {onSave && (
        <FormButtons>
          <Button type="submit" loading={busy}>
            Save
          </Button>
        </FormButtons>
      )}
    </Stack>
  )
  if (!onSave) {
    return (
      <Paper component="section" p="lg" aria-labelledby={id}>
        {content}
      </Paper>
    )
  }
  return (
    <Paper component="form" p="lg" aria-labelledby={id} noValidate onSubmit={submit}>
      {content}
    </Paper>
  )
}
