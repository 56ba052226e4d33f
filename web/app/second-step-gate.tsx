import './forget-notices.ts'
import { Button } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { SWRConfig } from 'swr'
import { refreshSetup, signOut } from '../api/session.ts'
import { TwoFactorSteps } from '../features/security/two-factor-steps.tsx'
import { VisitorCard } from '../features/session/visitor-card.tsx'
import { VisitorFrame } from './visitor-frame.tsx'

/** What people see first whose account asks for a second step, until it is set up. The server refuses everything else too. */
export default function SecondStepGate({ userId }: { userId: string }) {
  return (
    <SWRConfig key={userId} value={{ provider: () => new Map() }}>
      <VisitorFrame>
        <VisitorCard
          title="Protect your account"
          intro="Your account can do a lot, so a password alone is not enough. Choose how you confirm that it is you."
        >
          <TwoFactorSteps isRequired onDone={() => void refreshSetup()} />
          <Button variant="subtle" color="gray" size="compact-sm" mr="auto" onClick={() => void signOut()}>
            Log out
          </Button>
        </VisitorCard>
      </VisitorFrame>
      <Notifications />
    </SWRConfig>
  )
}
