// Work that goes on after its call was answered, such as a file that is read: who begins some says so, and who shows it
// asks anew.
const started = new EventTarget()
const EVENT = 'started'

export const workStarted = (): void => void started.dispatchEvent(new Event(EVENT))

/** Answers how to stop listening. */
export function onWorkStarted(listener: () => void): () => void {
  started.addEventListener(EVENT, listener)
  return () => started.removeEventListener(EVENT, listener)
}
