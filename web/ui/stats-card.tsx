import { Paper, Text } from '@mantine/core'
import type { Tone } from '../theme/tones.ts'
import { toCount } from './format.ts'
import { Heading } from './heading.tsx'
import { SkeletonLines } from './skeleton-lines.tsx'
import classes from './stats-card.module.css'

type Props = {
  title: string
  /** One entry for each category. `total` is left out: it is the sum of what is seen. Missing while it loads. */
  counts: Readonly<Record<string, number>> | undefined
  type?: Tone
}

export function StatsCard({ title, counts, type = 'primary' }: Props) {
  const shown = Object.entries(counts ?? {}).filter(([category]) => category !== 'total')
  return (
    <Paper className={classes.card} data-type={type}>
      <Heading size="h4">{title}</Heading>
      {counts === undefined && <SkeletonLines />}
      {counts !== undefined && shown.length === 0 && <Text c="dimmed">Nothing to count yet.</Text>}
      <dl className={classes.list}>
        {shown.map(([category, count]) => (
          <div key={category} className={classes.row}>
            <dt>{category.replaceAll('_', ' ')}</dt>
            <dd>{toCount(count)}</dd>
          </div>
        ))}
      </dl>
    </Paper>
  )
}
