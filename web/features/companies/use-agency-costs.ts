import { useEffect, useRef, useState } from 'react'
import { readCostTexts } from '#shared/money/cost-texts.ts'
import type { Costs } from '#shared/money/price-list.ts'
import { messageOf } from '../../api/api-error.ts'
import { send } from '../../api/client.ts'
import type { CompanyRow } from './use-company-list.ts'

export type Known = { costs: Costs; root: Costs } | { reason: string }

/** So many are asked for at once. */
const ABREAST = 4

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
export function useAgencyCosts(rows: readonly CompanyRow[]) {
  const [known, setKnown] = useState<ReadonlyMap<string, Known>>(new Map())
  // What was chosen when the dialog opened; a list that is loaded anew behind it asks for nothing again.
  const chosen = useRef(rows)
  useEffect(() => {
    let isGone = false
    const waiting = [...chosen.current]
    const work = async () => {
      for (let row = waiting.shift(); row && !isGone; row = waiting.shift()) {
        const { companyId } = row
        const answer = await ask(row)
        if (!isGone) setKnown((before) => new Map(before).set(companyId, answer))
      }
    }
    for (let i = 0; i < ABREAST; i++) void work()
    return () => {
      isGone = true
    }
  }, [])
  return known
}
