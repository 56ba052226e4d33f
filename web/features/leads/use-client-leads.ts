import { useState } from 'react'
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { dayIn } from '#shared/dates.ts'
import { timeNow } from '../../api/server-time.ts'
import { useMe } from '../../api/session-store.ts'
import { useCall } from '../../api/use-call.ts'
import { lastDays } from '../../ui/days.ts'

const DAYS = 30

/** What all campaigns of a client brought in the last days, beside as many before; asks for nothing without a client. */
export function useClientLeads(clientId: string | undefined) {
  const { companyId } = useMe()
  const [isByCampaign, setByCampaign] = useState(false)
  const range = lastDays(DAYS, dayIn(SYSTEM_ZONE, timeNow()))
  const days = { startDate: range.from, endDate: range.to }
  const asked = clientId !== undefined && { companyId, clientId, ...days, series: isByCampaign, before: true }
  const { data, error, reload } = useCall('leads.chart', asked || null, { keep: true })
  return { range, answer: data, error: data ? undefined : error, reload, isByCampaign, setByCampaign }
}
export type ClientLeadsState = ReturnType<typeof useClientLeads>
