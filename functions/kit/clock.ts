/** The one clock of the functions. Handlers get it as `now`; tests set it. */
export const clock = { now: (): number => Date.now() }
