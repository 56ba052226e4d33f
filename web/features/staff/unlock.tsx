import { Button, Divider, Group, Stack, Text } from '@mantine/core'
import type { StaffRow } from './use-staff-form.ts'
import { useUnlock } from './use-unlock.tsx'

/** The way back for a colleague who lost their second step or was guessed at too often. */
export function Unlock({ row }: { row: StaffRow }) {
  const { isOffered, unlock, signOut, isSending } = useUnlock()
  if (!isOffered(row)) return null
  return (
    <Stack gap="xs" align="flex-start">
      <Divider w="100%" my="xs" />
      <Text size="sm">
        If a device of {row.name} is lost, sign them out everywhere. If they cannot log in, for example after losing the
        telephone with the codes, unlocking turns the second step off as well.
      </Text>
      <Group gap="xs">
        <Button variant="default" loading={isSending} onClick={() => void signOut(row)}>
          Sign out everywhere
        </Button>
        <Button variant="default" loading={isSending} onClick={() => void unlock(row)}>
          Unlock sign-in
        </Button>
      </Group>
    </Stack>
  )
}
