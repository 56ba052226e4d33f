import { Button, Checkbox, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { cardName } from '#shared/model/card-name.ts'
import type { Cents } from '#shared/money/cents.ts'
import { toCurrency } from '#shared/money/format.ts'
import { useCall } from '../../api/use-call.ts'
import { useMay } from '../../api/use-may.ts'
import { fromWire } from './amounts.ts'
import type { Wallet } from './balances.tsx'
import classes from './wallet.module.css'

/** What automatic top-ups do after this charge, unless it is asked otherwise. */
function whatStays({ amount, stopContinual }: Wallet): string {
  if (amount === 0) return 'Automatic top-ups are not set up, and this charge does not start them.'
  const kept = toCurrency(fromWire(amount))
  return stopContinual
    ? `Automatic top-ups stay stopped; their amount stays ${kept}.`
    : `Automatic top-ups stay at ${kept}.`
}

type Props = {
  companyId: string
  amount: Cents
  wallet: Wallet
  isCharging: boolean
  onCancel: () => void
  /** Told whether automatic top-ups buy the amount from now on. */
  onConfirm: (isKept: boolean) => void
}

/** Asks before the card is charged, in place, so that no dialog stands on a dialog. */
export function ConfirmCharge({ companyId, amount, wallet, isCharging, onCancel, onConfirm }: Props) {
  const [isKept, setKept] = useState(false)
  const may = useMay()
  // Whose role hides the card is asked without its name.
  const card = useCall('payments.getCard', may('card:read', 'GET') ? { companyId } : null).data?.card
  const isOther = fromWire(wallet.amount) !== amount
  return (
    <div
      role="alertdialog"
      aria-labelledby="charge-question"
      aria-describedby="charge-terms"
      className={classes.question}
    >
      <Text fw={500} id="charge-question">
        Charge {toCurrency(amount)} to {card ? `your ${cardName(card.brand, card.last4)}` : 'your card'}?
      </Text>
      <div id="charge-terms">
        <Text size="sm">
          Prepaid purchases are non-refundable and have no cash value. The credit expires after 12 months if it is not
          used.
        </Text>
        {isOther && !isKept && (
          <Text size="sm" mt="xs">
            {whatStays(wallet)}
          </Text>
        )}
      </div>
      {isOther && (
        <Checkbox
          mt="xs"
          label={`Use ${toCurrency(amount)} for automatic top-ups from now on`}
          checked={isKept}
          disabled={isCharging}
          onChange={({ currentTarget }) => setKept(currentTarget.checked)}
        />
      )}
      <Group gap="xs" mt="sm">
        <Button variant="default" onClick={onCancel} disabled={isCharging} autoFocus>
          Cancel
        </Button>
        <Button onClick={() => onConfirm(isOther && isKept)} loading={isCharging}>
          Charge {toCurrency(amount)}
        </Button>
      </Group>
    </div>
  )
}
