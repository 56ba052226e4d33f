// The address of a download that a browser opens by itself, without a token of its own: what was asked for, by whom it may
// be had and until when is sealed into it.
import * as z from 'zod'
import { AppError } from '#shared/errors.ts'
import type { Db } from '../../data/index.ts'
import type { Sealer } from '../../gateways/seal.ts'

const TICKET_MS = 60_000

export type LogSegments = {
  company: string
  userType: string
  user: string
  action: string
  dateRange: string
  campaign: string
}

const Ticket = z.object({
  until: z.number(),
  path: z.string(),
  timeZone: z.string(),
  userId: z.string(),
  /** Who looked through that person's eyes. */
  holderId: z.string().optional(),
})
export type Ticket = z.output<typeof Ticket>

const pathOf = ({ company, userType, user, action, dateRange, campaign }: LogSegments) =>
  [company, userType, user, action, dateRange, campaign].map(encodeURIComponent).join('/')

const ownerOf = (tenantId: string) => `log-download:${tenantId}`

type Asked = Pick<Ticket, 'timeZone' | 'userId' | 'holderId'> & { segments: LogSegments; tenantId: string; now: number }

export async function makeTicket(
  sealer: Pick<Sealer, 'seal'>,
  { segments, tenantId, timeZone, userId, holderId, now }: Asked,
): Promise<string> {
  const path = pathOf(segments)
  const ticket: Ticket = { until: now + TICKET_MS, path, timeZone, userId, holderId }
  const token = await sealer.seal(JSON.stringify(ticket), ownerOf(tenantId))
  return `/api/configuration/download-log-user/${path}?token=${token}`
}

/** What a ticket was made for; one of another address, of another site, too old or of somebody who was shut out since is none. */
export async function readTicket(
  { sealer, db }: { sealer: Pick<Sealer, 'unseal'>; db: Pick<Db, 'user'> },
  { segments, tenantId, token, now }: { segments: LogSegments; tenantId: string; token: string; now: number },
): Promise<Ticket> {
  const refusal = () => new AppError('unauthenticated', 'This download has ended. Start it again from the list.')
  let ticket: Ticket
  try {
    ticket = Ticket.parse(JSON.parse(await sealer.unseal(token, ownerOf(tenantId))))
  } catch {
    throw refusal()
  }
  if (ticket.until <= now || ticket.path !== pathOf(segments)) throw refusal()
  const askers = [ticket.userId, ...(ticket.holderId === undefined ? [] : [ticket.holderId])]
  const people = await Promise.all(askers.map((id) => db.user.findFresh(id)))
  if (people.some((person) => person?.status !== 'active')) throw refusal()
  return ticket
}
