import { useTenant } from '../../api/tenant.ts'
import { type CompanyRow, linesOf } from './company-row.ts'
import type { LineChoice } from './cost-form.tsx'

/** What a client's products cost: on an agency's own site those that it has. */
export function usePricedLines() {
  const { data, sideMenu } = useTenant()
  return (row: CompanyRow): LineChoice[] =>
    linesOf(row).flatMap(({ line, label }) => {
      if (data.isRootCompany) return [{ line, label }]
      const own = sideMenu[line]
      return own ? [{ line, label: own.name }] : []
    })
}
