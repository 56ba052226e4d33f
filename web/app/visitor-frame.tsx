import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTenant } from '../api/tenant.ts'
import { BrandMark } from './brand-mark.tsx'
import classes from './visitor-frame.module.css'

/** Around every page that needs no sign-in: the tenant's own face beside it, or above it on a phone. */
export function VisitorFrame({ children }: { children: ReactNode }) {
  const { data } = useTenant()
  return (
    <div className={classes.frame}>
      <header className={classes.brand} data-surface="sidebar">
        <BrandMark />
        <Text size="xs" c="dimmed" className={classes.owner}>
          {data.company_root_legal}
        </Text>
      </header>
      <main className={classes.content} data-surface="template">
        {children}
      </main>
    </div>
  )
}
