import { Select, SimpleGrid, Text } from '@mantine/core'
import { useState } from 'react'
import { type PaymentTerm, type ProductLine, paymentTerms } from '#shared/model/company.ts'
import { type CostChange, planCosts, refusalForCosts } from '#shared/money/cost-change.ts'
import { defaultTerm, type Fees, isProductLine, periodWords } from '#shared/money/price-list.ts'
import { fromCents, priceCurrency, priceText } from '#shared/money/price-text.ts'
import { useRefreshLists } from '../../api/use-refresh-lists.ts'
import { useSend } from '../../api/use-send.ts'
import { PriceInput } from '../../ui/price-input.tsx'
import { BulkDialog, type Change, type Failure } from './bulk-dialog.tsx'
import { useAgencyCosts } from './use-agency-costs.ts'
import type { CompanyRow } from './use-company-list.ts'

/** `each` is how many centi-cents one unit of the price is. */
const prices = [
  { name: 'platformFeeCents', field: 'platformFee', each: fromCents(1), decimals: 2 },
  { name: 'periodFeeCents', field: 'periodFee', each: fromCents(1), decimals: 2 },
  { name: 'perLeadCentiCents', field: 'Costperlead', each: 1, decimals: 4 },
  { name: 'perLeadAdvancedCentiCents', field: 'costPerLeadAdvanced', each: 1, decimals: 4 },
] as const
type Name = (typeof prices)[number]['name']

const labelsOf = (line: ProductLine, term: PaymentTerm): Record<Name, string> => ({
  platformFeeCents: 'Platform fee',
  periodFeeCents: `Campaign fee ${periodWords[term]}`.trim(),
  perLeadCentiCents: line === 'local' ? 'Cost per lead, basic data' : 'Cost per lead',
  perLeadAdvancedCentiCents: 'Cost per lead, advanced data',
})

const isTerm = (text: string | null): text is PaymentTerm => paymentTerms.some((term) => term === text)

type Props = { rows: readonly CompanyRow[]; onClose: () => void; onDone: () => void }

/** Sets prices of one product for many agencies. A price that is left empty stays as it is in each. */
export default function BulkCosts({ rows, onClose, onDone }: Props) {
  const known = useAgencyCosts(rows)
  const { send } = useSend('pricing.changeCosts')
  // The costs of an agency are read as one of its settings.
  const refreshSettings = useRefreshLists('settings')
  const lines = (rows[0]?.rootModules ?? []).filter(({ value }) => isProductLine(value))
  const [line, setLine] = useState<ProductLine>(lines.map(({ value }) => value).find(isProductLine) ?? 'local')
  const [term, setTerm] = useState<PaymentTerm>(defaultTerm)
  const [fees, setFees] = useState<Partial<Fees>>({})
  const offered = prices.filter(({ name }) => line === 'local' || name !== 'perLeadAdvancedCentiCents')
  const labels = labelsOf(line, term)
  const wanted = offered.filter(({ name }) => fees[name] !== undefined)
  const change: CostChange = {
    line,
    term,
    fees: Object.fromEntries(wanted.map(({ name }) => [name, fees[name]])),
  }
  const texts = () => wanted.map(({ name, field, each }) => [field, priceText((fees[name] ?? 0) * each)])

  const isUnread = wanted.some(({ name }) => Number.isNaN(fees[name]))
  const refused: Failure[] = []
  const changes: Change[] = []
  for (const row of rows) {
    const now = known.get(row.companyId)
    if (!now) continue
    if ('reason' in now) {
      refused.push({ row, reason: now.reason })
      continue
    }
    if (wanted.length === 0 || isUnread) continue
    const hasProduct = row.selectedModules.some(({ type, status }) => type === line && status)
    const why = refusalForCosts(change, { hasProduct, root: { costs: now.root } })
    if (why) {
      refused.push({ row, reason: why })
      continue
    }
    const { before, after, isChanged } = planCosts(now, change)
    if (!isChanged) continue
    changes.push({
      row,
      steps: wanted
        .filter(({ name }) => before[name] !== after[name])
        .map(({ name, each }) => ({
          ...(wanted.length > 1 && { what: labels[name] }),
          from: priceCurrency(before[name] * each),
          to: priceCurrency(after[name] * each),
        })),
      run: async () => {
        const named = { companyId: row.companyId, productLine: line, paymentTerm: term }
        await send({ ...named, ...Object.fromEntries(texts()) })
        void refreshSettings()
      },
    })
  }
  const set = (name: Name, price: number | undefined) => {
    const { [name]: _, ...others } = fees
    setFees(price === undefined ? others : { ...others, [name]: price })
  }
  return (
    <BulkDialog
      title="Set costs"
      label="Set costs"
      count={rows.length}
      changes={changes}
      refused={refused}
      isDirty={wanted.length > 0}
      // Those that were not looked up yet are not known to stay as they are.
      unchanged={known.size - changes.length - refused.length}
      loading={known.size < rows.length ? { done: known.size, of: rows.length } : undefined}
      onClose={onClose}
      onDone={onDone}
    >
      <Text size="sm" c="dimmed">
        What the agencies pay the platform. A change holds for leads from now on; leads that exist keep their price.
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label="Product"
          allowDeselect={false}
          data={lines}
          value={line}
          onChange={(value) => value && isProductLine(value) && setLine(value)}
        />
        <Select
          label="Payment term"
          allowDeselect={false}
          data={[...paymentTerms]}
          value={term}
          onChange={(value) => isTerm(value) && setTerm(value)}
        />
        {offered.map(({ name, each, decimals }) => (
          <PriceInput
            key={name}
            label={labels[name]}
            placeholder="Leave as it is"
            decimals={decimals}
            price={fees[name] === undefined ? undefined : fees[name] * each}
            onChange={(price) => set(name, price / each)}
            onEmpty={() => set(name, undefined)}
          />
        ))}
      </SimpleGrid>
    </BulkDialog>
  )
}
