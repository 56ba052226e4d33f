import { Anchor } from '@mantine/core'
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router-dom'
import classes from './trail.module.css'

/** A step on the way to a page; the last one is the page itself. */
export type Crumb = { label: string; to?: string }

type TrailPlace = {
  /** Where the frame keeps room for it; without a frame it stands above the title. */
  place: HTMLElement | null
  /** What every trail begins with here, such as the group of the menu. */
  start: readonly Crumb[]
}

export const TrailContext = createContext<TrailPlace>({ place: null, start: [] })

const RoomContext = createContext<(room: HTMLElement | null) => void>(() => undefined)

type FrameProps = { section: string | undefined; children: ReactNode }

/** Around a frame that keeps room for trails. It stands apart, so that the frame is not drawn once more when the room is there. */
export function TrailFrame({ section, children }: FrameProps) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const trail = useMemo(() => ({ place, start: section ? [{ label: section }] : [] }), [place, section])
  return (
    <RoomContext value={setPlace}>
      <TrailContext value={trail}>{children}</TrailContext>
    </RoomContext>
  )
}

/** The room itself. */
export function TrailRoom({ className }: { className: string | undefined }) {
  return <div ref={useContext(RoomContext)} className={className} />
}

/** Where a page stands among the others. */
export function Trail({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { place, start } = useContext(TrailContext)
  const all = [...start, ...crumbs]
  if (all.length < 2) return null
  const trail = (
    <nav aria-label="Breadcrumb" className={classes.trail}>
      <ol className={classes.list}>
        {all.map(({ label, to }, index) => {
          const isLast = index === all.length - 1
          const isBack = index === all.length - 2 && to !== undefined
          return (
            <li
              key={`${to ?? ''}/${label}`}
              className={classes.crumb}
              data-last={isLast || undefined}
              data-back={isBack || undefined}
            >
              {index > 0 && <IconChevronRight className={classes.mark} size={14} aria-hidden />}
              {isBack && <IconChevronLeft className={classes.back} size={16} aria-hidden />}
              {to && !isLast ? (
                <Anchor component={Link} to={to} underline="hover" inherit dir="auto" className={classes.name}>
                  {label}
                </Anchor>
              ) : (
                <span dir="auto" className={classes.name} title={label} aria-current={isLast ? 'page' : undefined}>
                  {label}
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
  return place ? createPortal(trail, place) : trail
}
