import { Button, Group, Stack, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { showRecoveryCode } from '#shared/two-factor.ts'
import { useTenant } from '../../api/tenant.ts'
import { saveBlob } from '../../ui/download.ts'
import { useSecretGuard } from '../../ui/use-leave-guard.ts'
import classes from './recovery-codes.module.css'

/** Shown once: afterwards nobody can read them, the server included. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { data } = useTenant()
  const { copy, copied } = useClipboard({ timeout: 2000 })
  const settle = useSecretGuard('recovery codes')
  const finish = () => {
    settle()
    onDone()
  }
  const lines = codes.map(showRecoveryCode)
  const save = () => {
    const text = [`Recovery codes for ${data.brand.name}. Each works once.`, '', ...lines, ''].join('\n')
    saveBlob(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')
  }
  return (
    <Stack gap="md">
      <Text size="sm">
        Keep these codes in a safe place, such as a password manager. Each lets you in once when you cannot get a code.
        They are not shown again.
      </Text>
      <ul className={classes.codes} aria-label="Recovery codes">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Button variant="default" onClick={() => copy(lines.join('\n'))}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
          <Button variant="default" onClick={save}>
            Download
          </Button>
        </Group>
        <Button onClick={finish}>I have kept them</Button>
      </Group>
    </Stack>
  )
}
