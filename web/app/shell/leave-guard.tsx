import { useCallback, useEffect, useRef } from 'react'
import { forgetQuestion, leave } from '../../ui/leave.ts'
import type { Guard } from '../../ui/router/place.ts'
import { useGuard } from '../../ui/router/router.tsx'
import { type Scope, unsavedIn } from '../../ui/unsaved.ts'

type At = { pathname: string; search: string }

const tabOf = ({ search }: At) => new URLSearchParams(search).get('tab')

/** What goes with an address: with another page everything, with other rows of a list what is edited in them. */
function scopeOf(from: At, to: At): Scope | null {
  if (from.pathname !== to.pathname) return 'page'
  // A tab keeps what was typed in it while another one is open.
  return tabOf(from) === tabOf(to) ? 'rows' : null
}

/** Asks before another address takes unsaved changes away. */
export function LeaveGuard() {
  const waiting = useRef<(() => void) | null>(null)
  const guard = useCallback<Guard>((from, to, go) => {
    const scope = scopeOf(from, to)
    if (!scope || unsavedIn(scope).length === 0) return false
    // Going back once more while the question stands only changes where to.
    const isAsking = waiting.current !== null
    waiting.current = go
    if (isAsking) return true
    const answered = () => {
      const next = waiting.current
      waiting.current = null
      return next
    }
    leave(scope, () => answered()?.(), answered)
    return true
  }, [])
  useGuard(guard)
  useEffect(() => forgetQuestion, [])
  return null
}
