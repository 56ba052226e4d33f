import { confirm } from './confirm.tsx'
import { type Scope, type Unsaved, unsavedIn } from './unsaved.ts'

let isAsking = false
/** What answered the last question: the same key reaches what lies under it too, which must not ask again. */
let answeredBy: Event | undefined

const CHANGES = 'What you changed here has not been saved. If you go on, it is lost.'

/** A secret that is shown once was never changed by anybody: what counts is whether they have it. */
function questionAbout(unsaved: readonly Unsaved[]) {
  const secrets = unsaved.flatMap(({ secret }) => secret ?? [])
  if (secrets.length === 0)
    return {
      title: 'You have unsaved changes',
      children: CHANGES,
      confirmLabel: 'Discard changes',
      cancelLabel: 'Keep editing',
      danger: true,
    }
  const once = 'What you see here is not shown again. Without a copy it has to be made anew.'
  return {
    title: `Have you copied your ${secrets.join(' and your ')}?`,
    children: secrets.length < unsaved.length ? `${once} ${CHANGES}` : once,
    confirmLabel: secrets.length < unsaved.length ? 'I have a copy, discard changes' : 'I have a copy, go on',
    cancelLabel: 'Go back',
    danger: true,
  }
}

/** The question went with the page that it stood on, and will not be answered. */
export function forgetQuestion(): void {
  isAsking = false
  answeredBy = undefined
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
  if (isAsking || (answeredBy !== undefined && answeredBy === window.event)) {
    stay?.()
    return
  }
  isAsking = true
  void confirm(questionAbout(unsaved)).then((isSure) => {
    isAsking = false
    // By the event and not by a while: on a busy machine that was still over the next press of Back, which then did nothing.
    answeredBy = window.event
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
