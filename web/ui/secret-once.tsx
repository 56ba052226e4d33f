import { Alert, Button, Checkbox, Group, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { CopyText } from './copy-text.tsx'
import { useSecretGuard } from './use-leave-guard.ts'

type Props = {
  /** What it is, such as `API key`. */
  label: string
  secret: string
  /** The person has it: it is forgotten here. */
  onDone: () => void
}

/** A secret that nobody can look up again: it stays until the person says that they keep it, and leaving before that asks. */
export function SecretOnce({ label, secret, onDone }: Props) {
  const [isKept, setKept] = useState(false)
  const settle = useSecretGuard(label)
  const root = useRef<HTMLDivElement>(null)
  // It takes the place of the form that asked for it, and the focus that was there.
  useEffect(() => {
    if (document.activeElement === document.body) root.current?.focus()
  }, [])
  const finish = () => {
    settle()
    onDone()
  }
  return (
    <Stack gap="sm" ref={root} tabIndex={-1}>
      <Alert color="yellow" title={`Copy your ${label} now`}>
        It is shown this once. Anybody who has it can act in your name. If it is lost, make a new one.
      </Alert>
      <CopyText value={secret} label={label} />
      <Group justify="space-between" gap="sm">
        <Checkbox
          label="I keep it in a safe place"
          checked={isKept}
          onChange={(event) => setKept(event.currentTarget.checked)}
        />
        <Button disabled={!isKept} onClick={finish}>
          Done
        </Button>
      </Group>
    </Stack>
  )
}
