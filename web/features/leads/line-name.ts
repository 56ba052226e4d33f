import type { ProductLine } from '#shared/model/company.ts'
import type { UserData } from '../../api/session-store.ts'

/** What the person's tenant calls a product. */
export const nameOf = (line: ProductLine, me: UserData): string =>
  ({ local: me.localName, locator: me.locatorName, enhance: me.enhanceName, b2b: me.b2bName })[line]
