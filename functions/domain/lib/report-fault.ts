/** For work that goes on although a part of it failed: says so where operators look. */
export type Report = (what: string, error: unknown) => void
