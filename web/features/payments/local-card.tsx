import { Group, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { type CardNumbers, localAuthentication, localToken } from '../../api/cards.ts'
import { askAsBank } from '../../ui/bank-question.tsx'
import type { CardFieldsProps } from './card-port.ts'

const empty = { number: '', expiry: '', code: '' }

function toNumbers({ number, expiry, code }: typeof empty): CardNumbers {
  // With a slash or without, as the provider's own field takes it.
  const [, month = '', year = ''] = /^\s*(\d{1,2}?)\s*\/?\s*(\d{2}|\d{4})\s*$/.exec(expiry) ?? []
  return { number, month, year, code }
}

/** Stands in for the provider's own fields where its double is used, which takes its test cards and no real ones. */
export default function LocalCard({ publicKey, account, onReady }: CardFieldsProps) {
  const [card, setCard] = useState(empty)
  const latest = useRef(card)
  latest.current = card
  useEffect(() => {
    onReady({
      tokenize: (owner) => localToken(publicKey, account, toNumbers(latest.current), owner),
      authenticate: async (clientSecret) => localAuthentication(clientSecret, account, await askAsBank()),
    })
    return () => onReady(null)
  }, [publicKey, account, onReady])
  const set = (name: keyof typeof empty) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget
    setCard((before) => ({ ...before, [name]: value }))
  }
  return (
    <Stack gap="sm">
      <TextInput
        label="Card number"
        description="Test cards only, such as 4242 4242 4242 4242"
        inputMode="numeric"
        autoComplete="off"
        required
        value={card.number}
        onChange={set('number')}
      />
      <Group grow align="start">
        <TextInput
          label="Expiry"
          placeholder="MM/YY"
          inputMode="numeric"
          autoComplete="off"
          required
          value={card.expiry}
          onChange={set('expiry')}
        />
        <TextInput
          label="Security code"
          inputMode="numeric"
          autoComplete="off"
          required
          value={card.code}
          onChange={set('code')}
        />
      </Group>
      <Text size="xs" c="dimmed">
        This form stands in for the payment provider on a developer's machine.
      </Text>
    </Stack>
  )
}
