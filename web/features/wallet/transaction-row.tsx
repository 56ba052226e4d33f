import { Badge, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { toCurrency } from '#shared/money/format.ts'
import { send } from '../../api/client.ts'
import { fetchPaper } from '../../api/papers.ts'
import type { Output } from '../../api/terms.ts'
import { CopyableId } from '../../ui/copyable-id.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { DownloadIcon } from '../../ui/download-button.tsx'
import { dayAndTime } from '../../ui/time-ago.ts'
import { fromWire } from './amounts.ts'
import { Explanation } from './explanation.tsx'
import { useOrder } from './use-order.ts'
import classes from './wallet.module.css'

export type Transaction = Output<'wallet.history'>['transactionHistory'][number]

const looks: Record<Transaction['transactionType'], { label: string; color: string }> = {
  topup: { label: 'Top-up', color: 'green' },
  charge: { label: 'Charge', color: 'blue' },
  other: { label: 'Other', color: 'yellow' },
}

type Props = {
  companyId: string
  row: Transaction
  /** Whether it may be asked how a payment stands: that may end it. */
  mayLook: boolean
}

/** One movement: what it was, when, how much, and on request why. */
export function TransactionRow({ companyId, row, mayLook }: Props) {
  const [isOpen, setOpen] = useState(false)
  const order = useOrder(companyId)
  const { label, color } = looks[row.transactionType]
  const amount = fromWire(row.amount)
  return (
    <li className={classes.row} data-type={row.transactionType}>
      <div className={classes.head}>
        <Text size="sm" fw={500}>
          {row.title}
        </Text>
        <Text size="sm" fw={500} className={classes.money}>
          {amount > 0 ? '+' : ''}
          {toCurrency(amount)}
        </Text>
      </div>
      <div className={classes.facts}>
        <Badge size="sm" variant="light" color={color}>
          {label}
        </Badge>
        <Text size="xs" c="dimmed">
          <time dateTime={row.createdAt}>{dayAndTime(Date.parse(row.createdAt))}</time>
          {row.expiredAt && (
            <>
              {' · expires '}
              <DateTime at={row.expiredAt} />
            </>
          )}
        </Text>
        <CopyableId value={row.id} label="Copy transaction id" />
        {row.pending && mayLook && (
          <Button
            variant="default"
            size="compact-xs"
            loading={order.isBusy}
            aria-label={`Confirm or check: ${row.title}`}
            onClick={() => void order.look(row.id)}
          >
            Confirm or check
          </Button>
        )}
        {row.transactionType === 'topup' && (
          <DownloadIcon
            label={`Download the receipt: ${row.title}`}
            name="receipt.pdf"
            open={() => fetchPaper(() => send('wallet.receipt', { companyId, transactionId: row.id }))}
          />
        )}
        <Button
          variant="subtle"
          size="compact-xs"
          aria-expanded={isOpen}
          aria-label={`Why: ${row.title}`}
          onClick={() => setOpen(!isOpen)}
        >
          Why?
        </Button>
      </div>
      {isOpen && <Explanation companyId={companyId} transactionId={row.id} title={row.title} />}
    </li>
  )
}
