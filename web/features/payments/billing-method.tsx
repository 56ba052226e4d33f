import { Paper, Radio, Stack } from '@mantine/core'
import { billingMethods, type BillingMethod as Method } from '#shared/model/billing.ts'
import { messageOf } from '../../api/api-error.ts'
import { refreshMe } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { notify } from '../../ui/notify.tsx'

const labels = { credit_card: 'Credit card', data_wallet: 'Data Wallet' } as const satisfies Record<Method, string>

/** For agencies that pay directly: what their charges are taken from. Saved with the choice. */
export function BillingMethod({ companyId, method }: { companyId: string; method: Method }) {
  const { send, sending } = useSend('payments.setBillingMethod')
  const choose = async (text: string) => {
    const chosen = billingMethods.find((each) => each === text)
    if (!chosen || chosen === method) return
    try {
      notify('success', (await send({ companyId: companyId, billingMethod: chosen })).message)
      // What could not be paid may be paid now, and what was forced is free again.
      await refreshMe()
    } catch (error) {
      notify('danger', messageOf(error))
    }
  }
  return (
    <Paper p="lg" withBorder>
      <Radio.Group label="Pay from" value={method} onChange={(text) => void choose(text)}>
        <Stack gap="xs" mt="xs">
          {billingMethods.map((each) => (
            <Radio key={each} value={each} label={labels[each]} disabled={sending} />
          ))}
        </Stack>
      </Radio.Group>
    </Paper>
  )
}
