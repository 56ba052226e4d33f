import type { Output } from '#shared/contracts/index.ts'
import type { CampaignSheet } from '#shared/model/campaign-sheet.ts'

/** `present`: the number of the sheet that rows go to. */
export const toSheet = (
  { number, title, url, madeAt, sharedWith, refused }: CampaignSheet,
  present: number,
): Output<'integrations.sheetHistory'>['data'][number] => ({
  number,
  title,
  url,
  created_at: new Date(madeAt).toISOString(),
  shared_with: [...sharedWith],
  refused: [...refused],
  present: number === present ? 'T' : 'F',
})
