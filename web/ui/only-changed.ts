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
export function changedFrom<T extends object>(began: T, now: T, met = began) {
  const changed = onlyChanged(began, now)
  return { ...changed, seen: namedAs(changed, met) }
}

/** What another has under the same names. */
export const namedAs = <T extends object>(names: Partial<T>, other: T): Partial<T> =>
  // @NOTE each part keeps its own value.
  Object.fromEntries(Object.entries(other).filter(([name]) => name in names)) as Partial<T>
