/** The fields of which something is said: what is undefined is left out, as the type of an optional field says. */
export const present = <T extends object>(fields: T) =>
  // @NOTE each field keeps its own kind.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
