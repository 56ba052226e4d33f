import { contracts } from '#shared/contracts/index.ts'
import { messages } from '#shared/messages.ts'
import { sheetsFor } from '../../domain/sheets/read.ts'
import { handle } from '../../kit/handle.ts'
import { toSheet } from '../../wire/integrations/sheet.ts'

export default handle(contracts.integrations.sheet, async ({ actor, campaign, db }) => {
  const [present] = await sheetsFor(db, actor, campaign)
  return {
    result: 'success' as const,
    message: present ? messages.sheetFound : messages.sheetMissing,
    data: {
      has_sheet: present ? ('T' as const) : ('F' as const),
      sheet: present ? toSheet(present, present.number) : null,
    },
  }
})
