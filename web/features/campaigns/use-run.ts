import { useState } from 'react'
import { useSend } from '../../api/use-send.ts'
import { notify } from '../../ui/notify.tsx'
import { type Refusal, refusalOf } from './mends.ts'
import { startAsking } from './start-campaign.tsx'
import type { CampaignRow } from './use-campaign-list.ts'

type Move = Pick<CampaignRow, 'status' | 'statusReason'>

const without = <Value>(map: ReadonlyMap<string, Value>, id: string) => {
  const rest = new Map(map)
  rest.delete(id)
  return rest
}

/**
 * Starts and pauses campaigns out of their rows. A row shows at once what was asked for, and goes back where the server
 * refuses it: why stands at the row until it is closed or the campaign moves.
 */
export function useRun(page: unknown) {
  const { send } = useSend('campaigns.setActive')
  const [asked, setAsked] = useState<ReadonlyMap<string, Move>>(new Map())
  const [done, setDone] = useState<ReadonlyMap<string, Move>>(new Map())
  const [refusals, setRefusals] = useState<ReadonlyMap<string, Refusal>>(new Map())
  // What was done holds until the list has been read anew.
  const [seen, setSeen] = useState(page)
  if (seen !== page) {
    setSeen(page)
    setDone(new Map())
  }

  const run = async (row: CampaignRow, isOn: boolean) => {
    const { id, campaignName } = row
    setRefusals((before) => without(before, id))
    setAsked((before) => new Map(before).set(id, { status: isOn ? 'active' : 'paused', statusReason: 'user' }))
    try {
      const data = isOn ? await startAsking(row, send) : (await send({ campaignId: id, status: isOn })).data
      // Who is told what it charges may say no.
      if (!data) return
      setDone((before) => new Map(before).set(id, data))
      notify('success', `${isOn ? 'Started' : 'Paused'} ${campaignName}.`)
    } catch (error) {
      setRefusals((before) => new Map(before).set(id, refusalOf(error)))
    } finally {
      setAsked((before) => without(before, id))
    }
  }
  return {
    run,
    /** The row as it is to be shown now. */
    shown: (row: CampaignRow): CampaignRow => ({ ...row, ...(asked.get(row.id) ?? done.get(row.id)) }),
    isMoving: ({ id }: CampaignRow) => asked.has(id),
    refusal: ({ id }: CampaignRow) => refusals.get(id),
    /** Says at a row why something else was refused. */
    refuse: ({ id }: CampaignRow, error: unknown) => setRefusals((before) => new Map(before).set(id, refusalOf(error))),
    dismiss: ({ id }: CampaignRow) => setRefusals((before) => without(before, id)),
  }
}
export type Runner = ReturnType<typeof useRun>
