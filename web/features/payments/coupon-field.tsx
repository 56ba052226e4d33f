import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { useSend } from '../../api/use-send.ts'

type Props = { companyId: string; value: string; onChange: (code: string) => void }

/** A code that makes the set-up charge less; what it comes to is asked before anything is paid. */
export function CouponField({ companyId, value, onChange }: Props) {
  const { send, sending } = useSend('pricing.getCoupon')
  const [said, setSaid] = useState({ fault: '', amount: '' })
  const look = async () => {
    try {
      const { data } = await send({ companyId: companyId, couponCode: value.trim() })
      setSaid({ fault: '', amount: String(data.finalAmount) })
    } catch (error) {
      setSaid({ fault: messageOf(error), amount: '' })
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
        {said.amount && `With this coupon you pay $${said.amount}.`}
      </Text>
    </div>
  )
}
