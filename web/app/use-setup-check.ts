import { useEffect, useRef } from 'react'
import { refreshSetup } from '../api/session.ts'
import { useLocation } from '../ui/router/router.tsx'

/** The guard decides by what it knows at once, and with every other page asks whether that still holds. */
export function useSetupCheck(): void {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    void refreshSetup()
  }, [pathname])
}
