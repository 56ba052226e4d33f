import { Stack } from '@mantine/core'
import { useMe } from '../../api/session-store.ts'
import { CancelSubscription } from './cancel-subscription.tsx'
import { ConnectionPanel } from './connection-panel.tsx'

/** An agency's money: the account it goes to, and the contract itself. */
export default function PaymentAccountTab({ mayChange }: { mayChange: boolean }) {
  const me = useMe()
  return (
    <Stack gap="lg" maw={640}>
      <ConnectionPanel mayChange={mayChange} returnUrl="/configuration/general-setting?tab=payment" />
      {mayChange && me.userType === 'agency' && <CancelSubscription companyId={me.companyId} />}
    </Stack>
  )
}
