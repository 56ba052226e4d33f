import { Text } from '@mantine/core'

/** Somebody's address, and the one that is to follow it once it is confirmed. */
export function Address({ email, pendingEmail: next }: { email: string; pendingEmail: string }) {
  if (!next) return <span title={email}>{email}</span>
  return (
    <>
      <span title={email}>{email}</span>
      <Text size="xs" c="dimmed" lineClamp={2} title={next} style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
        Waiting for {next} to be confirmed
      </Text>
    </>
  )
}
