// A saved audience as the wire names it.
import type * as z from 'zod'
import type { AudienceRow } from '#shared/contracts/audiences/calls.ts'
import type { Audience } from '#shared/model/audience.ts'

export const toAudienceRow = ({
  id,
  name,
  line,
  keywords,
  area,
  places,
  updatedAt,
}: Audience): z.input<typeof AudienceRow> => ({
  id,
  name,
  leadspeek_type: line,
  keywords,
  area,
  states: area === 'states' ? places : [],
  zip_codes: area === 'zips' ? places : [],
  updated_at: new Date(updatedAt).toISOString(),
})
