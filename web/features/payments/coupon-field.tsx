import { Button, Group, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { parseCents, ZERO } from '#shared/money/cents.ts'
import { toCurrency } from '#shared/money/format.ts'
import { messageOf } from '../../api/api-error.ts'
import { useSend } from '../../api/use-send.ts'

type Props = { companyId: string; value: string; onChange: (code: string) => void }

/** A code that makes the set-up charge less; what it comes to is asked before anything is paid. */
export function CouponField({ companyId, value, onChange }: Props) {
  const { send, sending } = useSend('pricing.getCoupon')
  const [said, setSaid] = useState({ fault: '', amount: '' })
  const shown = useRef(value)
  shown.current = value
  const look = async () => {
    const say = (words: typeof said) => {
      // What is said of one code is nothing of another that was typed since.
      if (shown.current === value) setSaid(words)
    }
    try {
      const { data } = await send({ companyId: companyId, couponCode: value.trim() })
      say({ fault: '', amount: toCurrency(parseCents(data.finalAmount) ?? ZERO) })
    } catch (error) {
      say({ fault: messageOf(error), amount: '' })
    }
  }
  return (
    <div>
      <Group align="end" gap="xs">
        <TextInput
          label="Coupon code"
          maxLength={40}
          value={value}
          error={said.fault || undefined}
          onChange={(event) => {
            setSaid({ fault: '', amount: '' })
            onChange(event.currentTarget.value)
          }}
        />
        <Button variant="default" loading={sending} disabled={value.trim() === ''} onClick={() => void look()}>
          Apply
        </Button>
      </Group>
      <Text size="sm" role="status">
        {said.amount && `With this coupon you pay ${said.amount}.`}
      </Text>
    </div>
  )
}
