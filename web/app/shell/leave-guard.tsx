import { useEffect, useRef } from 'react'
import { useBlocker, useLocation } from 'react-router-dom'
import { forgetQuestion, leave } from '../../ui/leave.ts'
import { type Scope, unsavedIn } from '../../ui/unsaved.ts'

type At = { pathname: string; search: string }

const tabOf = ({ search }: At) => new URLSearchParams(search).get('tab')

/** What goes with an address: with another page everything, with other rows of a list what is edited in them. */
function scopeOf(from: At, to: At): Scope | null {
  if (from.pathname !== to.pathname) return 'page'
  // A tab keeps what was typed in it while another one is open.
  return tabOf(from) === tabOf(to) ? 'rows' : null
}

function isLossy(from: At, to: At): boolean {
  const scope = scopeOf(from, to)
  return scope !== null && unsavedIn(scope).length > 0
}

/** Asks before another address takes unsaved changes away. */
export function LeaveGuard() {
  const here = useLocation()
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isLossy(currentLocation, nextLocation))
  const latest = useRef(blocker)
  latest.current = blocker
  const isOwn = useRef(false)
  useEffect(() => {
    // Going back once more while the question stands only changes where to.
    if (blocker.state !== 'blocked' || isOwn.current) return
    isOwn.current = true
    const answer = (act: () => void) => () => {
      isOwn.current = false
      act()
    }
    leave(
      scopeOf(here, blocker.location) ?? 'page',
      answer(() => latest.current.proceed?.()),
      answer(() => latest.current.reset?.()),
    )
  }, [blocker, here])
  useEffect(() => forgetQuestion, [])
  return null
}
