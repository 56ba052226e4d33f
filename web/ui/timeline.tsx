import { Timeline as MantineTimeline, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { colourOf, type Tone } from '../theme/tones.ts'
import { EmptyState } from './empty-state.tsx'
import { RelativeTime } from './relative-time.tsx'
import { SkeletonLines } from './skeleton-lines.tsx'
import classes from './timeline.module.css'

export type Moment = {
  key: string
  at: string | number
  title: string
  tone?: Tone
  /** Who did it. */
  by?: string
  children?: ReactNode
}

type Props = {
  /** The latest first. Missing until the first answer. */
  moments: readonly Moment[] | undefined
  timeZone?: string
  /** What would be here. */
  empty: string
}

/** What happened to one thing, the latest first. */
export function Timeline({ moments, timeZone, empty }: Props) {
  if (!moments) return <SkeletonLines rows={4} />
  if (moments.length === 0) return <EmptyState title="Nothing yet">{empty}</EmptyState>
  return (
    <MantineTimeline className={classes.timeline} classNames={{ itemTitle: classes.title }} role="list">
      {moments.map(({ key, at, title, tone = 'default', by, children }) => (
        <MantineTimeline.Item
          key={key}
          role="listitem"
          title={
            <Text component="span" inherit fw={500} dir="auto">
              {title}
            </Text>
          }
          bullet={<span className={classes.bullet} data-tone={colourOf(tone)} />}
        >
          {children}
          <Text size="xs" c="dimmed" dir="auto">
            <RelativeTime at={at} {...(timeZone && { timeZone })} />
            {by && ` · ${by}`}
          </Text>
        </MantineTimeline.Item>
      ))}
    </MantineTimeline>
  )
}
