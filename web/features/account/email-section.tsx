import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { UserData } from '../../api/session-store.ts'
import { ChangeEmail } from './change-email.tsx'
import { Section } from './section.tsx'

/** The address one logs in with. It is changed apart from the rest, because it needs the consent of both addresses. */
export function EmailSection({ user }: { user: UserData }) {
  const [isChanging, setChanging] = useState(false)
  return (
    <Section title="E-mail" description="You log in with this address, and mails go to it.">
      <Group justify="space-between">
        <Text>{user.email}</Text>
        {!user.isViewMode && (
          <Button variant="default" size="xs" onClick={() => setChanging(true)}>
            Change e-mail
          </Button>
        )}
      </Group>
      {isChanging && <ChangeEmail user={user} onClose={() => setChanging(false)} />}
    </Section>
  )
}
