import { Skeleton, VisuallyHidden } from '@mantine/core'
import { Fragment, useRef } from 'react'
import { OwnPlace, PlaceContext } from '../place.tsx'
import classes from './card-list.module.css'
import { ExpandButton } from './expand-button.tsx'
import { RowActions } from './row-actions.tsx'
import { RowChoice } from './row-choice.tsx'
import type { ShapeProps } from './table-props.ts'
import type { Column } from './table-types.ts'
import { useFlash } from './use-flash.ts'
import { useRowFocus } from './use-row-focus.ts'

/** The title and up to three facts of a card; where no column says so, the first is the title and the next two the facts. */
function cardColumns<Row>(columns: readonly Column<Row>[]) {
  const title = columns.find((column) => column.card === 'title') ?? columns[0]
  const named = columns.filter((column) => column.card === 'fact')
  const others = columns.filter((column) => column !== title)
  return { title, facts: named.length > 0 ? named.slice(0, 3) : others.slice(0, 2) }
}

/** The narrow shape of a list. */
export function CardList<Row>(props: ShapeProps<Row>) {
  const { label, rows, keyOf, refreshing = false, skeletonRows = 3, message } = props
  const loading = rows === undefined && !message
  const { facts } = cardColumns(props.columns)
  const hasButtons = Boolean(props.actions || props.expand)
  return (
    <section aria-label={label} aria-busy={loading || refreshing}>
      {loading && <VisuallyHidden role="status">{label}, loading</VisuallyHidden>}
      {message}
      <ul className={classes.list}>
        {loading &&
          Array.from({ length: skeletonRows }, (_, index) => index).map((row) => (
            <li key={row} className={classes.card} data-skeleton-row>
              <div className={classes.top} data-buttons={hasButtons || undefined}>
                <Skeleton height={14} width="55%" />
              </div>
              <div className={classes.waiting}>
                {facts.map(({ key }) => (
                  <Skeleton key={key} height={12} width="80%" />
                ))}
              </div>
            </li>
          ))}
        {rows?.map((row) => (
          <RowCard key={keyOf(row)} row={row} {...props} />
        ))}
      </ul>
    </section>
  )
}

function RowCard<Row>(props: ShapeProps<Row> & { row: Row }) {
  const { row, columns, nameOf, actions, expand, expansion, instead, note, selection } = props
  const said = note?.(row)
  const { title, facts } = cardColumns(columns)
  const open = expansion.isOpen(row)
  const other = instead?.(row)
  const place = useRef<HTMLLIElement>(null)
  const flash = useFlash(row)
  useRowFocus(Boolean(other), place)
  if (other)
    return (
      <li className={classes.card}>
        <OwnPlace kind="row">{other}</OwnPlace>
      </li>
    )
  return (
    <li
      ref={place}
      className={classes.card}
      {...flash}
      data-surface="box"
      data-chosen={selection?.isChosen(row) || undefined}
    >
      <div className={classes.top}>
        {selection && <RowChoice selection={selection} rows={[row]} label={`Select ${nameOf?.(row) ?? ''}`} />}
        {expand && expansion.can(row) && (
          <ExpandButton label={expand.label(row)} open={open} onClick={() => expansion.toggle(row)} />
        )}
        <div className={classes.title}>{title?.render(row)}</div>
        {actions && <RowActions actions={actions(row)} of={nameOf?.(row) ?? ''} />}
      </div>
      <dl className={classes.facts}>
        {facts.map((column) => (
          <Fragment key={column.key}>
            <dt>{column.label}</dt>
            <dd>{column.render(row)}</dd>
          </Fragment>
        ))}
      </dl>
      {said && <div className={classes.note}>{said}</div>}
      {expand && open && (
        <div className={classes.under}>
          <PlaceContext value={expansion.placeOf(row)}>{expand.render(row)}</PlaceContext>
        </div>
      )}
    </li>
  )
}
