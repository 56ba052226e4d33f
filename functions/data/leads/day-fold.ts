// The rows of an agency's days that are over become one for each day. At every instant, and in whichever order rows are read that
// are being folded, their sum is the same: the row of the whole day says what it counts of rows that may still be there, and who
// reads both takes that away. So a worker that crashed anywhere leaves exact figures, and the next one goes on.
import { type ProductLine, productLines } from '#shared/model/company.ts'
import { unlessRefused } from '../lib/errors.ts'
import type { Table } from '../lib/table.ts'
import { type AgencyFigures, addFigures, agencyCountEntity, coversOf, figuresOf, WHOLE } from './count.ts'

type Row = AgencyFigures & { shard: string; leads: number }

const addUp = (row: AgencyFigures, of: 'Retail' | 'Wholesale') =>
  productLines.reduce((sum, line) => sum + (row[`${line}${of}`] ?? 0), 0)

/** A row of before amounts of products were kept apart: with one product they are that one's, with several nobody knows. */
function keptApart(row: AgencyFigures): AgencyFigures | undefined {
  const figures = figuresOf(row)
  const { retailCentiCents = 0, wholesaleCentiCents = 0 } = row
  if (addUp(row, 'Retail') === retailCentiCents && addUp(row, 'Wholesale') === wholesaleCentiCents) return figures
  const only: ProductLine | undefined = productLines.find((line) => row[line] === row.leads)
  return only && { ...figures, [`${only}Retail`]: retailCentiCents, [`${only}Wholesale`]: wholesaleCentiCents }
}

export function dayFold(table: Table) {
  const days = agencyCountEntity(table)

  /** Leaves a row that was added to since it was read: the next fold counts what is new of it. */
  async function drop(agencyId: string, day: string, row: Row): Promise<void> {
    const { shard, leads, creditedLeads, feeCents, costCents, byHandCents } = row
    await days
      .delete({ agencyId, day, shard })
      .where((item, { eq, notExists }) => {
        const is = (attribute: typeof item.leads, value: number | undefined) =>
          value === undefined ? notExists(attribute) : eq(attribute, value)
        return [
          eq(item.leads, leads),
          is(item.creditedLeads, creditedLeads),
          is(item.feeCents, feeCents),
          is(item.costCents, costCents),
          is(item.byHandCents, byHandCents),
        ].join(' AND ')
      })
      .go()
      .catch(unlessRefused)
  }

  return {
    /** Folds the days of an agency between two, both included, to which nothing is added any more. Answers how many it folded. */
    async fold(agencyId: string, from: string, to: string): Promise<number> {
      const { data } = await days.query
        .primary({ agencyId })
        .between({ day: from, shard: '0' }, { day: to, shard: WHOLE })
        .go({ pages: 'all', consistent: true })
      let folded = 0
      for (const [day, rows] of Map.groupBy(data, (row) => row.day)) {
        const whole = rows.find(({ shard }) => shard === WHOLE)
        const version = whole?.version ?? 0
        const parts = rows.filter(({ shard }) => shard !== WHOLE)
        if (parts.length === 0) {
          // Rows were dropped by a fold of a day before, long ago enough that nobody who reads has seen them.
          if (whole?.covers !== undefined && (whole.foldedTo ?? '') < to)
            await days
              .patch({ agencyId, day, shard: WHOLE })
              .remove(['covers', 'foldedTo'])
              .set({ version: version + 1 })
              .where((row, { eq }) => eq(row.version, version))
              .go()
              .catch(unlessRefused)
          continue
        }
        const apart = parts.map((row) => keptApart(row))
        if (apart.includes(undefined)) continue
        const known = coversOf(whole)
        let sum = whole ? figuresOf(whole) : {}
        const covers: Record<string, AgencyFigures> = {}
        for (const [at, row] of parts.entries()) {
          const counted = keptApart(known[row.shard] ?? {}) ?? {}
          sum = addFigures(addFigures(sum, counted, -1), apart[at] ?? {})
          covers[row.shard] = figuresOf(row)
        }
        const { leads = 0, wholesaleCentiCents = 0, retailCentiCents = 0, ...more } = sum
        const isOwn = await days
          .put({
            agencyId,
            day,
            shard: WHOLE,
            leads,
            wholesaleCentiCents,
            retailCentiCents,
            ...more,
            covers,
            foldedTo: to,
            version: version + 1,
          })
          .where((row, { eq, notExists }) => (whole === undefined ? notExists(row.day) : eq(row.version, version)))
          .go()
          .then(() => true, unlessRefused)
        if (!isOwn) continue
        for (const row of parts) await drop(agencyId, day, row)
        folded++
      }
      return folded
    },
  }
}
