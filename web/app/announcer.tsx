import { VisuallyHidden } from '@mantine/core'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { useTenant } from '../api/tenant.ts'

type Arrivals = { announce: (text: string) => void; isFirst: () => boolean }
const ArrivalContext = createContext<Arrivals>({ announce: () => undefined, isFirst: () => true })

/** A quiet voice for screen readers: which page this is now. */
export function Announcer({ children }: { children: ReactNode }) {
  const [text, setText] = useState('')
  const hasArrived = useRef(false)
  const arrivals = useMemo(() => {
    const isFirst = () => {
      const first = !hasArrived.current
      hasArrived.current = true
      return first
    }
    return { announce: setText, isFirst }
  }, [])
  return (
    <ArrivalContext value={arrivals}>
      {children}
      <VisuallyHidden role="status" aria-live="polite">
        {text}
      </VisuallyHidden>
    </ArrivalContext>
  )
}

/**
 * Stands beside a page inside its `Suspense`, so that it acts once the page is there: names it in the window's title,
 * and, when another page was here before, says so and moves the focus to the heading.
 */
export function Arrival({ path }: { path: string }) {
  const { announce, isFirst } = useContext(ArrivalContext)
  const { data } = useTenant()
  const brand = data.brand.name
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>('main h1')
    const name = heading?.textContent
    document.title = name ? `${name} · ${brand}` : brand
    // Where a page puts the focus itself, such as into the first field of a form, it stays there. The page as a whole has it
    // where what was pressed went with the page before.
    if (isFirst() || !path || document.activeElement?.closest('main *')) return
    announce(name ?? brand)
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [path, brand, announce, isFirst])
  return null
}
