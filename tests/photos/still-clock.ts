// A clock that says what it is told, for everything in this process: functions, engines, and what libraries ask by themselves.

/** Replaces the clock; `now` is asked each time. */
export function replaceClock(now: () => number): void {
  const True = Date
  globalThis.Date = new Proxy(True, {
    construct: (target, args, made) => Reflect.construct(target, args.length > 0 ? args : [now()], made),
    apply: () => new True(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
}
