import { confirm } from './confirm.tsx'
import { type Scope, unsavedIn } from './unsaved.ts'

let isAsking = false

/** The question went with the page that it stood on, and will not be answered. */
export function forgetQuestion(): void {
  isAsking = false
}

/**
 * Does something that takes forms away: at once where nothing is unsaved in them, otherwise once the person said so. One
 * question stands at a time: what else wants to leave meanwhile, stays.
 */
export function leave(scope: Scope, go: () => void, stay?: () => void): void {
  const unsaved = unsavedIn(scope)
  if (unsaved.length === 0) {
    go()
    return
  }
  if (isAsking) {
    stay?.()
    return
  }
  isAsking = true
  void confirm({
    title: 'You have unsaved changes',
    children: 'What you changed here has not been saved. If you go on, it is lost.',
    confirmLabel: 'Discard changes',
    cancelLabel: 'Keep editing',
    danger: true,
  }).then((isSure) => {
    // The key that answers the question reaches what is under it too, which must not ask again.
    setTimeout(forgetQuestion)
    if (!isSure) {
      stay?.()
      return
    }
    for (const each of unsaved) {
      each.isSettled = true
      each.discard?.()
    }
    go()
  })
}

/** As `leave`, for what waits for the answer. */
export const mayLeave = (scope: Scope): Promise<boolean> =>
  new Promise((resolve) =>
    leave(
      scope,
      () => resolve(true),
      () => resolve(false),
    ),
  )
