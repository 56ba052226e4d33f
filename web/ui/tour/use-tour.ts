import { useCallback, useEffect, useRef, useState } from 'react'
import { moveOfKey, moveTour, STOPPED, type TourKeys, type TourMove } from './tour-state.ts'

type Options = { keys?: TourKeys; onStop?: () => void }

/** A guided tour: which step it stands at, and the ways to move it. While it runs the keys move it too. */
export function useTour(steps: number, { keys, onStop }: Options = {}) {
  const [step, setStep] = useState(STOPPED)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const move = useCallback(
    (wanted: TourMove) => {
      clearTimeout(waiting.current)
      setStep((now) => moveTour(now, wanted, steps))
      if (wanted.to === 'stop') onStop?.()
    },
    [steps, onStop],
  )
  const running = step !== STOPPED

  useEffect(() => {
    if (!running) return
    const onKey = (event: KeyboardEvent) => {
      const wanted = moveOfKey(event.keyCode, keys)
      if (!wanted) return
      event.preventDefault()
      move(wanted)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [running, keys, move])

  useEffect(() => () => clearTimeout(waiting.current), [])

  const start = useCallback(
    (at = 0, delay = 0) => {
      clearTimeout(waiting.current)
      if (delay === 0) move({ to: 'start', step: at })
      else waiting.current = setTimeout(() => move({ to: 'start', step: at }), delay)
    },
    [move],
  )
  const stop = useCallback(() => move({ to: 'stop' }), [move])
  const next = useCallback(() => move({ to: 'next' }), [move])
  const previous = useCallback(() => move({ to: 'previous' }), [move])
  return { step, running, start, next, previous, stop, skip: stop, finish: stop }
}

export type TourControls = ReturnType<typeof useTour>
