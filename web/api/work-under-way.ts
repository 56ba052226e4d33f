// Work that a page has under way: nothing may take the page away before it is done.
let running = 0

export const isUnderWay = (): boolean => running > 0

/** Says that something takes longer than people wait without a word, and answers what takes that back. What draws notices sets it. */
export const slow = { say: () => () => {} }

/** Does some work, and counts it for as long as it lasts. */
export async function underWay<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
  }
}
