/** The only place that writes to the browser's console: failures that no screen has its own words for. */
export const log = {
  error(message: string, cause?: unknown) {
    console.error(message, cause)
  },
}
