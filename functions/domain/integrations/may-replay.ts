// Sending leads again hands them to whoever reads what they are sent to, so it takes the right to read them beside the one to the tool.
import { refusalForModule } from '#shared/access/modules.ts'
import type { Permissions } from '#shared/access/viewer.ts'
import { refused } from '#shared/errors.ts'

export function requireReplay(permissions: Permissions): void {
  const why = refusalForModule(permissions, { can: 'lead:read', method: 'GET' })
  if (why) throw refused(why)
}
