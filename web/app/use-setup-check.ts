import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { refreshSetup } from '../api/session.ts'

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
