// What is written down of who changed what: the entries and the actions they are filed under. Which call makes one says its contract.
import * as z from 'zod'
import { roleOf } from './access/role-of.ts'
import type { User } from './model/user.ts'
import { signInOutcomes } from './sign-in.ts'

export const logActions = [
  'Sign In',
  'View As',
  'User Create',
  'User Update',
  'User Delete',
  'Cost Change',
  'Manual Bill',
  'Campaign Create',
  'Campaign Update',
  'Campaign Status',
  'Audience Change',
  'Banner Change',
  'Top Up',
  'Refund',
  'Settlement',
  'Integration Save',
  'Role Change',
  'Sales Change',
  'Setting Change',
  'Security Change',
  'Exclusion List',
  'Privacy Request',
  'Agreement',
  'Other Change',
] as const
export type LogAction = (typeof logActions)[number]

/** Whose doing it is, as the filter tells them apart. */
export const logUserTypes = ['root', 'admin', 'client'] as const
/** What the filter's select offers; `9999` asks for everybody. */
/** The source of an entry that a screen asked to be written; the server's own name none. */
export const SAID_BY_SCREEN = 'screen'
export const ALL = '9999'
export const logTypeNames = [
  { value: ALL, label: 'Select All' },
  { value: 'root', label: 'Enterprise' },
  { value: 'admin', label: 'Admin' },
  { value: 'client', label: 'Client' },
] as const

export function logTypeOf(person: Pick<User, 'userType' | 'isSystemUser'>): LogEntry['userType'] {
  const role = roleOf(person)
  if (role === 'client') return 'client'
  return role === 'root' || role === 'sales' ? 'root' : 'admin'
}

export const DESCRIPTION_SHOWN = 30
export const MOST_LOG_ROWS = 50_000
/** Entries are kept for 24 months. */
export const LOG_KEEP_MS = 731 * 24 * 60 * 60 * 1000

const Facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export type LogFacts = z.output<typeof Facts>

export const LogEntry = z.object({
  id: z.string(),
  /** Whose book it stands in: an agency's (with what happens to its clients), or a root's. */
  tenantId: z.string(),
  /** What it happened to. */
  companyId: z.string(),
  companyName: z.string(),
  /** Who really did it. */
  userId: z.string(),
  name: z.string(),
  userType: z.enum(logUserTypes),
  /** Through whose eyes, in view mode. */
  viewedUserId: z.string().nullable(),
  action: z.enum(logActions),
  description: z.string(),
  campaignId: z.string().nullable(),
  /** What was before and after, of a change whose fields may be written down. */
  before: Facts.nullable(),
  after: Facts.nullable(),
  ip: z.string(),
  location: z.string(),
  at: z.number(),
  /** Somebody at the door whom nobody knows; the other fields of a person are empty then. */
  isStranger: z.literal(true).optional(),
})
export type LogEntry = z.output<typeof LogEntry>

type ShownBy = Pick<LogEntry, 'tenantId' | 'companyId' | 'action'> & { after?: LogEntry['after'] | undefined }
const shownToClients: readonly LogAction[] = ['Campaign Create', 'Campaign Status']

/**
 * Whether a client sees on its first page that this was done for it: its campaigns were made, started or moved. Prices, files and what was
 * only tried are its agency's business.
 */
export const isShownToClient = ({ tenantId, companyId, action, after }: ShownBy): boolean =>
  companyId !== tenantId && shownToClients.includes(action) && !after?.outcome

/** What strangers try at the door, as often as they like: its lines are folded by source, person and hour. */
const doorTries = ['sign-in', 'reset'] as const
export type DoorTry = (typeof doorTries)[number]

/** Lists came into the queue where texts were meant, and wait among its dead letters: they are written when they are sent back. */
const Sent = z.record(z.string(), z.union([Facts.valueType, z.array(z.string()).transform((all) => all.join(', '))]))

/** A line on its way into its log. */
export const LogMessage = LogEntry.extend({
  before: Sent.nullable(),
  after: Sent.nullable(),
  /** `asked`: the name whose person is looked up only now, so that no answer at the door can tell of it. */
  door: z.object({ tried: z.enum(doorTries), asked: z.string().optional() }).optional(),
  /** Of a sign-in to an account, or a try: what its person is shown of it, beside the line. */
  signIn: z.object({ outcome: z.enum(signInOutcomes), device: z.string(), place: z.string() }).optional(),
})
export type LogMessage = z.output<typeof LogMessage>

/** Where a request came from, as its own time zone says: the place that names the zone. */
export const placeOf = (timeZone: string | undefined): string =>
  timeZone?.split('/').at(-1)?.replaceAll('_', ' ') || 'Unknown'

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Where somebody seems to be, for their own eyes: the country that the edge saw, else the place of their time zone; empty when unknown. */
export function seemsIn({ country, timeZone }: { country?: string | undefined; timeZone: string | undefined }): string {
  const name = country === undefined ? undefined : regions.of(country)
  if (name !== undefined) return name
  const [part = '', ...rest] = timeZone?.split('/') ?? []
  // UTC and its like are the settings of a machine, and no place.
  return part === 'Etc' ? '' : (rest.at(-1)?.replaceAll('_', ' ') ?? '')
}

/** An address of which only enough is left to tell it from others. */
export const maskEmail = (email: string): string => email.replace(/^(.)[^@]*(@.*)$/, '$1***$2')
