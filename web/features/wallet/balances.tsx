import { Text } from '@mantine/core'
import { toCurrency } from '#shared/money/format.ts'
import type { Output } from '../../api/terms.ts'
import { CountUp } from '../../ui/count-up.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { fromWire } from './amounts.ts'
import classes from './wallet.module.css'

export type Wallet = Output<'wallet.get'>

/** What can be spent, large; beside it what it is measured by. */
export function Balances({ wallet }: { wallet: Wallet }) {
  const facts = [
    { label: 'Balance', value: wallet.balanceAmount, isMain: true },
    { label: 'After the latest top-up', value: wallet.lastBalanceAmount, isMain: false },
    { label: 'Bought in all', value: wallet.totalAmount, isMain: false },
  ]
  const { nextExpiry } = wallet
  return (
    <>
      <dl className={classes.balances}>
        {facts.map(({ label, value, isMain }) => (
          <div key={label} className={classes.balance} data-main={isMain || undefined}>
            <Text component="dt" size="sm" c="dimmed">
              {label}
            </Text>
            <dd className={classes.amount}>
              {isMain ? <CountUp value={fromWire(value)} show={toCurrency} /> : toCurrency(fromWire(value))}
            </dd>
          </div>
        ))}
      </dl>
      {nextExpiry && (
        <Text size="sm" c="dimmed" mt="xs">
          {toCurrency(fromWire(nextExpiry.amount))} of it expires on <DateTime at={nextExpiry.at} /> unless leads use it
          before.
        </Text>
      )}
    </>
  )
}
