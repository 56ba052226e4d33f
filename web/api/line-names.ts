import type { ProductLine } from '#shared/model/company.ts'
import type { UserData } from './session-store.ts'

type Names = Pick<UserData, 'localName' | 'locatorName' | 'enhanceName' | 'b2bName'>

/** What the person's tenant calls each product; empty where it has none of it. */
export const lineNamesOf = (me: Names): Record<ProductLine, string> => ({
  local: me.localName,
  locator: me.locatorName,
  enhance: me.enhanceName,
  b2b: me.b2bName,
})
