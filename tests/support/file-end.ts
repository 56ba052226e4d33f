// What a file of tests started ends with the file, no matter where it was started: vitest forgets, without a word, an
// `afterAll` that a hook asks for.
const ends: (() => unknown)[] = []

/** Called when the tests of this file are over; what was started last ends first. */
export function endWithFile(end: () => unknown): void {
  ends.push(end)
}

/** All are called, and the first failure is told. */
export async function endFile(): Promise<void> {
  const failures: unknown[] = []
  for (const end of ends.splice(0).reverse())
    try {
      await end()
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
}
