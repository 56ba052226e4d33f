import { fromCents, priceCurrency } from '#shared/money/price-text.ts'
import type { Output } from '../../api/terms.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import classes from './log-changes.module.css'

type LogRow = Output<'audit.list'>['data'][number]
type Change = NonNullable<LogRow['changes']>[number]

/** `person.getsNotices` as people would say it. */
export function fieldWords(field: string): string {
  const words = field
    .replace(/(Cents|BasisPoints|At|On)$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[._]/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function Value({ field, value }: { field: string; value: Change['before'] }) {
  if (value === null || value === '') return <span className={classes.none}>nothing</span>
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number' && field.endsWith('Cents')) return priceCurrency(fromCents(value))
  if (typeof value === 'number' && field.endsWith('BasisPoints')) return `${value / 100}%`
  if (typeof value === 'number' && field.endsWith('At')) return <RelativeTime at={value} />
  return String(value)
}

/** What of an entry was how, and how it is since; beside the whole description, which the row cuts. */
export function LogChanges({ row }: { row: LogRow }) {
  return (
    <div className={classes.changes}>
      <p className={classes.said}>{row.description}</p>
      <table className={classes.table} aria-label={`What changed: ${row.description}`}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {row.changes?.map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row">{fieldWords(field)}</th>
              <td data-label="Before">
                <Value field={field} value={before} />
              </td>
              <td data-label="After">
                <Value field={field} value={after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
