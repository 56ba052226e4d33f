// The states of a campaign and their reasons, by name alone: what lists and forms of other areas need of campaigns.

export const campaignStatuses = ['active', 'paused', 'stopped', 'archived', 'removed'] as const
export type CampaignStatus = (typeof campaignStatuses)[number]

/** Why a campaign has its status: what a person did, or what stood in its way. */
export const statusReasons = [
  '',
  'new',
  'user',
  'payment_failed',
  'limit_total',
  'end_date',
  'topup_empty',
  'manual_bill_stop',
  'module_disabled',
  'contract_cancelled',
] as const
export type StatusReason = (typeof statusReasons)[number]
