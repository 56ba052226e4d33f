import { afterEach, beforeEach } from 'vitest'

/** What the person asks of the page, as their system says it. */
function prefer(motion: 'no-preference' | 'reduce') {
  const { device } = Reflect.get(window, 'happyDOM').settings
  Reflect.set(device, 'prefersReducedMotion', motion)
}

/** For tests about what moves: the page of all others asks for less motion, so that nothing is waited for. */
export function withMotion() {
  beforeEach(() => prefer('no-preference'))
  afterEach(() => prefer('reduce'))
}
