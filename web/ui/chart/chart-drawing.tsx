import { useElementSize } from '@mantine/hooks'
import { scaleBand } from 'd3-scale'
import { line } from 'd3-shape'
import { type PointerEvent, useState } from 'react'
import { showDay } from '../days.ts'
import { toCount } from '../format.ts'
import type { ChartProps } from './chart.tsx'
import { axisTo, labelledDays, type Point, sumOf } from './chart-data.ts'
import classes from './chart-drawing.module.css'

const HEIGHT = 220
const EDGE = { top: 22, right: 8, bottom: 24 }
const TICKS = 4
const LABEL_WIDTH = 76
/** A little more than what a figure takes at the size of the axis. */
const FIGURE_WIDTH = 7.4

type Props = ChartProps & { points: readonly Point[] }

const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const under = (day: string) => shortDay.format(Date.parse(`${day}T00:00:00Z`))

/** The drawing alone: what it shows is in the table too, so it is one picture to those who hear the page. */
export default function ChartDrawing({ title, summary, kind, points, series, format = toCount, cap }: Props) {
  const { ref, width: measured } = useElementSize()
  const [hovered, setHovered] = useState<number>()
  const width = measured || 640
  const most = kind === 'bars' ? points.map(sumOf) : points.flatMap(({ values }) => Object.values(values))
  const days = points.map(({ day }) => day)
  const axis = axisTo(Math.max(1, cap?.value ?? 0, ...most), TICKS)
  const top = axis.at(-1) ?? 1
  const y = (value: number) => HEIGHT - EDGE.bottom - (value / top) * (HEIGHT - EDGE.bottom - EDGE.top)
  // Of what is counted there is no half.
  const isCounted = format === toCount && most.every((value) => Number.isInteger(value))
  const ticks = axis.filter((tick) => !isCounted || Number.isInteger(tick))
  const left = 12 + FIGURE_WIDTH * Math.max(...ticks.map((tick) => format(tick).length))
  const x = scaleBand<string>()
    .domain(days)
    .range([left, width - EDGE.right])
    .paddingInner(0.25)
    .paddingOuter(0.1)
  const middleOf = (day: string) => (x(day) ?? 0) + x.bandwidth() / 2
  const follow = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const at = (clientX - currentTarget.getBoundingClientRect().left - left) / x.step()
    setHovered(at < 0 || at >= days.length ? undefined : Math.floor(at))
  }
  const point = hovered === undefined ? undefined : points[hovered]
  return (
    // Time runs from left to right in every language.
    <div ref={ref} className={classes.drawing} dir="ltr">
      <svg
        role="img"
        aria-label={summary ?? describe(title, points, format)}
        width="100%"
        height={HEIGHT}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        onPointerMove={follow}
        onPointerLeave={() => setHovered(undefined)}
      >
        {ticks.map((tick) => (
          <g key={tick} transform={`translate(0 ${y(tick)})`}>
            <line className={classes.grid} x1={left} x2={width - EDGE.right} />
            <text className={classes.words} x={left - 8} dy="0.32em" textAnchor="end">
              {format(tick)}
            </text>
          </g>
        ))}
        {labelledDays(days, (width - left) / LABEL_WIDTH).map((day) => (
          <text key={day} className={classes.words} x={middleOf(day)} y={HEIGHT - 6} textAnchor="middle">
            {under(day)}
          </text>
        ))}
        {point && (
          <rect
            className={classes.band}
            x={x(point.day)}
            y={EDGE.top}
            width={x.bandwidth()}
            height={HEIGHT - EDGE.top - EDGE.bottom}
          />
        )}
        {kind === 'bars'
          ? points.map(({ day, values }) => {
              let below = 0
              // What lies below nothing has no bar: its figure is beside it, in the table and in the file.
              if (series.every(({ key }) => (values[key] ?? 0) <= 0))
                return (
                  <rect
                    key={day}
                    className={classes.none}
                    data-none
                    x={x(day)}
                    y={y(0) - 1}
                    width={x.bandwidth()}
                    height={1}
                  />
                )
              return series.map(({ key }, index) => {
                const from = below
                below += Math.max(0, values[key] ?? 0)
                return (
                  <rect
                    key={`${day}/${key}`}
                    className={classes.bar}
                    data-series={index % 6}
                    x={x(day)}
                    y={y(below)}
                    width={x.bandwidth()}
                    height={y(from) - y(below)}
                  />
                )
              })
            })
          : series.map(({ key }, index) => {
              const path = line<Point>()
                .x(({ day }) => middleOf(day))
                .y(({ values }) => y(values[key] ?? 0))
              return <path key={key} className={classes.line} data-series={index % 6} d={path([...points]) ?? ''} />
            })}
        {cap && (
          <g transform={`translate(0 ${y(cap.value)})`}>
            <line className={classes.cap} x1={left} x2={width - EDGE.right} />
            <text className={classes.words} x={width - EDGE.right} dy="-0.4em" textAnchor="end">
              {cap.label}
            </text>
          </g>
        )}
      </svg>
      {point && <Hover point={point} series={series} format={format} isRight={middleOf(point.day) > width / 2} />}
      {series.length > 1 && (
        // One line however many there are: how many, and how long their names, is known with the numbers alone.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is cut off is reached by the keyboard too.
        <ul className={classes.legend} aria-label={`${title}, parts`} tabIndex={0}>
          {series.map(({ key, label }, index) => (
            <li key={key}>
              <span className={classes.mark} data-series={index % 6} />
              {label}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function describe(title: string, points: readonly Point[], format: (value: number) => string): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return title
  const sum = points.reduce((total, point) => total + sumOf(point), 0)
  return `${title}: ${format(sum)} from ${showDay(first.day)} to ${showDay(last.day)}`
}

type HoverProps = Pick<Props, 'series'> & { point: Point; format: (value: number) => string; isRight: boolean }

/** What the pointer is over. It stands on the other side, so that it hides nothing. */
function Hover({ point, series, format, isRight }: HoverProps) {
  return (
    <div className={classes.hover} data-side={isRight ? 'left' : 'right'} aria-hidden>
      <strong>{showDay(point.day)}</strong>
      {series.map(({ key, label }, index) => (
        <span key={key} className={classes.value}>
          <span className={classes.mark} data-series={index % 6} />
          {label}
          <b data-figures>{format(point.values[key] ?? 0)}</b>
        </span>
      ))}
    </div>
  )
}
