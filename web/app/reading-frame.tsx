import type { ReactNode } from 'react'
import { BrandFace } from './brand-mark.tsx'
import classes from './reading-frame.module.css'

/** Around what is read by people who are not signed in: the tenant's own face above a long text. */
export function ReadingFrame({ children }: { children: ReactNode }) {
  return (
    <div className={classes.frame} data-surface="template">
      <header className={classes.brand} data-surface="sidebar">
        <a href="/login" className={classes.home}>
          <BrandFace />
        </a>
      </header>
      <main className={classes.content}>{children}</main>
    </div>
  )
}
