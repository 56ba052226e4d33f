import { Text } from '@mantine/core'
import { messages } from '#shared/messages.ts'
import type { Comparison } from '#shared/money/price-list.ts'
import { type Decimals, priceCurrency } from '#shared/money/price-text.ts'
import { isPrice } from '../../ui/price-fault.ts'
import { PriceInput } from '../../ui/price-input.tsx'

type Props = {
  label: string
  compared: Comparison
  decimals: Decimals
  readOnly: boolean
  error: string | undefined
  onChange: (price: number) => void
}

/** A price below the cost is allowed, and said. */
export const BelowCost = () => (
  <Text size="xs" c="yellow" mt={4} role="status">
    {messages.belowCost}
  </Text>
)

/** A retail price with cost and margin under it. */
export function ComparedInput({ label, compared, onChange, ...field }: Props) {
  const { retailCentiCents, wholesaleCentiCents, marginCentiCents } = compared
  return (
    <div>
      <PriceInput
        label={label}
        {...field}
        price={retailCentiCents}
        onChange={onChange}
        description={`Wholesale ${priceCurrency(wholesaleCentiCents)}, margin ${isPrice(marginCentiCents) ? priceCurrency(marginCentiCents) : '—'}`}
      />
      {marginCentiCents < 0 && <BelowCost />}
    </div>
  )
}
