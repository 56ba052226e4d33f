import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { SWRConfig } from 'swr'
import { refreshSetup, signOut } from '../api/session.ts'
import { TwoFactorSteps } from '../features/two-factor/two-factor-steps.tsx'
import { VisitorFrame } from './visitor-frame.tsx'

/** What people see first whose account asks for a second step, until it is set up. The server refuses everything else too. */
export default function SecondStepGate({ userId }: { userId: string }) {
  return (
    <SWRConfig key={userId} value={{ provider: () => new Map() }}>
      <VisitorFrame>
        <Stack gap="md" maw={460} w="100%">
          <Title order={1} size="h2">
            Protect your account
          </Title>
          <Text>
            Your account can do a lot, so a password alone is not enough. Choose how you confirm that it is you.
          </Text>
          <TwoFactorSteps isRequired onDone={() => void refreshSetup()} />
          <Group>
            <Button variant="subtle" onClick={() => void signOut()}>
              Log out
            </Button>
          </Group>
        </Stack>
      </VisitorFrame>
      <Notifications />
    </SWRConfig>
  )
}
