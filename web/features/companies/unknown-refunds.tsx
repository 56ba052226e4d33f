import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { priceCurrency, readCentiCents } from '#shared/money/price-text.ts'
import { failureText } from '../../api/api-error.ts'
import type { Output } from '../../api/terms.ts'
import { useSend } from '../../api/use-send.ts'
import { confirm } from '../../ui/confirm.tsx'
import { notify } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import classes from './companies.module.css'

type Unpaid = Output<'payments.listUnpaid'>
type Refund = NonNullable<Unpaid['refunds']>[number]
type Charge = NonNullable<Unpaid['charges']>[number]
/** `what` it is for; `end` looks again, or says that it was seen to. */
type Row = Pick<Refund, 'companyName' | 'agencyName' | 'amount' | 'feeAmount' | 'since' | 'reason'> & {
  key: string
  what: string
  end: (isByHand: boolean) => Promise<{ message: string; status: string }>
}

const money = (text: string) => priceCurrency(readCentiCents(text))

type Props = {
  companyId: string
  refunds: readonly Refund[]
  charges: readonly Charge[]
  mayEnd: boolean
  onDone: () => Promise<unknown>
}

/** What both are to get: nothing of it goes back by itself once somebody said that it was seen to. */
const shares = ({ amount, companyName, feeAmount, agencyName }: Row) =>
  readCentiCents(feeAmount) === 0
    ? `${money(amount)} went back to ${companyName}`
    : `${money(amount)} went back to ${companyName}, and ${money(feeAmount)} of the fee to ${agencyName}`

/** Refunds that could not go, or of which nobody can tell whether they did: to look again, or to say that somebody saw to it. */
export function UnknownRefunds({ companyId, refunds, charges, mayEnd, onDone }: Props) {
  const ofLeads = useSend('payments.endRefund')
  const ofCharge = useSend('payments.endOwedRefund')
  const sending = ofLeads.sending || ofCharge.sending
  const [asked, setAsked] = useState('')
  const byHand = (isByHand: boolean) => isByHand && { byHand: true as const }
  const rows: Row[] = [
    ...charges.map((row) => ({
      ...row,
      key: row.charge,
      what: row.description,
      end: (isByHand: boolean) => ofCharge.send({ companyId, charge: row.charge, ...byHand(isByHand) }),
    })),
    ...refunds.map((row) => ({
      ...row,
      key: `${row.campaignId} ${row.refund} ${row.part}`,
      what: row.campaignName,
      end: (isByHand: boolean) =>
        ofLeads.send({ campaignId: row.campaignId, refund: row.refund, part: row.part, ...byHand(isByHand) }),
    })),
  ]

  async function end(row: Row, isByHand: boolean): Promise<void> {
    setAsked(row.key)
    try {
      const { message, status } = await row.end(isByHand)
      notify(status === 'open' ? 'warning' : 'success', message)
    } catch (fault) {
      notify('danger', failureText(fault))
    }
    await onDone()
  }

  async function settle(row: Row): Promise<void> {
    const isSure = await confirm({
      title: `Was the refund of ${row.companyName} seen to?`,
      children: `Say so only after ${shares(row)}, there or in another way. Nothing is asked for it any more, and ${readCentiCents(row.feeAmount) === 0 ? 'it does not go' : 'neither goes'} back by itself then. This cannot be undone.`,
      confirmLabel: 'It was seen to',
      danger: true,
    })
    if (isSure) await end(row, true)
  }

  return rows.map((row) => (
    <Alert
      key={row.key}
      color="yellow"
      title={<span dir="auto">{`Refund of ${money(row.amount)} to ${row.companyName}: ${row.what}`}</span>}
    >
      <Stack gap="xs">
        <Text size="sm">
          Since <RelativeTime at={row.since} />.
          {readCentiCents(row.feeAmount) !== 0 && (
            <>
              {' '}
              Client of <span dir="auto">{row.agencyName}</span>, who is to get {money(row.feeAmount)} of the fee.
            </>
          )}
        </Text>
        <Text size="sm" className={classes.long}>
          {row.reason}
        </Text>
        {mayEnd && (
          <Group gap="xs">
            <Button
              variant="default"
              size="xs"
              loading={sending && asked === row.key}
              disabled={sending}
              onClick={() => void end(row, false)}
            >
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
