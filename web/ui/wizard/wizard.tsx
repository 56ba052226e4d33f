import { Button, Group, Progress } from '@mantine/core'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { scrollToTop } from '../scroll.ts'
import { useNarrow } from './use-narrow.ts'
import classes from './wizard.module.css'
import { atStart, fail, findStep, forward, jump, mend, progressOf, type WizardState } from './wizard-state.ts'
import { WizardTabs } from './wizard-tabs.tsx'

export type WizardStep = {
  key: string
  label: string
  content: ReactNode
  /** Runs before the wizard goes on; false keeps it here and marks the step, `stay` only keeps it here. */
  check?: () => boolean | 'stay' | Promise<boolean | 'stay'>
  /** Asked before another step is opened without going on, by the person or by `open`, where leaving would lose something. */
  mayLeave?: () => Promise<boolean>
  /** There is nothing to do here any more: it is shown as checked, and passed over. */
  isDone?: boolean
  /** Whether a field is wrong just now: the mark of a failed check goes with the last of them. */
  isFaulty?: boolean
  /** What the button that goes on from here says; `Next` where it is left out. */
  nextLabel?: string
  /** The step has a main button of its own, beside which the way on stands back. */
  hasMainButton?: boolean
}

type Props = {
  label: string
  steps: readonly WizardStep[]
  finishLabel: string
  onFinish: () => void | Promise<void>
  /** The step to begin at, and with it how many were done on an earlier visit; the first where it is left out. */
  startAt?: number
  /** How far one may go at once, where nothing has to be passed in order; as far as `startAt` where it is left out. */
  reached?: number
  /** Opens a step, and marks one in which a fault was found. Another object asks again. */
  open?: { key: string; isFaulty?: boolean } | undefined
  /** The room in pixels that the name of a step takes; where there is less in all, only the current one is named. */
  tabWidth?: number
  /** Told of the step in view whenever it changes. */
  onMove?: (key: string) => void
}

const TAB_WIDTH = 130

/** One step at a time, with the way back open and the way on only through a check. */
export function Wizard({
  label,
  steps,
  finishLabel,
  onFinish,
  startAt = 0,
  reached,
  open,
  tabWidth = TAB_WIDTH,
  onMove,
}: Props) {
  const root = useRef<HTMLElement>(null)
  const [state, setState] = useState(() => atStart(Math.min(startAt, steps.length - 1), reached))
  const [busy, setBusy] = useState(false)
  const narrow = useNarrow(root, steps.length * tabWidth)
  const step = steps[state.current]
  const next = findStep(steps, state.current, 1)
  const previous = findStep(steps, state.current, -1)
  const progress = next === undefined ? 100 : progressOf(state.current, steps.length)

  const isFaulty = step?.isFaulty ?? false
  const wasFaulty = useRef(isFaulty)
  useEffect(() => {
    if (wasFaulty.current && !isFaulty) setState(mend)
    wasFaulty.current = isFaulty
  }, [isFaulty])

  const opened = useRef<typeof open>(undefined)
  useEffect(() => {
    if (!open || open === opened.current) return
    opened.current = open
    const index = steps.findIndex(({ key }) => key === open.key)
    if (index < 0) return
    const show = () => setState((before) => (open.isFaulty ? fail : mend)(forward(before, index)))
    if (!step?.mayLeave || step.key === open.key) return show()
    // A later one that was opened meanwhile has the say.
    void step.mayLeave().then((isSure) => isSure && opened.current === open && show())
  }, [open, steps, step])

  const move = (to: number, change: (before: WizardState) => WizardState) => {
    setState(change)
    const key = steps[to]?.key
    if (key) onMove?.(key)
  }
  const goOn = async () => {
    setBusy(true)
    try {
      const answer = (await step?.check?.()) ?? true
      const passed = answer === true
      if (answer === false) setState(fail)
      if (!passed) return
      if (next === undefined) await onFinish()
      else move(next, (before) => forward(before, next))
      if (root.current) scrollToTop(root.current)
    } finally {
      setBusy(false)
    }
  }
  /** What the buttons do by what stands in the fields now: a field that is left by the press may still take what was typed. */
  const now = useRef<Record<'goOn' | 'goBack', () => Promise<void>>>({ goOn, goBack: goOn })
  // A field that is left by the press would show its fault at once and move the button from under the pointer.
  const pressed = (what: 'goOn' | 'goBack') => ({
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onClick: ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
      flushSync(() => currentTarget.focus())
      void now.current[what]()
    },
  })
  const goTo = async (index: number) => {
    if (step?.mayLeave && !(await step.mayLeave())) return
    move(index, (before) => jump(before, index))
    if (root.current) scrollToTop(root.current)
  }
  const goBack = async () => {
    if (previous !== undefined) await goTo(previous)
  }
  now.current = { goOn, goBack }
  // The second press of a double one would meet what the next step has in place of the button, such as a switch.
  const pressedIn = useRef<string>(undefined)
  const notice = ({ detail }: MouseEvent) => {
    if (detail < 2) pressedIn.current = step?.key
  }
  const dropSecond = (event: MouseEvent) => {
    if (event.detail < 2 || pressedIn.current === step?.key) return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <section ref={root} className={classes.wizard} aria-label={label} onClickCapture={notice}>
      <Progress size="sm" value={progress} aria-label={`Progress of ${label}`} />
      <WizardTabs steps={steps} state={state} narrow={narrow} onPick={(index) => void goTo(index)} />
      <div onClickCapture={dropSecond}>{step?.content}</div>
      <Group justify="space-between">
        {previous !== undefined ? (
          <Button variant="default" disabled={busy} {...pressed('goBack')}>
            Previous
          </Button>
        ) : (
          <span />
        )}
        <Button variant={step?.hasMainButton ? 'default' : 'filled'} loading={busy} {...pressed('goOn')}>
          {next === undefined ? finishLabel : (step?.nextLabel ?? 'Next')}
        </Button>
      </Group>
    </section>
  )
}
