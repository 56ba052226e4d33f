import type { ProductLine } from '#shared/model/company.ts'
import type { UserData } from '../../api/session-store.ts'

/** For how many days, today included, leads are shown. */
export const ranges = [7, 30, 90] as const
export const choices = ranges.map((days) => ({ value: String(days), label: `${days} days` }))

/** What the person's tenant calls a product. */
export const nameOf = (line: ProductLine, me: UserData): string =>
  ({ local: me.localName, locator: me.locatorName, enhance: me.enhanceName, b2b: me.b2bName })[line]
