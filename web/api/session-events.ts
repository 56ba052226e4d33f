// How the client tells the application that a session is gone, without knowing who draws what.

/**
 * `ended`: say so in a dialog. `lost`: go to the login page. `forgotten`: go to the start without a word. `lookEnded`: the
 * look through another person's eyes is over, the own sign-in is not.
 */
export type SessionEvent = 'ended' | 'lost' | 'forgotten' | 'lookEnded'

const listeners = new Set<(event: SessionEvent) => void>()

export const sessionEvents = {
  emit(event: SessionEvent) {
    for (const listener of listeners) listener(event)
  },
  listen(listener: (event: SessionEvent) => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
