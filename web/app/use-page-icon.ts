import { useEffect } from 'react'
import type { Brand } from '#shared/model/brand.ts'

/** Keeps the icon of the browser's tab with the brand that is shown; the page came with the right one already. */
export function usePageIcon({ favicon, logo }: Brand): void {
  const icon = favicon ?? logo ?? 'data:,'
  useEffect(() => {
    const link = document.querySelector('link[rel="icon"]')
    if (link && link.getAttribute('href') !== icon) link.setAttribute('href', icon)
  }, [icon])
}
