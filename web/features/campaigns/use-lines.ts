import { defaultModules, type ProductLine, productLines } from '#shared/model/company.ts'
import { lineNamesOf } from '../../api/line-names.ts'
import { useMe } from '../../api/session-store.ts'

/** The product lines that the person has, under the names of their tenant. */
export function useLines() {
  const me = useMe()
  const names = lineNamesOf(me)
  return {
    lines: productLines.filter((line) => names[line] !== '').map((line) => ({ value: line, label: names[line] })),
    // One that was taken out of the menu may have campaigns still.
    nameOf: (line: ProductLine) => names[line] || defaultModules[line].name,
  }
}
