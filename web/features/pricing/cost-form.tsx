import { Select, Stack, Tabs, Text } from '@mantine/core'
import { useState } from 'react'
import { type PaymentTerm, type ProductLine, paymentTerms } from '#shared/model/company.ts'
import { TabList } from '../../ui/tab-list.tsx'
import { CostFields } from './cost-fields.tsx'
import type { useCosts } from './use-costs.ts'

export type LineChoice = { line: ProductLine; label: string }
type Props = { costs: ReturnType<typeof useCosts>; lines: readonly LineChoice[]; readOnly: boolean }

const isTerm = (text: string | null): text is PaymentTerm => paymentTerms.some((term) => term === text)

/** Costs by payment term and product. */
export function CostForm({ costs, lines, readOnly }: Props) {
  const [shown, setShown] = useState<string | null>(lines[0]?.line ?? null)
  const open = lines.find(({ line }) => line === shown)
  const elsewhere = open ? costs.elsewhere(open.line) : []
  return (
    <Stack gap="md">
      <Select
        label="Payment term"
        maw={240}
        allowDeselect={false}
        data={[...paymentTerms]}
        value={costs.term}
        onChange={(term) => isTerm(term) && costs.setTerm(term)}
      />
      <Tabs value={shown} onChange={setShown}>
        <TabList>
          {lines.map(({ line, label }) => (
            <Tabs.Tab key={line} value={line}>
              {label}
            </Tabs.Tab>
          ))}
        </TabList>
        {lines.map(({ line }) => (
          <Tabs.Panel key={line} value={line}>
            <CostFields line={line} readOnly={readOnly} {...costs.of(line)} />
          </Tabs.Panel>
        ))}
      </Tabs>
      {elsewhere.length > 0 && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {elsewhere.join(' ')}
        </Text>
      )}
    </Stack>
  )
}
