import { contracts } from '#shared/contracts/index.ts'
import { messages } from '#shared/messages.ts'
import { sheetsFor } from '../../domain/sheets/read.ts'
import { handle } from '../../kit/handle.ts'
import { toSheet } from '../../wire/integrations/sheet.ts'

export default handle(contracts.integrations.sheetHistory, async ({ actor, campaign, db }) => {
  const all = await sheetsFor(db, actor, campaign)
  const present = all[0]?.number ?? 0
  return {
    result: 'success' as const,
    message: present > 0 ? messages.sheetFound : messages.sheetMissing,
    data: all.map((sheet) => toSheet(sheet, present)),
  }
})
