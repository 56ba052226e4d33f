import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { cents, percent, toDollars } from '#shared/money/cents.ts'
import { TRIGGER_BASIS_POINTS } from '#shared/money/wallet.ts'
import { toFlag } from '#shared/wire.ts'
import { messageOf } from '../../api/api-error.ts'
import { useSend } from '../../api/use-send.ts'
import { toCurrency } from '../../ui/format.ts'
import { MoneyInput } from '../../ui/money-input.tsx'
import { notify } from '../../ui/notify.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'
import { fromWire } from './amounts.ts'
import type { Wallet } from './balances.tsx'
import classes from './wallet.module.css'

type Props = { companyId: string; wallet: Wallet; isDisabled: boolean }

function stateOf({ stop_continual, amount, last_balance_amount }: Wallet): string {
  if (stop_continual === 'T') return 'Automatic top-ups are stopped.'
  if (amount === 0) return 'Save an amount above, and your card is charged for it when the balance runs low.'
  const bought = toCurrency(fromWire(amount))
  if (last_balance_amount === 0) return `After your first top-up, ${bought} is bought whenever the balance runs low.`
  // The rule is "less than a tenth": the sentence names that tenth.
  const line = toCurrency(percent(fromWire(last_balance_amount), TRIGGER_BASIS_POINTS, 'up'))
  return `When the balance falls below 10% of the balance after the latest top-up (${line}), ${bought} is charged to your card.`
}

/** Turns automatic top-ups off and on, and bounds what they may cost in a month. */
export function Continual({ companyId, wallet, isDisabled }: Props) {
  const stop = useSend('wallet.stopContinual')
  const save = useSend('wallet.save')
  const isStopped = wallet.stop_continual === 'T'
  const [limit, setLimit] = useState<number | undefined>(
    wallet.monthly_limit === null ? undefined : fromWire(wallet.monthly_limit),
  )

  const settle = useLeaveGuard(limit !== (wallet.monthly_limit === null ? undefined : fromWire(wallet.monthly_limit)))

  const attempt = async (run: () => Promise<{ message: string }>) => {
    try {
      notify('success', (await run()).message)
    } catch (error) {
      notify('danger', messageOf(error))
    }
  }
  const toggle = () => attempt(() => stop.send({ company_id: companyId, stop_continual: toFlag(!isStopped) }))
  const keepLimit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const answer = await save.send({
        company_id: companyId,
        amount: wallet.amount,
        custom_amount: wallet.custom_amount,
        monthly_limit: limit === undefined ? '' : toDollars(cents(limit)),
      })
      settle()
      return answer
    })
  }

  return (
    <Stack gap="sm" component="section" aria-label="Automatic top-ups">
      <Title order={3}>Automatic top-ups</Title>
      <Text size="sm">{stateOf(wallet)}</Text>
      <div>
        <Button variant="default" onClick={() => void toggle()} loading={stop.sending} disabled={isDisabled}>
          {isStopped ? 'Continual Topup' : 'Stop Continual Topup'}
        </Button>
      </div>
      {wallet.amount > 0 && (
        <form onSubmit={keepLimit} aria-label="Monthly limit">
          <Group gap="xs" align="flex-end">
            <MoneyInput
              label="Monthly limit"
              aria-describedby="limit-help"
              className={classes.field}
              cents={limit}
              onChange={setLimit}
              disabled={isDisabled}
            />
            <Button type="submit" variant="default" loading={save.sending} disabled={isDisabled}>
              Save limit
            </Button>
          </Group>
          <Text size="xs" c="dimmed" mt={4} id="limit-help">
            Most that automatic top-ups may charge in a month. Empty for no limit.
          </Text>
        </form>
      )}
    </Stack>
  )
}
