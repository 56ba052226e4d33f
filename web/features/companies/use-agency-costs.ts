import { readCostTexts } from '#shared/money/cost-texts.ts'
import type { Costs } from '#shared/money/price-list.ts'
import { messageOf } from '../../api/api-error.ts'
import { send } from '../../api/client.ts'
import { useLookedUp } from '../../ui/use-looked-up.ts'
import type { CompanyRow } from './use-company-list.ts'

export type Known = { costs: Costs; root: Costs } | { reason: string }

async function ask(row: CompanyRow): Promise<Known> {
  try {
    const answer = await send('settings.get', {
      companyId: row.companyId,
      settingName: 'costagency',
      rootId: row.companyRootId,
    })
    if (answer.settingName !== 'costagency') return { reason: 'The costs could not be loaded.' }
    return { costs: readCostTexts(answer.data), root: readCostTexts(answer.rootCosts) }
  } catch (error) {
    return { reason: messageOf(error) }
  }
}

/** What many agencies pay just now, one after the other as they are known. Those that could not be asked say why. */
export const useAgencyCosts = (rows: readonly CompanyRow[]): ReadonlyMap<string, Known> =>
  useLookedUp(rows, ({ companyId }) => companyId, ask)
