import { ALL, logTypeNames } from '#shared/audit-log.ts'
import type { Input } from '../../api/terms.ts'
import { type DayRange, showDay } from '../../ui/days.ts'

type Asked = Omit<Input<'audit.list'>, 'companyId' | 'page'>
/** A thing that is chosen by its name and asked for by its id. */
export type Named = { value: string; label: string }

export type LogFilter = {
  userType: NonNullable<Asked['userType']>
  user: Named | null
  action: NonNullable<Asked['action']>
  campaign: Named | null
  days: DayRange | undefined
}

export const noFilter: LogFilter = { userType: ALL, user: null, action: 'all', campaign: null, days: undefined }

export const toAsked = ({ userType, user, action, campaign, days }: LogFilter): Asked => ({
  userType,
  userId: user?.value ?? ALL,
  action,
  campaignId: campaign?.value ?? 'all',
  logDateRange: days ? `${days.from},${days.to}` : 'all',
})

type Chip = { key: keyof LogFilter; label: string; value: string }

/** The filters in force, in words. */
export function chipsOf({ userType, user, action, campaign, days }: LogFilter): Chip[] {
  const type = logTypeNames.find(({ value }) => value === userType)
  return [
    ...(userType !== ALL && type ? [{ key: 'userType' as const, label: 'User type', value: type.label }] : []),
    ...(user ? [{ key: 'user' as const, label: 'User', value: user.label }] : []),
    ...(action !== 'all' && action !== '' ? [{ key: 'action' as const, label: 'Action', value: action }] : []),
    ...(campaign ? [{ key: 'campaign' as const, label: 'Campaign', value: campaign.label }] : []),
    ...(days ? [{ key: 'days' as const, label: 'Days', value: `${showDay(days.from)} – ${showDay(days.to)}` }] : []),
  ]
}
