import type * as z from 'zod'
import type { contracts } from '#shared/contracts/index.ts'
import { isCopyKept, leadsOf, type PersonRequest } from '#shared/model/person-request.ts'

type Row = z.input<(typeof contracts)['exclusions']['requestPerson']['output']>['data']

/** What people see of a request: how far it is, and never whom it is about. */
export const toRequestRow = (request: PersonRequest, now: number): Row => ({
  id: request.id,
  kind: request.kind,
  status: request.status,
  campaigns: request.campaigns,
  leads: leadsOf(request),
  files: request.files,
  reason: request.reason,
  is_kept: isCopyKept(request, now),
  created_at: new Date(request.createdAt).toISOString(),
})
