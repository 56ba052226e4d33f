import type { ReactNode } from 'react'
import { BrandFace } from './brand-mark.tsx'
import classes from './visitor-frame.module.css'

/** Around every page that needs no sign-in: the tenant's own face beside it, or above it on a phone. */
export function VisitorFrame({ children }: { children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <header className={classes.brand} data-surface="sidebar">
        <BrandFace />
      </header>
      <main className={classes.content} data-surface="template">
        {children}
      </main>
    </div>
  )
}
