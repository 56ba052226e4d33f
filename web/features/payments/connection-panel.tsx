import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { send } from '../../api/client.ts'
import { isDeclined } from '../../api/password-question.ts'
import { refreshMe } from '../../api/session.ts'
import { useMe, useSession } from '../../api/session-store.ts'
import { refreshTenant, useTenant } from '../../api/tenant.ts'
import { useCall } from '../../api/use-call.ts'
import { useMay } from '../../api/use-may.ts'
import { useSend } from '../../api/use-send.ts'
import { changeViewHome } from '../../api/view-home.ts'
import { confirm } from '../../ui/confirm.tsx'
import { NotYet } from '../../ui/not-yet.tsx'
import { notify } from '../../ui/notify.tsx'
import { ConnectionState } from './connection-state.tsx'
import { goTo } from './go-to.ts'

/** The account at the payment provider to which the money of an agency's clients goes. `returnUrl` is where its pages lead back to. */
export function ConnectionPanel({ mayChange, returnUrl }: { mayChange: boolean; returnUrl: string }) {
  const me = useMe()
  const companyId = me.companyId
  const found = useCall('payments.checkConnectedAccount', { companyId })
  const { data, reload } = found
  const { send: create } = useSend('payments.createConnectedAccount')
  const { send: reset } = useSend('payments.resetPaymentConnection')
  const mayCreate = useMay()('connection:update', 'POST')
  const [busy, setBusy] = useState(false)
  const session = useSession()
  const setup = session.status === 'in' ? session.setup : null
  // Who comes back from the provider's pages may be here before its event, and what is known of them is minutes old: what the
  // panel learns ends the step, and the banner that asks to come here.
  const seen = data?.data
  const isNews =
    seen !== undefined &&
    setup !== null &&
    (seen.status !== setup.connectionState ||
      seen.chargesEnabled !== setup.chargesEnabled ||
      seen.payoutsEnabled !== setup.payoutsEnabled)
  useEffect(() => {
    if (isNews) void refreshMe()
  }, [isNews])
  const { accountRequirements } = useTenant().data
  const asked = seen?.requirements.join('\n')
  const isAskedElse = asked !== undefined && asked !== accountRequirements.join('\n')
  const isLook = session.status === 'in' && session.view !== null
  const isElsewhere = session.status === 'in' && session.user.home !== undefined
  useEffect(() => {
    if (!isAskedElse) return
    // Who is at another address than their own is known by another way. Without an answer the banner says what it said.
    if (isLook) void changeViewHome({ accountRequirements: asked.split('\n').filter(Boolean) })
    else void (isElsewhere ? refreshMe() : refreshTenant().catch(() => undefined))
  }, [isAskedElse, asked, isLook, isElsewhere])

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
  const connect = () =>
    act(async () => {
      const { data: made, message } = await create({ companyId, returnUrl })
      if (made.url) goTo(made.url)
      else notify('info', message)
    })
  const open = () =>
    act(async () => {
      const { data: link } = await send('payments.getExistingConnectedAccountLink', { companyId, returnUrl })
      goTo(link.url)
    })
  const disconnect = async () => {
    // Before anything is under way: the button gets the focus back from the question, and one that waits cannot have it.
    const isSure = await confirm({
      title: 'Disconnect the payment account?',
      children:
        'Your clients can no longer pay by card, and their saved cards are lost with the account. You can open another account afterwards.',
      confirmLabel: 'Disconnect',
      danger: true,
    })
    if (!isSure) return
    await act(async () => {
      notify('success', (await reset({ companyId })).message)
      await refreshMe()
    })
  }

  if (!data) {
    return <NotYet of={found} title="The payment account could not be loaded" rows={5} height={20} />
  }
  const { status } = data.data
  return (
    <Paper p="lg" withBorder maw={640}>
      <Stack gap="md">
        <ConnectionState title="Your payment account" connection={data.data} takesCards />
        {status === 'failed' && (
          <Text>
            Campaigns whose clients pay by card stand still. To mend it, disconnect this account and connect another
            one; your clients then save their cards again, and campaigns are started by hand.
          </Text>
        )}
        {mayChange && (
          <Group gap="xs">
            {status === '' && mayCreate && (
              <Button loading={busy} onClick={() => void connect()}>
                Connect with Stripe
              </Button>
            )}
            {(status === 'pending' || status === 'inverification') && (
              <Button loading={busy} onClick={() => void open()}>
                Continue at Stripe
              </Button>
            )}
            {status === 'completed' && (
              <Button variant="default" loading={busy} onClick={() => void open()}>
                Open your Stripe account
              </Button>
            )}
            <Button variant="default" loading={busy} onClick={() => void act(async () => void (await reload()))}>
              Check again
            </Button>
            {status !== '' && (
              <Button variant="subtle" color="red" loading={busy} onClick={() => void disconnect()}>
                Disconnect
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Paper>
  )
}
