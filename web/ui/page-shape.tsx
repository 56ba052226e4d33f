import { VisuallyHidden } from '@mantine/core'
import classes from './page-shape.module.css'

export type Shape = 'table' | 'form' | 'figures'

/** The shape of a page while it is on its way, so that nothing moves when it comes. */
export function PageShape({ shape = 'table' }: { shape?: Shape }) {
  return (
    <div aria-busy="true" className={classes.page} data-shape={shape}>
      <VisuallyHidden>Loading</VisuallyHidden>
      <div className={classes.title} />
      {shape === 'table' && <div className={classes.bar} />}
      {shape === 'figures' && (
        <div className={classes.figures}>
          <div />
          <div />
          <div />
          <div />
        </div>
      )}
      <div className={classes.body}>
        {Array.from({ length: shape === 'form' ? 5 : 10 }, (_, index) => index).map((line) => (
          <div key={line} className={classes.line} />
        ))}
      </div>
    </div>
  )
}
