import { Button, Stack, Text } from '@mantine/core'
import type { FormEvent } from 'react'
import { cents, percent, toDollars } from '#shared/money/cents.ts'
import { toCurrency } from '#shared/money/format.ts'
import { TRIGGER_BASIS_POINTS } from '#shared/money/wallet.ts'
import { fieldsOf, messageOf } from '../../api/api-error.ts'
import { useSend } from '../../api/use-send.ts'
import { Heading } from '../../ui/heading.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { notify } from '../../ui/notify.tsx'
import { useFieldErrors } from '../../ui/use-field-errors.ts'
import { useKept } from '../../ui/use-kept.ts'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'
import { fromWire } from './amounts.ts'
import type { Wallet } from './balances.tsx'

type Props = { companyId: string; wallet: Wallet; isDisabled: boolean }

const textOf = (limit: number | undefined) => (limit === undefined ? '' : toDollars(cents(limit)))

function stateOf({ stopContinual, amount, lastBalanceAmount }: Wallet): string {
  if (stopContinual)
    return 'Automatic top-ups are stopped. Once it is used up, what it pays for brings no leads until it is topped up.'
  if (amount === 0) return 'Save an amount above, and your card is charged for it when the balance runs low.'
  const bought = toCurrency(fromWire(amount))
  if (lastBalanceAmount === 0) return `After your first top-up, ${bought} is bought whenever the balance runs low.`
  // The rule is "less than a tenth": the sentence names that tenth.
  const line = toCurrency(percent(fromWire(lastBalanceAmount), TRIGGER_BASIS_POINTS, 'up'))
  return `When the balance falls below 10% of the balance after the latest top-up (${line}), ${bought} is charged to your card.`
}

/** Turns automatic top-ups off and on, and bounds what they may cost in a month. */
export function Continual({ companyId, wallet, isDisabled }: Props) {
  const stop = useSend('wallet.stopContinual')
  const save = useSend('wallet.save')
  const isStopped = wallet.stopContinual
  const kept: number | undefined = wallet.monthlyLimit === null ? undefined : fromWire(wallet.monthlyLimit)
  const { values: limit, setValues: setLimit, met, isDirty, sending: leaves } = useKept(kept)
  const { errors, setErrors, mend } = useFieldErrors()
  useLeaveGuard(isDirty)

  const attempt = async (run: () => Promise<{ message: string }>): Promise<boolean> => {
    try {
      notify('success', (await run()).message)
      return true
    } catch (error) {
      setErrors(fieldsOf(error) ?? {}, messageOf(error))
      return false
    }
  }
  const toggle = () => attempt(() => stop.send({ companyId: companyId, stopContinual: !isStopped }))
  const keepLimit = (event: FormEvent) => {
    event.preventDefault()
    setErrors({})
    const isKept = leaves(limit)
    void attempt(async () => {
      const answer = await save.send({
        companyId: companyId,
        monthlyLimit: textOf(limit),
        seen: { monthlyLimit: textOf(met) },
      })
      isKept()
      return answer
    })
  }

  return (
    <Stack gap="sm" component="section" aria-label="Automatic top-ups">
      <Heading size="h3">Automatic top-ups</Heading>
      <Text size="sm">{stateOf(wallet)}</Text>
      <div>
        <Button variant="default" onClick={() => void toggle()} loading={stop.sending} disabled={isDisabled}>
          {isStopped ? 'Continual Topup' : 'Stop Continual Topup'}
        </Button>
      </div>
      {wallet.amount > 0 && (
        <form onSubmit={keepLimit} aria-label="Monthly limit">
          <Stack gap="xs" align="flex-start">
            <MoneyInput
              label="Monthly limit"
              description="Most that automatic top-ups may charge in a month. Empty for no limit."
              maw={320}
              cents={limit}
              onChange={(next) => {
                mend('monthlyLimit')
                setLimit(next)
              }}
              error={errors.monthlyLimit}
              disabled={isDisabled}
            />
            <Button type="submit" variant="default" loading={save.sending} disabled={isDisabled}>
              Save limit
            </Button>
          </Stack>
        </form>
      )}
    </Stack>
  )
}
