/** The parts of a form that are not as they were when it was opened. The rest is not sent, so that no change of somebody else is undone. */
export function onlyChanged<T extends object>(began: T, now: T): Partial<T> {
  const before = new Map<string, unknown>(Object.entries(began))
  const changed = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(before.get(name)) !== JSON.stringify(value),
  )
  // @NOTE each part keeps its own value.
  return Object.fromEntries(changed) as Partial<T>
}

/** The same with what stood there when it was typed: where somebody else has set it since, the save is refused and says so. */
export const changedFrom = <T extends object>(began: T, now: T, met = began) => ({
  ...onlyChanged(began, now),
  seen: onlyChanged(now, met),
})
