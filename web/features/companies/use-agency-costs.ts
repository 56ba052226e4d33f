import { useEffect, useRef, useState } from 'react'
import { readCostSetting } from '#shared/money/cost-wire.ts'
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
      companyID: row.company_id,
      settingname: 'costagency',
      idSys: row.company_root_id,
    })
    if (answer.settingname !== 'costagency') return { reason: 'The costs could not be loaded.' }
    return { costs: readCostSetting(answer.data), root: readCostSetting(answer.rootcostagency) }
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
        const { company_id } = row
        const answer = await ask(row)
        if (!isGone) setKnown((before) => new Map(before).set(company_id, answer))
      }
    }
    for (let i = 0; i < ABREAST; i++) void work()
    return () => {
      isGone = true
    }
  }, [])
  return known
}
