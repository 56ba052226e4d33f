import type { ComponentProps, ReactNode } from 'react'
import classes from './page.module.css'
import { PageHeader } from './page-header.tsx'

type Props = Omit<ComponentProps<typeof PageHeader>, 'children'> & {
  /** Tables take the room there is; forms stop where a line is still read with ease. */
  kind?: 'table' | 'form'
  /** Stands between the header and the content and takes the room, such as tabs. */
  under?: ReactNode
  children: ReactNode
}

/** What every page looks like: its way, its name, what it is for, its one action, and its content as wide as its kind. */
export function Page({ kind = 'table', under, children, ...header }: Props) {
  return (
    <>
      <PageHeader {...header}>{under}</PageHeader>
      <PageBody kind={kind}>{children}</PageBody>
    </>
  )
}

export function PageBody({ kind, children }: { kind: 'table' | 'form'; children: ReactNode }) {
  return (
    <div className={classes.body} data-kind={kind}>
      {children}
    </div>
  )
}
