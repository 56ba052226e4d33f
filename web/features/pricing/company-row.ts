import type { ProductLine } from '#shared/model/company.ts'
import { isProductLine } from '#shared/money/price-list.ts'
import type { Output } from '../../api/terms.ts'
import type { LineChoice } from './cost-form.tsx'

export type CompanyRow = Output<'companies.list'>['data'][number]

/** The products of a root, under its own names. */
export const linesOf = ({ rootModules }: Pick<CompanyRow, 'rootModules'>): LineChoice[] =>
  rootModules.flatMap(({ value, label }) => (isProductLine(value) ? [{ line: value, label }] : []))

const optional: readonly ProductLine[] = ['enhance', 'b2b']

/** Products to price for an agency: enhance and b2b only where it has them. */
export const costLinesOf = (row: CompanyRow): LineChoice[] =>
  linesOf(row).filter(
    ({ line }) => !optional.includes(line) || row.selectedModules.some(({ type, status }) => type === line && status),
  )
