import { Skeleton, VisuallyHidden } from '@mantine/core'
import { Fragment, useRef } from 'react'
import { OwnPlace, PlaceContext } from '../place.tsx'
import classes from './data-table.module.css'
import { ExpandButton } from './expand-button.tsx'
import { type LaidColumn, layColumns, type WithLaid } from './lay-columns.ts'
import { RowActions } from './row-actions.tsx'
import { RowChoice } from './row-choice.tsx'
import { TableHead } from './table-head.tsx'
import type { ShapeProps } from './table-props.ts'
import { useFlash } from './use-flash.ts'
import { useRoom } from './use-room.ts'
import { useRowFocus } from './use-row-focus.ts'

/** The wide shape of a list. */
export function TableGrid<Row>(props: ShapeProps<Row>) {
  const { label, rows, refreshing = false, actions, expand, skeletonRows = 5, message } = props
  const frame = useRef<HTMLElement>(null)
  const { fits, room } = useRoom(frame)
  const columns = layColumns(props.columns, room)
  const hasLead = Boolean(expand || props.selection)
  const width = columns.length + (hasLead ? 1 : 0) + (actions ? 1 : 0)
  const loading = rows === undefined && !message
  return (
    <section
      ref={frame}
      className={classes.frame}
      aria-label={label}
      data-scrolls={fits ? undefined : true}
      data-refreshing={refreshing || undefined}
      data-bare={props.bare || undefined}
      data-surface={props.bare ? undefined : 'box'}
      {...(fits ? {} : { tabIndex: 0 })}
    >
      <table className={classes.table} aria-busy={loading || refreshing}>
        <caption>
          <VisuallyHidden>{loading ? `${label}, loading` : label}</VisuallyHidden>
        </caption>
        <TableHead {...props} columns={columns} />
        <tbody>
          {message && (
            <tr>
              <td colSpan={width} data-message>
                {message}
              </td>
            </tr>
          )}
          {loading && <SkeletonRows columns={columns} count={skeletonRows} width={width} lead={hasLead} />}
          {rows?.map((row) => (
            <GridRow key={props.keyOf(row)} row={row} width={width} {...props} columns={columns} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

type GridRowProps<Row> = WithLaid<ShapeProps<Row>, Row> & { row: Row; width: number }

function GridRow<Row>(props: GridRowProps<Row>) {
  const { row, columns, nameOf, actions, expand, expansion, width, instead, note, selection } = props
  const said = note?.(row)
  const open = expansion.isOpen(row)
  const other = instead?.(row)
  const place = useRef<HTMLTableRowElement>(null)
  const flash = useFlash(row)
  useRowFocus(Boolean(other), place)
  if (other) {
    return (
      <tr>
        <td colSpan={width} data-instead>
          <OwnPlace kind="row">{other}</OwnPlace>
        </td>
      </tr>
    )
  }
  return (
    <Fragment>
      <tr
        ref={place}
        className={classes.row}
        {...flash}
        data-open={open || Boolean(said) || undefined}
        data-chosen={selection?.isChosen(row) || undefined}
      >
        {(expand || selection) && (
          <td data-toggle>
            <div className={classes.lead}>
              {selection && <RowChoice selection={selection} rows={[row]} label={`Select ${nameOf?.(row) ?? ''}`} />}
              {expand && expansion.can(row) && (
                <ExpandButton label={expand.label(row)} open={open} onClick={() => expansion.toggle(row)} />
              )}
            </div>
          </td>
        )}
        {columns.map((column) => (
          <Cell key={column.key} column={column} row={row} />
        ))}
        {actions && (
          <td data-actions>
            <RowActions actions={actions(row)} of={nameOf?.(row) ?? ''} />
          </td>
        )}
      </tr>
      {said && (
        <tr data-chosen={selection?.isChosen(row) || undefined}>
          <td colSpan={width} data-note>
            <div>{said}</div>
          </td>
        </tr>
      )}
      {expand && open && (
        <tr>
          <td colSpan={width} data-under>
            <PlaceContext value={expansion.placeOf(row)}>{expand.render(row)}</PlaceContext>
          </td>
        </tr>
      )}
    </Fragment>
  )
}

/** What is too long says the whole of it on hover; what says more by itself keeps its own words. */
function nameWhole({ currentTarget: cell }: { currentTarget: HTMLElement }) {
  for (const part of [cell, ...cell.querySelectorAll<HTMLElement>('[data-line]')]) {
    if (part.title && part.dataset.named === undefined) continue
    const isCut = part.scrollWidth > part.clientWidth && !part.querySelector('[title], [data-line]')
    part.toggleAttribute('data-named', isCut)
    part.title = isCut ? part.textContent : ''
  }
}

function Cell<Row>({ column, row }: { column: LaidColumn<Row>; row: Row }) {
  const content = column.render(row)
  const isText = typeof content === 'string'
  const below = (column.second?.below ?? column.second?.render)?.(row)
  return (
    <td
      data-numeric={column.numeric || undefined}
      data-width={column.width}
      data-two={column.second && true}
      title={isText && !column.second ? content : undefined}
      dir={isText && !column.numeric ? 'auto' : undefined}
      onPointerEnter={nameWhole}
    >
      {column.second ? (
        <>
          <div className={classes.line} data-line>
            {content}
          </div>
          <div className={classes.below} data-line dir="auto" title={typeof below === 'string' ? below : undefined}>
            {below}
          </div>
        </>
      ) : (
        content
      )}
    </td>
  )
}

type SkeletonProps<Row> = { columns: readonly LaidColumn<Row>[]; count: number; width: number; lead: boolean }

/** Rows in the shape of the real ones: as many cells, numbers short and at the right. */
function SkeletonRows<Row>({ columns, count, width, lead }: SkeletonProps<Row>) {
  const rest = width - columns.length - (lead ? 1 : 0)
  return Array.from({ length: count }, (_, index) => index).map((row) => (
    <tr key={row} className={classes.row} data-skeleton-row>
      {lead && <td data-toggle />}
      {columns.map((column, index) => (
        <td key={column.key} data-numeric={column.numeric || undefined} data-width={column.width}>
          <Skeleton
            height={12}
            width={column.numeric ? 56 : `${80 - ((row + index) % 3) * 15}%`}
            ml={column.numeric ? 'auto' : 0}
          />
        </td>
      ))}
      {rest > 0 && (
        <td data-actions>
          <Skeleton height={12} width={48} ml="auto" />
        </td>
      )}
    </tr>
  ))
}
