import { VisuallyHidden } from '@mantine/core'
import classes from './page-shape.module.css'

/** A `card` and a `text` carry their title themselves. */
export type Shape = 'table' | 'form' | 'figures' | 'card' | 'text'

const lines = { table: 10, form: 5, figures: 10, card: 3, text: 16 } as const satisfies Record<Shape, number>

/** The shape of a page while it is on its way, so that nothing moves when it comes. */
export function PageShape({ shape = 'table' }: { shape?: Shape }) {
  const title = <div className={classes.title} />
  const isSheet = shape === 'card' || shape === 'text'
  return (
    <div aria-busy="true" className={classes.page} data-shape={shape}>
      <VisuallyHidden>Loading</VisuallyHidden>
      {!isSheet && title}
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
        {isSheet && title}
        {Array.from({ length: lines[shape] }, (_, index) => index).map((line) => (
          <div key={line} className={classes.line} />
        ))}
      </div>
    </div>
  )
}
