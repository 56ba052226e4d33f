// Figures, bars and lines of a report, of cells alone: mail programs run nothing and fetch nothing, and many know no other layout.
import { Text } from '@react-email/components'
import { createElement as h, type ReactNode } from 'react'
import type { Look } from './look.ts'

const MOST_HIGH = 72
/** Above more bars no number has room. */
const FEW = 7

const tableOf = (rows: ReactNode, more: object = {}) =>
  h(
    'table',
    {
      role: 'presentation',
      width: '100%',
      cellPadding: 0,
      cellSpacing: 0,
      style: { borderCollapse: 'collapse', tableLayout: 'fixed' },
      ...more,
    },
    h('tbody', null, rows),
  )

export function reportPartsOf(look: Look) {
  const line = (style: object, ...children: ReactNode[]) =>
    h(
      Text,
      {
        className: 'color' in style && style.color === look.quiet ? 'm-quiet' : 'm-ink',
        style: { margin: 0, color: look.ink, fontSize: 13, lineHeight: '18px', ...style },
      },
      ...children,
    )
  const heading = (text: string) => line({ margin: '8px 0', fontSize: 14, fontWeight: 600 }, text)

  const figureCell = ({ label, value, change }: { label: string; value: string; change: string }) =>
    h(
      'td',
      { key: label, width: '50%', style: { padding: '8px 0', verticalAlign: 'top' } },
      line({ color: look.quiet }, label),
      line({ fontSize: 22, lineHeight: '30px', fontWeight: 600 }, value),
      ...(change ? [line({ color: look.quiet }, change)] : []),
    )

  return {
    /** Two beside each other. */
    figureGrid(figures: readonly { label: string; value: string; change: string }[]) {
      const pairs = Array.from({ length: Math.ceil(figures.length / 2) }, (_, at) => figures.slice(2 * at, 2 * at + 2))
      return h(
        'div',
        {
          className: 'm-soft',
          style: { margin: '0 0 16px', padding: '8px 16px', backgroundColor: look.page, borderRadius: 6 },
        },
        tableOf(pairs.map((pair) => h('tr', { key: pair[0]?.label }, ...pair.map(figureCell)))),
      )
    },
    /** A bar for each day. What it shows is said in words besides, so nobody has to see it. */
    dayBars(bars: readonly { label: string; leads: number }[], title: string) {
      const most = Math.max(1, ...bars.map(({ leads }) => leads))
      const isFew = bars.length <= FEW
      const small = { fontSize: 12, lineHeight: '16px', textAlign: 'center' }
      const bar = (leads: number) =>
        h('div', {
          className: leads === 0 ? 'm-none' : 'm-bar',
          style: {
            height: leads === 0 ? 2 : Math.max(4, Math.round((MOST_HIGH * leads) / most)),
            backgroundColor: leads === 0 ? look.line : look.bar,
            borderRadius: '2px 2px 0 0',
            fontSize: 0,
            lineHeight: 0,
          },
        })
      return h(
        'div',
        { style: { margin: '0 0 16px' } },
        heading(title),
        h(
          'div',
          { 'data-skip-in-text': true },
          tableOf([
            h(
              'tr',
              { key: 'bars' },
              ...bars.map(({ leads }, at) =>
                h(
                  'td',
                  {
                    key: at,
                    height: MOST_HIGH + 24,
                    style: { padding: isFew ? '0 4px' : '0 1px', verticalAlign: 'bottom' },
                  },
                  ...(isFew ? [line(small, leads.toLocaleString('en-US'))] : []),
                  bar(leads),
                ),
              ),
            ),
            h(
              'tr',
              { key: 'labels' },
              ...bars.map(({ label }, at) =>
                h(
                  'td',
                  { key: at, className: 'm-line', style: { padding: '4px 0 0', borderTop: `1px solid ${look.line}` } },
                  line(
                    { ...small, color: look.quiet, ...(!isFew && { textAlign: 'left', whiteSpace: 'nowrap' }) },
                    label,
                  ),
                ),
              ),
            ),
          ]),
        ),
      )
    },
    /** Names with their counts, the longest of each cut by nobody. */
    countLines(title: string, lines: readonly { name: string; of: string; leads: number }[]) {
      return h(
        'div',
        { style: { margin: '0 0 24px' } },
        heading(title),
        tableOf(
          lines.map(({ name, of, leads }, at) =>
            h(
              'tr',
              { key: at },
              h(
                'td',
                {
                  className: 'm-line',
                  style: { padding: '6px 8px 6px 0', borderTop: `1px solid ${look.line}`, wordBreak: 'break-word' },
                },
                line(
                  { fontSize: 14, lineHeight: '20px' },
                  name,
                  of && h('span', { className: 'm-quiet', style: { color: look.quiet } }, ` · ${of}`),
                ),
              ),
              h(
                'td',
                {
                  width: 72,
                  className: 'm-line',
                  style: { padding: '6px 0', borderTop: `1px solid ${look.line}`, verticalAlign: 'top' },
                },
                line({ fontSize: 14, lineHeight: '20px', textAlign: 'right' }, leads.toLocaleString('en-US')),
              ),
            ),
          ),
        ),
      )
    },
  }
}
