import { Alert } from '@mantine/core'

/** Why nobody can be invited yet, where one would do it; nothing where one can. */
export function InviteHint({ why }: { why: string }) {
  return why === '' ? null : (
    <Alert color="yellow" role="note">
      {why}
    </Alert>
  )
}
