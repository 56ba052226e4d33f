import { Button, Group, Paper, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { isDeclined } from '../../api/password-question.ts'
import { refreshMe } from '../../api/session.ts'
import { useMe, useSession } from '../../api/session-store.ts'
import { useCall } from '../../api/use-call.ts'
import { useMay } from '../../api/use-may.ts'
import { useSend } from '../../api/use-send.ts'
import { NotYet } from '../../ui/not-yet.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { type Connection, ConnectionState } from './connection-state.tsx'
import { goTo } from './go-to.ts'

const HERE = '/configuration/sales-connect-account'
const openWords: Partial<Record<Connection['status'], string>> = {
  '': 'Connect with Stripe',
  failed: 'Open another account',
}

/** Where a sales person opens the account that commissions go to. Nothing else opens for them until that is done. */
export default function SalesConnectPage({ onConnected }: { onConnected: () => void }) {
  const me = useMe()
  const session = useSession()
  const known = session.status === 'in' ? session.setup?.connectionState : undefined
  const found = useCall('payments.checkSalesConnectedAccount', { userId: me.id })
  const { data, reload } = found
  const { send: create } = useSend('payments.createSalesConnectedAccount')
  const mayConnect = useMay()('sales-connection:update', 'POST')
  const [busy, setBusy] = useState(false)
  const status = data?.data.status

  useEffect(() => {
    // The check may find the account further than the screens know.
    if (status !== undefined && status !== known) void refreshMe()
  }, [status, known])

  const act = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (refusal) {
      if (!isDeclined(refusal)) notify('danger', messageOf(refusal))
    } finally {
      setBusy(false)
    }
  }
  const open = () => act(async () => goTo((await create({ userId: me.id, returnUrl: HERE })).data.url))

  return (
    <Page title="Payment account" description="The Stripe account to which your commissions are paid.">
      <NotYet of={found} title="Your account could not be loaded" rows={5} height={20} />
      {data && (
        <Paper p="lg" withBorder maw={640}>
          <Stack gap="md">
            <ConnectionState title="Your sales account" connection={data.data} takesCards={false} />
            <Group gap="xs">
              {status === 'completed' ? (
                <>
                  <Button onClick={onConnected}>Go to Agency List</Button>
                  <Button variant="default" loading={busy} disabled={!mayConnect} onClick={() => void open()}>
                    Open your Stripe account
                  </Button>
                </>
              ) : (
                <Button loading={busy} disabled={!mayConnect} onClick={() => void open()}>
                  {openWords[status ?? ''] ?? 'Continue at Stripe'}
                </Button>
              )}
              {status !== 'completed' && (
                <Button variant="default" loading={busy} onClick={() => void act(async () => void (await reload()))}>
                  Check again
                </Button>
              )}
            </Group>
          </Stack>
        </Paper>
      )}
    </Page>
  )
}
