// Leads that are read, or sent where somebody reads them, by a call whose own right is another one: of an invoice, a wallet, a tool.
import { refusalForModule } from '#shared/access/modules.ts'
import type { Permissions } from '#shared/access/viewer.ts'
import { refused } from '#shared/errors.ts'

/** Throws (403) where a role leaves out leads. */
export function requireLeads(permissions: Permissions): void {
  const why = refusalForModule(permissions, { can: 'lead:read', method: 'GET' })
  if (why) throw refused(why)
}
