import { Alert, Box, Button, Stack, Text } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import classes from './bulk-dialog.module.css'
import { CancelButton } from './cancel-button.tsx'
import { Dialog } from './dialog.tsx'
import { toCount } from './format.ts'
import { notify } from './notify.tsx'
import { ProgressBar } from './progress-bar.tsx'

/** What will be how; `what` names it where there may be more than one. */
export type Step = { what?: string; from: string; to: string }
/** One of the things that were chosen, by what identifies it and what it is called. */
type Thing = { id: string; name: string }
export type Change = Thing & { steps: readonly Step[]; run: () => Promise<unknown> }
export type Failure = Thing & { reason: string }
type Counts = { done: number; of: number }

type Props = {
  title: string
  /** What is changed, as one of it is called and as several are. */
  nouns: readonly [one: string, many: string]
  /** What a failure is to say. */
  reasonOf: (error: unknown) => string
  /** How many things were chosen. */
  count: number
  /** What has to be chosen first. */
  children?: ReactNode
  /** What will be changed; what stays as it is is not among them. */
  changes: readonly Change[]
  unchanged: number
  /** Something was chosen or typed that is not done yet. */
  isDirty?: boolean
  /** What cannot have the change: it is left out. */
  refused?: readonly Failure[]
  /** How far what is shown is known, while it is fetched. */
  loading?: Counts | undefined
  label: string
  onClose: () => void
  onDone: () => void
}

/** Shows what will become of each thing that was chosen, does it one after the other, and says of each that failed why. */
export function BulkDialog(props: Props) {
  const { title, children, changes, unchanged, refused = [], loading, label, onClose, onDone, isDirty = false } = props
  const [one, several] = props.nouns
  const many = (count: number) => (count === 1 ? `1 ${one}` : `${toCount(count)} ${several}`)
  const changedText = (count: number) => `${many(count)} ${count === 1 ? 'was' : 'were'} changed.`
  const [isOpen, setOpen] = useState(true)
  const [running, setRunning] = useState<Counts | null>(null)
  const [failures, setFailures] = useState<readonly Failure[] | null>(null)
  const [changed, setChanged] = useState(0)
  const failed = new Set(failures?.map(({ id }) => id))
  const wanted = failures ? changes.filter(({ id }) => failed.has(id)) : changes

  const body = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState<number>()

  const run = async () => {
    setHeight(body.current?.offsetHeight)
    const missed: Failure[] = []
    for (const [index, { id, name, run: change }] of wanted.entries()) {
      setRunning({ done: index, of: wanted.length })
      try {
        await change()
      } catch (error) {
        missed.push({ id, name, reason: props.reasonOf(error) })
      }
    }
    const done = changed + wanted.length - missed.length
    setRunning(null)
    setFailures(missed)
    setChanged(done)
    if (missed.length > 0) return
    notify('success', changedText(done))
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
      <Stack ref={body} gap="md" mih={height}>
        {!failures && children}
        {/* Its room is kept while its content comes, so that no button moves from under the pointer. */}
        <Box
          component="section"
          className={classes.answer}
          __vars={{ '--things': String(props.count) }}
          aria-label="Each of them"
          // What there is more of than its room is moved by keys.
          tabIndex={0}
        >
          {running && <Bar label="Changing" {...running} />}
          {loading && <Bar label="Looking up what is there" {...loading} />}
          {failures && failures.length > 0 && (
            <Reasons colour="red" title={`${many(failures.length)} could not be changed`} of={failures}>
              {changed > 0 && changedText(changed)}
            </Reasons>
          )}
          {!failures && refused.length > 0 && (
            <Reasons colour="yellow" title={`${many(refused.length)} will be left out`} of={refused} />
          )}
          {!failures && wanted.length > 0 && (
            <ul className={classes.changes} aria-label="What will change">
              {wanted.map(({ id, name, steps }) => (
                <li key={id} className={classes.change}>
                  <span dir="auto">{name}</span>
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
        </Box>
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
      {of.map(({ id, name, reason }) => (
        <li key={id} className={classes.change}>
          <span dir="auto">{name}</span>
          <span>{reason}</span>
        </li>
      ))}
    </ul>
  </Alert>
)
