import { Button, Paper, Skeleton, Text, VisuallyHidden } from '@mantine/core'
import IconArrowDownRight from '@tabler/icons-react/dist/esm/icons/IconArrowDownRight.mjs'
import IconArrowUpRight from '@tabler/icons-react/dist/esm/icons/IconArrowUpRight.mjs'
import type { ReactNode } from 'react'
import { showChange } from '#shared/reports/change.ts'
import classes from './figure.module.css'

type Change = {
  now: number
  before: number
  /** What it is compared with, such as `the 30 days before`. */
  against: string
  /** Whether more of it is good news; without it neither is. */
  moreIs?: 'good' | 'bad'
}

type Props = {
  label: string
  /** As it is to be read. Missing until the first answer. */
  value: ReactNode
  change?: Change
  /** What it will be compared with: the room that takes is kept from the beginning. */
  against?: string
  /** Nothing is ever compared with it: no line is kept for that. */
  isAlone?: boolean
  /** It could not be had. */
  onRetry?: (() => void) | undefined
}

const toneOf = ({ now, before, moreIs }: Change) => {
  if (now === before || !moreIs) return 'dimmed'
  return now > before === (moreIs === 'good') ? 'green' : 'red'
}

/** From nothing there is no percentage: it is said that there was nothing. */
const saidOf = (change: Change): { share?: string; beside: string } => {
  const { now, before, against } = change
  if (before === 0 && now !== 0)
    return { beside: against.startsWith('the ') ? `none in ${against}` : `none ${against}` }
  return { share: showChange(change), beside: `against ${against}` }
}

/** One number that matters, and how it stands beside the time before. */
export function Figure({ label, value, change, against, isAlone = false, onRetry }: Props) {
  const said = change && saidOf(change)
  const longest = change?.against ?? against
  const Arrow = change && (change.now > change.before ? IconArrowUpRight : IconArrowDownRight)
  return (
    <Paper component="section" p="md" className={classes.figure} aria-busy={value === undefined && !onRetry}>
      <Text size="sm" c="dimmed" fw={500}>
        {label}
      </Text>
      {onRetry ? (
        <div className={classes.value}>
          <Button variant="default" size="compact-sm" onClick={onRetry}>
            Try again
          </Button>
          <VisuallyHidden role="alert">{label} could not be loaded</VisuallyHidden>
        </div>
      ) : (
        <div className={classes.value} data-figures>
          {value === undefined ? <Skeleton height={24} width={96} /> : value}
        </div>
      )}
      {!isAlone && (
        <Text size="xs" c="dimmed" className={classes.change} data-longest={longest && `+1,000% against ${longest}`}>
          {change && said && value !== undefined && !onRetry && (
            <span className={classes.said}>
              {/* An arrow alone would say nothing. */}
              {said.share && (
                <Text span inherit fw={500} c={toneOf(change)} className={classes.share} data-figures>
                  {Arrow && change.now !== change.before && <Arrow size={14} aria-hidden />}
                  {said.share}
                </Text>
              )}
              {said.share && ' '}
              {said.beside}
            </span>
          )}
        </Text>
      )}
    </Paper>
  )
}
