// What stands in the way of each start, and what it charges: asked before anything is started.
import { useEffect, useRef, useState } from 'react'
import { send } from '../../api/client.ts'
import type { CampaignRow } from './use-campaign-list.ts'

/** Dollars that the start charges, undefined where they could not be looked up; or why there is no start. */
export type StartLook = { chargeNow: number | undefined; reason?: string }

/** So many are asked for at once. */
const ABREAST = 4

async function look(id: string): Promise<StartLook> {
  try {
    const { data } = await send('campaigns.get', { id })
    if (data.missing) return { chargeNow: 0, reason: data.missing.message }
    const { data: cost } = await send('campaigns.startCharge', { id })
    return { chargeNow: cost.chargeNow }
  } catch {
    return { chargeNow: undefined }
  }
}

/** What is known of the starts of some campaigns, one after the other as it is. */
export function useStarts(rows: readonly CampaignRow[]): ReadonlyMap<string, StartLook> {
  const [known, setKnown] = useState<ReadonlyMap<string, StartLook>>(new Map())
  // What was chosen when the dialog opened; a list that is loaded anew behind it asks for nothing again.
  const chosen = useRef(rows)
  useEffect(() => {
    let isGone = false
    const waiting = [...chosen.current]
    const work = async () => {
      for (let row = waiting.shift(); row && !isGone; row = waiting.shift()) {
        const { id } = row
        const found = await look(id)
        if (!isGone) setKnown((before) => new Map(before).set(id, found))
      }
    }
    for (let i = 0; i < ABREAST; i++) void work()
    return () => {
      isGone = true
    }
  }, [])
  return known
}
