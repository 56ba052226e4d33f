import { VisuallyHidden } from '@mantine/core'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useTenant } from '../api/tenant.ts'

type Arrivals = { announce: (text: string) => void; isFirst: () => boolean }
const ArrivalContext = createContext<Arrivals>({ announce: () => undefined, isFirst: () => true })

/** A quiet voice for screen readers: which page this is now. */
export function Announcer({ children }: { children: ReactNode }) {
  const [text, setText] = useState('')
  const [arrivals] = useState(() => {
    let arrived = 0
    return { announce: setText, isFirst: () => arrived++ === 0 }
  })
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
    let untold = !isFirst() && path
    const look = () => {
      const heading = document.querySelector<HTMLElement>('main h1')
      const name = heading?.textContent
      const title = [name, brand].filter(Boolean).join(' · ')
      if (document.title !== title) document.title = title
      if (!untold || !name) return
      untold = ''
      // Where a page puts the focus itself, such as into the first field of a form, it stays there. The page as a whole has it
      // where what was pressed went with the page before.
      if (document.activeElement?.closest('main *, [role="dialog"]')) return
      announce(name)
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    look()
    // The name of a company or a campaign comes later than its page.
    const observer = new MutationObserver(look)
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    return () => observer.disconnect()
  }, [path, brand, announce, isFirst])
  return null
}
