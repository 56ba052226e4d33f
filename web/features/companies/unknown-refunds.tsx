import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { priceCurrency, readCentiCents } from '#shared/money/price-text.ts'
import { failureText } from '../../api/api-error.ts'
import type { Output } from '../../api/terms.ts'
import { useSend } from '../../api/use-send.ts'
import { confirm } from '../../ui/confirm.tsx'
import { notify } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import classes from './companies.module.css'

type Refund = NonNullable<Output<'payments.listUnpaid'>['refunds']>[number]

const money = (text: string) => priceCurrency(readCentiCents(text))

type Props = { refunds: readonly Refund[]; mayEnd: boolean; onDone: () => Promise<unknown> }

/** Refunds of which nobody can tell whether they went: to look again, or to say that somebody saw to it. */
export function UnknownRefunds({ refunds, mayEnd, onDone }: Props) {
  const { send, sending } = useSend('payments.endRefund')

  async function end({ campaignId, refund, part }: Refund, isByHand: boolean): Promise<void> {
    try {
      const { message, status } = await send({ campaignId, refund, part, ...(isByHand && { byHand: true as const }) })
      notify(status === 'open' ? 'warning' : 'success', message)
    } catch (fault) {
      notify('danger', failureText(fault))
    }
    await onDone()
  }

  async function settle(row: Refund): Promise<void> {
    const isSure = await confirm({
      title: `Was the refund of ${row.companyName} seen to?`,
      children: `Say so only after ${money(row.amount)} went back to ${row.companyName}, there or in another way. Nothing is asked for it any more. This cannot be undone.`,
      confirmLabel: 'It was seen to',
      danger: true,
    })
    if (isSure) await end(row, true)
  }

  return refunds.map((row) => (
    <Alert
      key={`${row.campaignId} ${row.refund} ${row.part}`}
      color="yellow"
      title={<span dir="auto">{`Refund of ${money(row.amount)} to ${row.companyName}: ${row.campaignName}`}</span>}
    >
      <Stack gap="xs">
        <Text size="sm">
          Not known since <RelativeTime at={row.since} />. Client of <span dir="auto">{row.agencyName}</span>, who is to
          get {money(row.feeAmount)} of the fee.
        </Text>
        <Text size="sm" className={classes.long}>
          {row.reason}
        </Text>
        {mayEnd && (
          <Group gap="xs">
            <Button variant="default" size="xs" loading={sending} onClick={() => void end(row, false)}>
              Look again
            </Button>
            <Button variant="default" size="xs" disabled={sending} onClick={() => void settle(row)}>
              Settled by hand
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  ))
}
