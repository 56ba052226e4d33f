import { productLines } from '#shared/model/company.ts'
import { useTenant } from '../../api/tenant.ts'
import type { Output } from '../../api/terms.ts'

export type AudienceRow = Output<'audiences.list'>['data'][number]

/** The product lines of the tenant, under its own names. */
export function useLines() {
  const { sideMenu } = useTenant()
  return productLines.flatMap((line) => {
    const found = sideMenu[line]
    return found ? [{ value: line, label: found.name }] : []
  })
}
