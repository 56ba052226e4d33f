/** Lets a call through at most once in a while, and always lets the last one through. */
export function throttle(run: () => void, milliseconds: number): { call: () => void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let again = false
  const rest = () => {
    timer = undefined
    if (!again) return
    again = false
    call()
  }
  function call() {
    if (timer !== undefined) {
      again = true
      return
    }
    run()
    timer = setTimeout(rest, milliseconds)
  }
  const cancel = () => {
    if (timer !== undefined) clearTimeout(timer)
    timer = undefined
    again = false
  }
  return { call, cancel }
}
