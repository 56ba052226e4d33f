import { Anchor, Button, Group, Stack, Switch, Text } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type Cents, toDollars } from '#shared/money/cents.ts'
import { toCurrency } from '#shared/money/format.ts'
import { PRESETS_CENTS } from '#shared/money/wallet.ts'
import { knownAddress, timeZone } from '../../api/address.ts'
import { ApiError, fieldsOf, messageOf } from '../../api/api-error.ts'
import { useSend } from '../../api/use-send.ts'
import { Heading } from '../../ui/heading.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { notify } from '../../ui/notify.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'
import { fromWire } from './amounts.ts'
import type { Wallet } from './balances.tsx'
import { ConfirmCharge } from './confirm-charge.tsx'
import { useAmount } from './use-amount.ts'
import { useOrder } from './use-order.ts'
import classes from './wallet.module.css'

/** Whether a refusal is the end of an order; otherwise nobody knows yet, and the same order is asked for again. */
const isAnswer = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 409

type Props = { companyId: string; wallet: Wallet; isDisabled: boolean }

/** Chooses what is bought, keeps the choice for later, or charges it now. */
export function TopUp({ companyId, wallet, isDisabled }: Props) {
  const amount = useAmount(wallet)
  const save = useSend('wallet.save')
  const charge = useSend('wallet.charge')
  const order = useOrder(companyId)
  const settle = useLeaveGuard(amount.isDirty)
  /** What the server says of the amount. */
  const [refusal, setRefusal] = useState('')
  const [asking, setAsking] = useState<Cents>()
  // One key until an answer has come: pressing again after a lost one asks for the same payment.
  const key = useRef<string>(undefined)
  const chargeButton = useRef<HTMLButtonElement>(null)
  const wasAsking = useRef(false)
  // Anybody who was asked goes on where they were.
  useEffect(() => {
    if (asking === undefined && wasAsking.current) chargeButton.current?.focus()
    wasAsking.current = asking !== undefined
  }, [asking])

  const keep = async (event: FormEvent) => {
    event.preventDefault()
    const wanted = amount.take()
    setRefusal('')
    if (wanted === undefined) return
    try {
      const seen = { amount: toDollars(fromWire(wallet.amount)) }
      const input = { companyId: companyId, amount: toDollars(wanted), customAmount: amount.isCustom, seen }
      notify('success', (await save.send(input)).message)
      settle()
    } catch (error) {
      const { amount: said = '' } = fieldsOf(error) ?? {}
      setRefusal(said)
      if (!said) notify('danger', messageOf(error))
    }
  }

  const buy = async (wanted: Cents, isKept: boolean) => {
    key.current ??= crypto.randomUUID()
    const idempotencyKey = key.current
    const error = await order.follow(async () => {
      const answer = await charge.send(
        {
          companyId: companyId,
          amount: toDollars(wanted),
          customAmount: amount.isCustom,
          ...(isKept && { saveAmount: true }),
          ipUser: knownAddress() ?? '',
          timeZone: timeZone(),
          paymentType: 'credit_card',
        },
        { idempotencyKey },
      )
      // What is left is to be confirmed, or to be found out: a next press is another order.
      key.current = undefined
      return answer
    })
    if (isAnswer(error)) key.current = undefined
    setAsking(undefined)
  }

  const hint = refusal || amount.hint
  return (
    <form onSubmit={(event) => void keep(event)} aria-label="Top up">
      <Stack gap="sm">
        <Heading size="h3">Top up</Heading>
        <Group gap="xs" role="group" aria-label="Amount" {...(refusal && { 'aria-describedby': 'amount-hint' })}>
          {PRESETS_CENTS.map((preset) => {
            const isChosen = !amount.isCustom && amount.preset === preset
            return (
              <Button
                key={preset}
                variant={isChosen ? 'filled' : 'default'}
                aria-pressed={isChosen}
                disabled={isDisabled}
                onClick={() => {
                  setRefusal('')
                  amount.setCustom(false)
                  amount.setPreset(preset)
                }}
              >
                {toCurrency(preset).replace('.00', '')}
              </Button>
            )
          })}
        </Group>
        <Switch
          label="Custom amount"
          checked={amount.isCustom}
          disabled={isDisabled}
          onChange={(event) => {
            setRefusal('')
            amount.setCustom(event.currentTarget.checked)
          }}
        />
        {amount.isCustom ? (
          <MoneyInput
            label="Amount"
            className={classes.field}
            cents={amount.typed}
            onChange={(typed) => {
              setRefusal('')
              amount.setTyped(typed)
            }}
            blockClipboard
            disabled={isDisabled}
            error={hint !== undefined}
            // Its room is kept: a button that moved would not be hit.
            description={hint ?? '\u00a0'}
            descriptionProps={{ c: 'var(--mantine-color-error)', role: 'status' }}
            inputWrapperOrder={['label', 'input', 'description']}
          />
        ) : (
          <Text size="xs" c="var(--mantine-color-error)" id="amount-hint" role="status">
            {refusal}
          </Text>
        )}
        {asking === undefined ? (
          <Group gap="xs">
            <Button type="submit" variant="default" disabled={isDisabled} loading={save.sending}>
              Save for automatic top-ups
            </Button>
            <Button
              ref={chargeButton}
              disabled={isDisabled || !wallet.hasCard}
              onClick={() => setAsking(amount.take())}
            >
              Charge card now
            </Button>
          </Group>
        ) : (
          <ConfirmCharge
            companyId={companyId}
            amount={asking}
            isCharging={order.isBusy}
            onCancel={() => setAsking(undefined)}
            wallet={wallet}
            onConfirm={(isKept) => void buy(asking, isKept)}
          />
        )}
        {!wallet.hasCard && (
          <Text size="sm">
            There is no card on file. <Anchor href="/user/card-setting">Save one under Card Setting</Anchor> first.
          </Text>
        )}
        <Text size="sm" c="dimmed">
          Credit is non-refundable, has no cash value, and expires 12 months after it was bought. The oldest is used
          first.
        </Text>
      </Stack>
    </form>
  )
}
