import { SimpleGrid } from '@mantine/core'
import { countDays } from '#shared/dates.ts'
import { toCurrency } from '#shared/money/format.ts'
import { roundToCents } from '#shared/money/price-text.ts'
import type { Output } from '../../api/terms.ts'
import type { DayRange } from '../../ui/days.ts'
import { Figure } from '../../ui/figure.tsx'
import { toCount } from '../../ui/format.ts'
import classes from './dashboard.module.css'

type Answer = Output<'leads.chart'>
type Props = { answer: Answer | undefined; range: DayRange; isClient: boolean; onRetry: (() => void) | undefined }

const averages = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
/** Hundredths of a cent, rounded once as bills and mails do: 1.005 times a hundred is less than 100.5. */
const money = (dollars: number) => toCurrency(roundToCents(Math.round(dollars * 10_000)))

/** What the days brought, beside as many days before. */
export function LeadFigures({ answer, range, isClient, onRetry }: Props) {
  const count = countDays(range.from, range.to)
  const against = count === 1 ? 'the day before' : `the ${count} days before`
  const { totals, before } = answer ?? {}
  const figure = (
    label: string,
    now: number | undefined,
    earlier: number | undefined,
    { show, moreIs }: { show: (value: number) => string; moreIs?: 'good' },
  ) => (
    <Figure
      key={label}
      label={label}
      value={now === undefined ? (answer ? '—' : undefined) : show(now)}
      onRetry={onRetry}
      against={against}
      {...(now !== undefined &&
        earlier !== undefined && { change: { now, before: earlier, against, ...(moreIs && { moreIs }) } })}
    />
  )
  return (
    <SimpleGrid
      type="container"
      cols={isClient ? { base: 2, '480px': 3 } : { base: 2, '640px': 4 }}
      className={classes.cards}
    >
      {figure('Leads', totals?.leads, before?.leads, { show: toCount, moreIs: 'good' })}
      {figure('Average a day', totals?.average, before && before.leads / count, {
        // Few are not none.
        show: (value) => (value > 0 && value < 0.1 ? 'under 0.1' : averages.format(value)),
        moreIs: 'good',
      })}
      {figure(isClient ? 'Spend' : 'Sold for', totals?.spend, before?.spend, { show: money })}
      {!isClient && figure('Costs you', totals?.wholesale, before?.wholesale, { show: money })}
    </SimpleGrid>
  )
}
