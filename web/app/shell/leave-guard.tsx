import { useEffect } from 'react'
import { forgetQuestion, leave } from '../../ui/leave.ts'
import { type Scope, unsavedIn } from '../../ui/unsaved.ts'
import { guardAddress } from '../guarded-history.ts'

type At = { pathname: string; search: string }

const queryOf = ({ search }: At) => [...new URLSearchParams(search)].sort()
const withoutTab = (at: At) => JSON.stringify(queryOf(at).filter(([name]) => name !== 'tab'))

/** What goes with an address: with another page everything, with other rows of a list, or another thing on the page, what is edited in them. */
function scopeOf(from: At, to: At): Scope | null {
  if (from.pathname !== to.pathname) return 'page'
  // A tab keeps what was typed in it while another one is open, but for what goes by the rest of the address.
  return withoutTab(from) === withoutTab(to) && from.search !== to.search ? null : 'address'
}

function isLossy(from: At, to: At): boolean {
  const scope = scopeOf(from, to)
  return scope !== null && unsavedIn(scope).length > 0
}

/** Asks before another address takes unsaved changes away. */
export function LeaveGuard() {
  useEffect(() => {
    const ask = (from: At, to: At, go: () => void, stay: () => void) => leave(scopeOf(from, to) ?? 'page', go, stay)
    const stop = guardAddress({ isAsked: isLossy, ask })
    return () => {
      stop()
      forgetQuestion()
    }
  }, [])
  return null
}
