import { Stack } from '@mantine/core'
import { toCurrency } from '#shared/money/format.ts'
import { Chart } from '../../ui/chart/chart.tsx'
import type { Point } from '../../ui/chart/chart-data.ts'
import { Figure } from '../../ui/figure.tsx'
import { Case, Cases, Section } from '../section.tsx'

const range = { from: '2026-10-23', to: '2026-11-21' }
const november = (day: number) => `2026-11-${String(day).padStart(2, '0')}`
const spring = { key: 'spring', label: 'Harbour dental, spring' }
const roofing = { key: 'roofing', label: 'Lakeside roofing' }

/** Some days have none at all, as in life. */
const leads: Point[] = [1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 16, 17, 18, 19, 20, 21].map((day) => ({
  day: november(day),
  values: { spring: (day * 7) % 23, roofing: (day * 5) % 11 },
}))
const spent: Point[] = Array.from({ length: 21 }, (_, index) => ({
  day: november(index + 1),
  values: { spent: (index + 1) * 4250 },
}))
const retry = () => undefined
const against = 'the 30 days before'

export function FiguresSection(props: { id: string; title: string }) {
  return (
    <Section {...props}>
      <Cases>
        <Case name="Figure, better" plain>
          <Figure label="Leads" value="1,284" change={{ now: 1284, before: 1102, against, moreIs: 'good' }} />
        </Case>
        <Case name="Figure, worse" plain>
          <Figure
            label="Cost per lead"
            value={toCurrency(412)}
            change={{ now: 412, before: 350, against, moreIs: 'bad' }}
          />
        </Case>
        <Case name="Figure, less" plain>
          <Figure label="Spent" value={toCurrency(-23_050)} change={{ now: 12, before: 40, against }} />
        </Case>
        <Case name="Figure, nothing before" plain>
          <Figure label="Clients" value="4" change={{ now: 4, before: 0, against, moreIs: 'good' }} />
        </Case>
        <Case name="Figure, no change" plain>
          <Figure label="Campaigns" value="12" change={{ now: 12, before: 12, against }} />
        </Case>
        <Case name="Figure, loading" plain>
          <Figure label="Leads" value={undefined} change={{ now: 0, before: 0, against }} />
        </Case>
        <Case name="Figure, failed" plain>
          <Figure label="Leads" value={undefined} onRetry={retry} />
        </Case>
        <Case name="Figure under a long name" plain>
          <Figure label="Leads of all clients who have agreed to be counted in this figure" value="1,234,567,890" />
        </Case>
      </Cases>
      <Stack mt="md">
        <Case name="Bars, one series" plain>
          <Chart title="Leads per day" kind="bars" range={range} points={leads} series={[spring]} />
        </Case>
        <Case name="Bars, stacked" plain>
          <Chart title="Leads per campaign" kind="bars" range={range} points={leads} series={[spring, roofing]} />
        </Case>
        <Case name="Line against a cap" plain>
          <Chart
            title="Spend"
            kind="line"
            range={{ from: november(1), to: november(21) }}
            points={spent}
            series={[{ key: 'spent', label: 'Spent' }]}
            format={toCurrency}
            cap={{ label: 'Cap $1,000.00', value: 100_000 }}
          />
        </Case>
        <Case name="Nothing on these days" plain>
          <Chart title="Leads of a new client" kind="bars" range={range} points={[]} series={[spring]} />
        </Case>
        <Case name="Chart, loading" plain>
          <Chart title="Leads on their way" kind="bars" range={range} points={undefined} series={[spring]} />
        </Case>
        <Case name="Chart, failed" plain>
          <Chart
            title="Leads that did not come"
            kind="bars"
            range={range}
            points={undefined}
            series={[spring]}
            error={{ text: 'The server did not answer in time.', onRetry: retry }}
          />
        </Case>
      </Stack>
    </Section>
  )
}
