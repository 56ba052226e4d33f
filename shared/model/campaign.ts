import * as z from 'zod'
import { productLines } from './company.ts'

export const campaignStatuses = ['active', 'paused', 'stopped', 'archived'] as const

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
] as const
export type StatusReason = (typeof statusReasons)[number]

export const Campaign = z.object({
  id: z.string(),
  companyId: z.string(),
  agencyId: z.string(),
  rootId: z.string(),
  line: z.enum(productLines),
  name: z.string(),
  status: z.enum(campaignStatuses),
  statusReason: z.enum(statusReasons).default(''),
  siteUrl: z.string(),
  timeZone: z.string(),
  createdAt: z.number(),
})
export type Campaign = z.output<typeof Campaign>

export const Person = z.object({
  personId: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  city: z.string(),
  stateCode: z.string(),
})
export type Person = z.output<typeof Person>

export const Lead = z.object({
  id: z.string(),
  companyId: z.string(),
  campaignId: z.string(),
  person: Person,
  pageUrl: z.string(),
  visitedAt: z.number(),
  createdAt: z.number(),
  /** What it was sold and bought for when it was made, in hundredths of a cent; missing where it was free. Later prices never change it. */
  retailCentiCents: z.number().int().optional(),
  wholesaleCentiCents: z.number().int().optional(),
})
export type Lead = z.output<typeof Lead>
