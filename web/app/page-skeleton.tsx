import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import classes from './page-skeleton.module.css'

/** The shape of a page while it is on its way: title row, filter bar, rows. */
export function PageSkeleton() {
  return (
    <Stack gap="md" aria-busy="true" className={classes.page}>
      <VisuallyHidden>Loading</VisuallyHidden>
      <Skeleton h={28} w={200} />
      <Skeleton h={36} />
      <Skeleton h={240} />
    </Stack>
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
