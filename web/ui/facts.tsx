import { DataList, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './facts.module.css'

export type Fact = { label: string; value: ReactNode }

type Props = {
  facts: readonly Fact[]
  /** Their values are on the way: the labels stand already. */
  loading?: boolean
}

/** What is known about one thing, each under its name. */
export function Facts({ facts, loading = false }: Props) {
  return (
    <DataList className={classes.facts} labelWidth="min(160px, 40%)" gap="xs" withDivider aria-busy={loading}>
      {facts.map(({ label, value }) => (
        <DataList.Item key={label}>
          <DataList.ItemLabel>{label}</DataList.ItemLabel>
          <DataList.ItemValue dir="auto">
            {loading ? <Skeleton height={12} width="60%" my={5} /> : (value ?? '—')}
          </DataList.ItemValue>
        </DataList.Item>
      ))}
    </DataList>
  )
}
