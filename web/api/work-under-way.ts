// Work that a page has under way: nothing may take the page away before it is done.
let running = 0

export const isUnderWay = (): boolean => running > 0

/** Does some work, and counts it for as long as it lasts. */
export async function underWay<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
  }
}
