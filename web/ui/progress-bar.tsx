import { Group, Progress, Text } from '@mantine/core'
import { colourOf, type Tone } from '../theme/tones.ts'
import { toCount } from './format.ts'

/** Holds a value between 0 and 100; what is not a number is 0. */
export const clampProgress = (value: number): number => (Number.isNaN(value) ? 0 : Math.min(100, Math.max(0, value)))

type Props = {
  label: string
  value: number
  /** How many of how many, shown beside the bar. */
  counts?: { done: number; total: number }
  tone?: Tone
}

export function ProgressBar({ label, value, counts, tone = 'primary' }: Props) {
  const percent = clampProgress(value)
  return (
    <div>
      <Group justify="space-between" gap="sm" wrap="nowrap" mb={4}>
        <Text size="sm" truncate dir="auto" title={label}>
          {label}
        </Text>
        <Text size="sm" c="dimmed" flex="none">
          {counts ? `${toCount(counts.done)} of ${toCount(counts.total)}` : `${Math.round(percent)}%`}
        </Text>
      </Group>
      <Progress value={percent} color={colourOf(tone)} aria-label={label} />
    </div>
  )
}
