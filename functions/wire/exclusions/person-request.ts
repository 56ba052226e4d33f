import type * as z from 'zod'
import type { contracts } from '#shared/contracts/index.ts'
import type { PersonRequest } from '#shared/model/person-request.ts'

type Row = z.input<(typeof contracts)['exclusions']['requestPerson']['output']>['data']

/** What people see of a request: how far it is, and never whom it is about. */
export const toRequestRow = ({ id, kind, status, campaigns, found, files, reason, createdAt }: PersonRequest): Row => ({
  id,
  kind,
  status,
  campaigns,
  leads: found.length,
  files,
  reason,
  created_at: new Date(createdAt).toISOString(),
})
