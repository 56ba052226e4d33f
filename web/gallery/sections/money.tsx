import { Text } from '@mantine/core'
import { useState } from 'react'
import { toCurrency } from '#shared/money/format.ts'
import { tidyNumber } from '../../ui/format.ts'
import { Money } from '../../ui/money.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { PriceInput } from '../../ui/price-input.tsx'
import { Case, Cases, Section } from '../section.tsx'

export function MoneySection(props: { id: string; title: string }) {
  const [amount, setAmount] = useState<number | undefined>(25_000)
  const [price, setPrice] = useState(12_345_000)
  return (
    <Section {...props}>
      <Cases>
        <Case name="Amount, raised to its minimum">
          <MoneyInput label="Amount" cents={amount} onChange={setAmount} blockClipboard />
          <Text size="sm" c="dimmed" mt="xs">
            {amount === undefined ? 'No amount' : `${amount} cents, ${toCurrency(amount)}`}
          </Text>
        </Case>
        <Case name="Amount, below its minimum">
          <MoneyInput label="Amount" cents={10_000} onChange={() => {}} error="*Minimum amount is $250" />
        </Case>
        <Case name="Amount, disabled">
          <MoneyInput label="Amount" cents={50_000} onChange={() => {}} disabled />
        </Case>
        <Case name="Price">
          <PriceInput label="Cost per lead" decimals={4} price={price} onChange={setPrice} />
        </Case>
        <Case name="Amounts that stand under one another">
          {[123_450, 7, -23_050, undefined].map((cents) => (
            <Text key={cents ?? 'unknown'} size="sm" ta="right">
              <Money cents={cents} />
            </Text>
          ))}
        </Case>
        <Case name="Numbers, tidied">
          {['abc', '12.', '12.50', '012'].map((text) => (
            <Text key={text} size="sm">
              {text} becomes {tidyNumber(text)}
            </Text>
          ))}
        </Case>
      </Cases>
    </Section>
  )
}
