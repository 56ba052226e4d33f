import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import classes from './wizard.module.css'
import { isPassed, type WizardState } from './wizard-state.ts'

type Props = {
  steps: readonly { key: string; label: string; isDone?: boolean }[]
  state: WizardState
  narrow: boolean
  onPick: (index: number) => void
}

function Mark({ index, checked, failed }: { index: number; checked: boolean; failed: boolean }) {
  return (
    <span className={classes.mark} aria-hidden>
      {failed && <IconAlertTriangle size={14} />}
      {!failed && checked && <IconCheck size={14} />}
      {!failed && !checked && index + 1}
    </span>
  )
}

/** The steps in a row. A tick stands at those that are done; where there is no room only the current one is named. */
export function WizardTabs({ steps, state, narrow, onPick }: Props) {
  return (
    <ol className={classes.tabs} data-narrow={narrow || undefined}>
      {steps.map(({ key, label, isDone = false }, index) => {
        const reached = index <= state.furthest && !isDone
        const checked = isPassed(state, index) || isDone
        const failed = state.failed === index && !isDone
        const current = index === state.current
        return (
          <li key={key} className={classes.item} data-current={current || undefined}>
            <UnstyledButton
              className={classes.tab}
              disabled={!reached}
              data-state={failed ? 'failed' : checked ? 'checked' : undefined}
              onClick={() => onPick(index)}
              {...(current ? { 'aria-current': 'step' as const } : {})}
            >
              <Mark index={index} checked={checked} failed={failed} />
              <span className={classes.label}>{label}</span>
              {failed && <VisuallyHidden>(needs your attention)</VisuallyHidden>}
              {checked && !failed && <VisuallyHidden>(done)</VisuallyHidden>}
            </UnstyledButton>
          </li>
        )
      })}
    </ol>
  )
}
