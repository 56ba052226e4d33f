import { NumberInput, Select, SimpleGrid, Stack, TextInput, Title } from '@mantine/core'
import { informationTypesOf } from '#shared/campaigns/rules.ts'
import type { PaymentTerm, ProductLine } from '#shared/model/company.ts'
import { limitPeriods, type RetailPrice, topUpModes } from '#shared/money/price-list.ts'
import { PriceInput } from '../../ui/price-input.tsx'
import { BelowCost, ComparedInput } from './compared-input.tsx'
import { periodFeeLabel } from './cost-fields.tsx'
import type { usePrice } from './use-price.ts'

const periods = { day: 'Per day', month: 'Per month', max: 'In total' } as const
const modes = { onetime: 'Once', continual: 'Again whenever they run out' } as const
const find = <Value extends string>(all: readonly Value[], text: string | null) => all.find((each) => each === text)

const centiCentsOf = { costPerLeadB2b: 'perLeadB2bCentiCents', costPerLead: 'perLeadCentiCents' } as const

type Props = {
  state: ReturnType<typeof usePrice>
  line: ProductLine
  terms: readonly PaymentTerm[]
  /** Why the payment term stays as it is; empty where it may be changed. */
  termLocked: string
  readOnly: boolean
}

/** Fees, limit and top-ups of a client for one product. */
export function PriceForm({ state, line, terms, termLocked, readOnly }: Props) {
  const { price, compared, errors, change } = state
  const { limit, topUp } = price
  const shared = { readOnly, decimals: 4 } as const
  const perLead = line === 'b2b' ? 'costPerLeadB2b' : 'costPerLead'
  const hasAdvanced = informationTypesOf[line].includes('advanced')
  const setLimit = (changes: Partial<RetailPrice['limit']>, ...mended: string[]) =>
    change({ limit: { ...limit, ...changes } }, ...mended)
  return (
    <Stack gap="md">
      <Select
        label="Payment term"
        maw={240}
        description={readOnly ? undefined : termLocked || undefined}
        allowDeselect={false}
        readOnly={readOnly || termLocked !== ''}
        data={[...terms]}
        value={price.term}
        error={errors.paymentTerm}
        onChange={(text) => {
          const term = find(terms, text)
          if (term) change({ term }, 'paymentTerm')
        }}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <ComparedInput
          label="Platform fee"
          readOnly={readOnly}
          decimals={2}
          compared={compared.platform}
          error={errors.platformFee}
          onChange={(value) => change({ platformFeeCents: value / 100 }, 'platformFee')}
        />
        <ComparedInput
          label={periodFeeLabel(price.term)}
          readOnly={readOnly}
          decimals={2}
          compared={compared.period}
          error={errors.periodFee}
          onChange={(value) => change({ periodFeeCents: value / 100 }, 'periodFee')}
        />
        <ComparedInput
          label={hasAdvanced ? 'Price per lead, basic data' : 'Price per lead'}
          {...shared}
          compared={compared.perLead}
          error={errors[perLead]}
          onChange={(value) => change({ [centiCentsOf[perLead]]: value }, perLead)}
        />
        {hasAdvanced && (
          <ComparedInput
            label="Price per lead, advanced data"
            {...shared}
            compared={compared.perLeadAdvanced}
            error={errors.costPerLeadAdvanced}
            onChange={(value) => change({ perLeadAdvancedCentiCents: value }, 'costPerLeadAdvanced')}
          />
        )}
      </SimpleGrid>
      <Title order={3} size="h5">
        Limit of leads
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput
          label="Leads"
          description="0 is no limit."
          readOnly={readOnly}
          min={0}
          allowDecimal={false}
          allowNegative={false}
          value={limit.count}
          error={errors.leadLimit}
          onChange={(count) => setLimit({ count: Number(count) || 0 }, 'leadLimit')}
        />
        <Select
          label="Counted"
          readOnly={readOnly}
          allowDeselect={false}
          data={limitPeriods.map((value) => ({ value, label: periods[value] }))}
          value={limit.every}
          error={errors.leadLimitPeriod}
          onChange={(text) => {
            const every = find(limitPeriods, text)
            if (every) setLimit({ every }, 'leadLimitPeriod')
          }}
        />
        <TextInput
          type="date"
          label="From"
          description="Empty is always."
          readOnly={readOnly}
          value={limit.fromOn}
          error={errors.leadLimitStart}
          onChange={({ currentTarget }) => setLimit({ fromOn: currentTarget.value }, 'leadLimitStart', 'leadLimitEnd')}
        />
        <TextInput
          type="date"
          label="To"
          readOnly={readOnly}
          value={limit.toOn}
          error={errors.leadLimitEnd}
          onChange={({ currentTarget }) => setLimit({ toOn: currentTarget.value }, 'leadLimitStart', 'leadLimitEnd')}
        />
        <div>
          <PriceInput
            label="Price of a lead above the limit"
            description="0 delivers none above it."
            {...shared}
            price={price.aboveLimitCentiCents}
            error={errors.costAboveLimit}
            onChange={(value) => change({ aboveLimitCentiCents: value }, 'costAboveLimit')}
          />
          {price.aboveLimitCentiCents > 0 && price.aboveLimitCentiCents < compared.perLead.wholesaleCentiCents && (
            <BelowCost />
          )}
        </div>
      </SimpleGrid>
      {price.term === 'Prepaid' && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberInput
            label="Leads per top-up"
            readOnly={readOnly}
            min={0}
            allowDecimal={false}
            allowNegative={false}
            value={topUp.leads}
            error={errors.leadsToBuy}
            onChange={(leads) => change({ topUp: { ...topUp, leads: Number(leads) || 0 } }, 'leadsToBuy')}
          />
          <Select
            label="Top up"
            readOnly={readOnly}
            allowDeselect={false}
            data={topUpModes.map((value) => ({ value, label: modes[value] }))}
            value={topUp.mode}
            error={errors.topUpMode}
            onChange={(text) => {
              const mode = find(topUpModes, text)
              if (mode) change({ topUp: { ...topUp, mode } }, 'topUpMode')
            }}
          />
        </SimpleGrid>
      )}
    </Stack>
  )
}
