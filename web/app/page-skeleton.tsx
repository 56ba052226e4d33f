import { VisuallyHidden } from '@mantine/core'
import classes from './page-skeleton.module.css'

/** The shape of a page while it is on its way: title row, filter bar, rows. */
export function PageSkeleton() {
  return (
    <div aria-busy="true" className={classes.page}>
      <VisuallyHidden>Loading</VisuallyHidden>
      <div className={classes.title} />
      <div className={classes.bar} />
      <div className={classes.rows} />
    </div>
  )
}

/** The frame while it is not yet known who is there. It has the frame's measures, so that nothing jumps. */
export function ShellSkeleton() {
  return (
    <div className={classes.frame}>
      <div className={classes.sidebar} data-surface="sidebar" />
      <main className={classes.main} data-surface="template">
        <PageSkeleton />
      </main>
    </div>
  )
}
