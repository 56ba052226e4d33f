import { Button, Group, NumberInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { messages } from '#shared/messages.ts'
import { couponTypes } from '#shared/money/onboarding.ts'
import { priceText } from '#shared/money/price-text.ts'
import { fieldsOf, messageOf } from '../../api/api-error.ts'
import { useSend } from '../../api/use-send.ts'
import { CancelButton } from '../../ui/cancel-button.tsx'
import { notify } from '../../ui/notify.tsx'
import { findFault } from '../../ui/price-fault.ts'
import { PriceInput } from '../../ui/price-input.tsx'
import { useFieldErrors } from '../../ui/use-field-errors.ts'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'

const typeNames = { percent: 'Percent', amount: 'Amount' } as const

const TOO_MUCH = 'Enter at most 100 per cent.'

/** What the fields of numbers hold that cannot be meant, by the names of the fields. */
function faultsOf(type: 'percent' | 'amount', percent: number, maxUses: number): Record<string, string> {
  return {
    ...(type === 'percent' && percent > 100 && { value: TOO_MUCH }),
    ...(type === 'percent' && !(percent > 0) && { value: 'Enter more than 0 per cent.' }),
    ...(!(maxUses >= 1) && { maxUses: 'Enter 1 or more.' }),
  }
}

/** Makes a coupon. */
export function CouponForm({ onClose }: { onClose: () => void }) {
  const { send, sending } = useSend('pricing.createCoupon')
  const [code, setCode] = useState('')
  const [type, setType] = useState<(typeof couponTypes)[number]>('percent')
  const [percent, setPercent] = useState<number | string>(10)
  const [amount, setAmount] = useState(0)
  const [maxUses, setMaxUses] = useState<number | string>(1)
  const [expiry, setExpiry] = useState('')
  const { errors, setErrors, mend } = useFieldErrors()
  const settle = useLeaveGuard(
    code !== '' || type !== 'percent' || percent !== 10 || amount !== 0 || maxUses !== 1 || expiry !== '',
  )
  const percentField = useRef<HTMLInputElement>(null)
  const usesField = useRef<HTMLInputElement>(null)
  const percentFault = errors.value ?? (Number(percent) > 100 ? TOO_MUCH : undefined)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const faults = faultsOf(type, Number(percent), Number(maxUses))
    setErrors(faults)
    if (Object.keys(faults).length > 0) return (faults.value ? percentField : usesField).current?.focus()
    if (type === 'amount' && findFault(amount)) return
    try {
      const { message } = await send({
        code: code.trim(),
        type,
        maxUses: Number(maxUses),
        expiry,
        value: type === 'percent' ? String(percent) : priceText(amount),
      })
      settle()
      notify('success', message)
      onClose()
    } catch (error) {
      setErrors(fieldsOf(error) ?? {})
      notify('danger', messageOf(error, messages.busy))
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label="New coupon">
      <Stack gap="md" maw={640}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label="Code"
            required
            maxLength={40}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            value={code}
            error={errors.code}
            onChange={({ currentTarget }) => {
              mend('code')
              setCode(currentTarget.value.toUpperCase())
            }}
          />
          <Select
            label="Takes off"
            allowDeselect={false}
            data={couponTypes.map((value) => ({ value, label: typeNames[value] }))}
            value={type}
            onChange={(text) => {
              mend('value')
              setType(text === 'amount' ? 'amount' : 'percent')
            }}
          />
          {type === 'percent' ? (
            <NumberInput
              label="Percent"
              suffix="%"
              min={0}
              max={100}
              decimalScale={2}
              allowedDecimalSeparators={['.', ',']}
              allowNegative={false}
              value={percent}
              error={percentFault}
              ref={percentField}
              onChange={(next) => {
                mend('value')
                setPercent(next)
              }}
            />
          ) : (
            <PriceInput
              label="Amount"
              decimals={2}
              price={amount}
              error={errors.value}
              onChange={(next) => {
                mend('value')
                setAmount(next)
              }}
            />
          )}
          <NumberInput
            label="Uses"
            description="How many agencies may use it."
            min={1}
            allowDecimal={false}
            allowNegative={false}
            value={maxUses}
            error={errors.maxUses}
            ref={usesField}
            onChange={(next) => {
              mend('maxUses')
              setMaxUses(next)
            }}
          />
          <TextInput
            type="date"
            label="Last day"
            description="Empty is without end."
            value={expiry}
            error={errors.expiry}
            onChange={({ currentTarget }) => {
              mend('expiry')
              setExpiry(currentTarget.value)
            }}
          />
        </SimpleGrid>
        <Group gap="xs">
          <Button type="submit" loading={sending}>
            Save coupon
          </Button>
          <CancelButton onCancel={onClose} />
        </Group>
      </Stack>
    </form>
  )
}
