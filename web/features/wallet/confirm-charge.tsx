import { Button, Group, Text } from '@mantine/core'
import type { Cents } from '#shared/money/cents.ts'
import { toCurrency } from '../../ui/format.ts'
import classes from './wallet.module.css'

type Props = { amount: Cents; isCharging: boolean; onCancel: () => void; onConfirm: () => void }

/** Asks before the card is charged, in place, so that no dialog stands on a dialog. */
export function ConfirmCharge({ amount, isCharging, onCancel, onConfirm }: Props) {
  return (
    <div
      role="alertdialog"
      aria-labelledby="charge-question"
      aria-describedby="charge-terms"
      className={classes.question}
    >
      <Text fw={500} id="charge-question">
        Charge {toCurrency(amount)} to your card?
      </Text>
      <Text size="sm" id="charge-terms">
        Prepaid purchases are non-refundable and have no cash value. The credit expires after 12 months if it is not
        used.
      </Text>
      <Group gap="xs" mt="sm">
        <Button variant="default" onClick={onCancel} disabled={isCharging} autoFocus>
          Cancel
        </Button>
        <Button onClick={onConfirm} loading={isCharging}>
          Charge {toCurrency(amount)}
        </Button>
      </Group>
    </div>
  )
}
