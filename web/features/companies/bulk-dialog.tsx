import { Alert, Button, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toCount } from '../../ui/format.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import classes from './companies.module.css'
import type { CompanyRow } from './use-company-list.ts'

export type Change = { row: CompanyRow; from: string; to: string; run: () => Promise<unknown> }
type Failure = { row: CompanyRow; reason: string }

type Props = {
  title: string
  /** What has to be chosen first. */
  children?: ReactNode
  /** What will be changed; companies that stay as they are are not among them. */
  changes: readonly Change[]
  unchanged: number
  label: string
  onClose: () => void
  onDone: () => void
}

const many = (count: number) => (count === 1 ? '1 company' : `${toCount(count)} companies`)

/** Shows what will become of each company, does it one after the other, and says of each that failed why. */
export function BulkDialog({ title, children, changes, unchanged, label, onClose, onDone }: Props) {
  const [isOpen, setOpen] = useState(true)
  const [running, setRunning] = useState<{ done: number; of: number } | null>(null)
  const [failures, setFailures] = useState<readonly Failure[] | null>(null)
  const failed = new Set(failures?.map(({ row }) => row.company_id))
  const wanted = failures ? changes.filter(({ row }) => failed.has(row.company_id)) : changes

  const run = async () => {
    const missed: Failure[] = []
    for (const [index, { row, run: change }] of wanted.entries()) {
      setRunning({ done: index, of: wanted.length })
      try {
        await change()
      } catch (error) {
        missed.push({ row, reason: messageOf(error) })
      }
    }
    setRunning(null)
    setFailures(missed)
    if (missed.length === 0) {
      setOpen(false)
      onDone()
    }
  }
  const leave = () => {
    if (running) return
    setOpen(false)
    if (failures) onDone()
  }

  return (
    <Dialog
      opened={isOpen}
      onClose={leave}
      onExitTransitionEnd={onClose}
      title={title}
      size="lg"
      closeOnEscape={!running}
      closeOnClickOutside={!running}
      actions={
        <>
          <Button variant="default" disabled={running !== null} onClick={leave}>
            {failures ? 'Close' : 'Cancel'}
          </Button>
          <Button loading={running !== null} disabled={wanted.length === 0} onClick={() => void run()}>
            {failures ? `Try ${many(wanted.length)} again` : `${label} (${many(wanted.length)})`}
          </Button>
        </>
      }
    >
      <Stack gap="md">
        {!failures && children}
        {running && (
          <ProgressBar
            label="Changing"
            value={(running.done / running.of) * 100}
            counts={{ done: running.done, total: running.of }}
          />
        )}
        {failures && failures.length > 0 && (
          <Alert color="red" title={`${many(failures.length)} could not be changed`}>
            <ul className={classes.changes}>
              {failures.map(({ row, reason }) => (
                <li key={row.company_id} className={classes.change}>
                  <span>{row.company_name}</span>
                  <span>{reason}</span>
                </li>
              ))}
            </ul>
          </Alert>
        )}
        {!failures && wanted.length > 0 && (
          <ul className={classes.changes} aria-label="What will change">
            {wanted.map(({ row, from, to }) => (
              <li key={row.company_id} className={classes.change}>
                <span>{row.company_name}</span>
                <Text component="span" size="sm" c="dimmed">
                  {from} → {to}
                </Text>
              </li>
            ))}
          </ul>
        )}
        {!failures && unchanged > 0 && (
          <Text size="sm" c="dimmed">
            {many(unchanged)} {unchanged === 1 ? 'stays as it is' : 'stay as they are'}.
          </Text>
        )}
      </Stack>
    </Dialog>
  )
}
