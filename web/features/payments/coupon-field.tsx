import { Button, Group, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { parseCents, ZERO } from '#shared/money/cents.ts'
import { toCurrency } from '#shared/money/format.ts'
import { messageOf } from '../../api/api-error.ts'
import { useSend } from '../../api/use-send.ts'

/** `pays`: what is charged with the code, once that was looked up; empty until then. */
export type CouponInput = { value: string; pays: string; onChange: (code: string, pays?: string) => void }

/** A code that makes the set-up charge less; what it comes to is asked before anything is paid. */
export function CouponField({ companyId, value, pays, onChange }: CouponInput & { companyId: string }) {
  const { send, sending } = useSend('pricing.getCoupon')
  const [fault, setFault] = useState('')
  const shown = useRef(value)
  shown.current = value
  const look = async () => {
    // What is said of one code is nothing of another that was typed since.
    const isShown = () => shown.current === value
    try {
      const { data } = await send({ companyId: companyId, couponCode: value.trim() })
      if (isShown()) onChange(value, data.finalAmount)
    } catch (error) {
      if (isShown()) setFault(messageOf(error))
    }
  }
  return (
    <div>
      <Group align="end" gap="xs">
        <TextInput
          label="Coupon code"
          maxLength={40}
          value={value}
          error={fault || undefined}
          onChange={(event) => {
            setFault('')
            onChange(event.currentTarget.value)
          }}
        />
        <Button variant="default" loading={sending} disabled={value.trim() === ''} onClick={() => void look()}>
          Apply
        </Button>
      </Group>
      <Text size="sm" role="status">
        {pays && `With this coupon you pay ${toCurrency(parseCents(pays) ?? ZERO)}.`}
      </Text>
    </div>
  )
}
