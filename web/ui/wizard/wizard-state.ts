/** Where a wizard stands: the step in view, the furthest one ever reached, and the step whose check failed. */
export type WizardState = { current: number; furthest: number; failed: number | undefined }

export const atStart = (step = 0, reached = step): WizardState => ({
  current: step,
  furthest: Math.max(step, reached),
  failed: undefined,
})

/** The step in view passed its check and gives way to the next that is still to be done. */
export function forward({ furthest }: WizardState, next: number): WizardState {
  return { current: next, furthest: Math.max(furthest, next), failed: undefined }
}

/** The check failed: the step is marked and stays. */
export const fail = (state: WizardState): WizardState => ({ ...state, failed: state.current })

/** The fault was mended: the step is as good as any other, though its check is still to be passed. */
export const mend = (state: WizardState): WizardState =>
  state.failed === undefined ? state : { ...state, failed: undefined }

/** Whether a step was passed: to have come to it is not enough. */
export const isPassed = ({ furthest }: WizardState, index: number): boolean => index < furthest

/** To a step that was reached before; a step ahead of those stays closed. Going back asks for no check. */
export function jump(state: WizardState, to: number): WizardState {
  return to >= 0 && to <= state.furthest ? { ...state, current: to, failed: undefined } : state
}

/** The nearest step in a direction that is still to be done; undefined when there is none. */
export function findStep(steps: readonly { isDone?: boolean }[], from: number, by: 1 | -1): number | undefined {
  for (let at = from + by; at >= 0 && at < steps.length; at += by) if (!steps[at]?.isDone) return at
  return undefined
}

/** How far along the step in view is, from 0 at the first to 100 at the last. */
export const progressOf = (current: number, steps: number): number =>
  steps < 2 ? 100 : Math.round((current / (steps - 1)) * 100)
