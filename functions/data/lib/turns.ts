// Writers of one process that would meet at one row wait for one another instead. Those of other processes are still met.

/** Lets what has the same name happen one after another, in the order in which it was asked for. */
export function openTurns() {
  const last = new Map<string, Promise<void>>()
  return function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    const turn = (last.get(name) ?? Promise.resolve()).then(work)
    const done = turn.then(
      () => undefined,
      () => undefined,
    )
    last.set(name, done)
    void done.then(() => last.get(name) === done && last.delete(name))
    return turn
  }
}
