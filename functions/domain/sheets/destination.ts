import { tools } from '#shared/integrations/tools.ts'
import type { JobMessage } from '#shared/jobs.ts'
import type { Destination } from '#shared/model/delivery.ts'

/** What the row of a delivery calls the sheet of a campaign, which goes by the Google account of `ownerId`. */
export const sheetDestination = ({
  campaignId,
  ownerId,
}: Pick<JobMessage<'writeSheet'>, 'campaignId' | 'ownerId'>): Destination => ({
  kind: 'google_sheets',
  id: 'google_sheets',
  companyId: ownerId,
  scope: campaignId,
  name: tools.google_sheets.name,
})
