import { Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { messages } from '#shared/messages.ts'
import type { PaymentTerm, ProductLine } from '#shared/model/company.ts'
import { type Fees, periodWords } from '#shared/money/price-list.ts'
import { fromCents, priceCurrency } from '#shared/money/price-text.ts'
import { PriceInput } from '../../ui/price-input.tsx'

type Props = {
  line: ProductLine
  term: PaymentTerm
  fees: Fees
  /** The least that a lead may cost; undefined where there is no floor. */
  minimum: number | undefined
  wasRaised: boolean
  errorOf: (name: string) => string | undefined
  readOnly: boolean
  onChange: (fees: Fees, mended: string) => void
  onRaise: () => void
}

/** The campaign fee with the words of its period, for terms that have one. */
export const periodFeeLabel = (term: PaymentTerm) => `Campaign fee ${periodWords[term]}`.trim()

/** What one product costs an agency under one payment term. */
export function CostFields({ line, term, fees, minimum, wasRaised, errorOf, readOnly, onChange, onRaise }: Props) {
  const field = (name: string, toFees: (price: number) => Partial<Fees>) => ({
    error: errorOf(name),
    onChange: (price: number) => onChange({ ...fees, ...toFees(price) }, name),
  })
  const perLead = field('costPerLead', (price) => ({ perLeadCentiCents: price }))
  const shared = { readOnly, decimals: 2 } as const
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <PriceInput
          label="Platform fee"
          {...shared}
          price={fromCents(fees.platformFeeCents)}
          {...field('platformFee', (price) => ({ platformFeeCents: price / 100 }))}
        />
        <PriceInput
          label={periodFeeLabel(term)}
          {...shared}
          price={fromCents(fees.periodFeeCents)}
          {...field('periodFee', (price) => ({ periodFeeCents: price / 100 }))}
        />
        <PriceInput
          label={line === 'local' ? 'Cost per lead, basic data' : 'Cost per lead'}
          readOnly={readOnly}
          decimals={4}
          price={fees.perLeadCentiCents}
          {...perLead}
          error={wasRaised ? messages.costMinimum : perLead.error}
          onLeave={(price) => {
            if (minimum === undefined || price >= minimum) return
            perLead.onChange(minimum)
            onRaise()
          }}
        />
        {line === 'local' && (
          <PriceInput
            label="Cost per lead, advanced data"
            readOnly={readOnly}
            decimals={4}
            price={fees.perLeadAdvancedCentiCents}
            {...field('costPerLeadAdvanced', (price) => ({ perLeadAdvancedCentiCents: price }))}
          />
        )}
      </SimpleGrid>
      {minimum !== undefined && minimum > 0 && (
        <Group>
          <Text size="xs" c="dimmed">
            The platform itself pays {priceCurrency(minimum)} per lead: nothing less can be set here.
          </Text>
        </Group>
      )}
    </Stack>
  )
}
