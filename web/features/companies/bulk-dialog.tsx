import { Alert, Button, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { CancelButton } from '../../ui/cancel-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toCount } from '../../ui/format.ts'
import { notify } from '../../ui/notify.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import classes from './companies.module.css'
import type { CompanyRow } from './use-company-list.ts'

/** What of a company will be how; `what` names it where there may be more than one. */
export type Step = { what?: string; from: string; to: string }
export type Change = { row: CompanyRow; steps: readonly Step[]; run: () => Promise<unknown> }
export type Failure = { row: CompanyRow; reason: string }
type Counts = { done: number; of: number }

type Props = {
  title: string
  /** What has to be chosen first. */
  children?: ReactNode
  /** What will be changed; companies that stay as they are are not among them. */
  changes: readonly Change[]
  unchanged: number
  /** Something was chosen or typed that is not done yet. */
  isDirty?: boolean
  /** Companies that cannot have the change: they are left out. */
  refused?: readonly Failure[]
  /** How far what is shown is known, while it is fetched. */
  loading?: Counts | undefined
  label: string
  onClose: () => void
  onDone: () => void
}

const many = (count: number) => (count === 1 ? '1 company' : `${toCount(count)} companies`)

/** Shows what will become of each company, does it one after the other, and says of each that failed why. */
export function BulkDialog(props: Props) {
  const { title, children, changes, unchanged, refused = [], loading, label, onClose, onDone, isDirty = false } = props
  const [isOpen, setOpen] = useState(true)
  const [running, setRunning] = useState<Counts | null>(null)
  const [failures, setFailures] = useState<readonly Failure[] | null>(null)
  const [changed, setChanged] = useState(0)
  const failed = new Set(failures?.map(({ row }) => row.companyId))
  const wanted = failures ? changes.filter(({ row }) => failed.has(row.companyId)) : changes

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
    const done = changed + wanted.length - missed.length
    setRunning(null)
    setFailures(missed)
    setChanged(done)
    if (missed.length > 0) return
    notify('success', done === 1 ? '1 company was changed.' : `${many(done)} were changed.`)
    setOpen(false)
    onDone()
  }
  const leave = () => {
    if (running) return
    setOpen(false)
    if (failures) onDone()
  }

  return (
    <Dialog
      opened={isOpen}
      isDirty={isDirty && !failures && !running}
      onClose={leave}
      onExitTransitionEnd={onClose}
      title={title}
      size="lg"
      closeOnEscape={!running}
      closeOnClickOutside={!running}
      actions={
        <>
          <CancelButton disabled={running !== null} onCancel={leave}>
            {failures ? 'Close' : 'Cancel'}
          </CancelButton>
          <Button
            loading={running !== null}
            disabled={wanted.length === 0 || loading !== undefined}
            onClick={() => void run()}
          >
            {failures ? `Try ${many(wanted.length)} again` : `${label} (${many(wanted.length)})`}
          </Button>
        </>
      }
    >
      <Stack gap="md">
        {!failures && children}
        {running && <Bar label="Changing" {...running} />}
        {loading && <Bar label="Looking up what is there" {...loading} />}
        {failures && failures.length > 0 && (
          <Reasons colour="red" title={`${many(failures.length)} could not be changed`} of={failures}>
            {changed > 0 && (changed === 1 ? '1 company was changed.' : `${many(changed)} were changed.`)}
          </Reasons>
        )}
        {!failures && refused.length > 0 && (
          <Reasons colour="yellow" title={`${many(refused.length)} will be left out`} of={refused} />
        )}
        {!failures && wanted.length > 0 && (
          <ul className={classes.changes} aria-label="What will change">
            {wanted.map(({ row, steps }) => (
              <li key={row.companyId} className={classes.change}>
                <span>{row.companyName}</span>
                <Steps of={steps} />
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

const Bar = ({ label, done, of }: Counts & { label: string }) => (
  <ProgressBar label={label} value={(done / of) * 100} counts={{ done, total: of }} />
)

const Steps = ({ of }: { of: readonly Step[] }) => (
  <Text component="span" size="sm" c="dimmed" className={classes.steps}>
    {of.map(({ what, from, to }) => (
      <span key={what ?? ''}>
        {what && `${what} `}
        {from} → {to}
      </span>
    ))}
  </Text>
)

type ReasonsProps = { colour: string; title: string; of: readonly Failure[]; children?: ReactNode }

const Reasons = ({ colour, title, of, children }: ReasonsProps) => (
  <Alert color={colour} title={title}>
    {children}
    <ul className={classes.changes}>
      {of.map(({ row, reason }) => (
        <li key={row.companyId} className={classes.change}>
          <span>{row.companyName}</span>
          <span>{reason}</span>
        </li>
      ))}
    </ul>
  </Alert>
)
