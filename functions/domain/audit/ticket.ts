// The address of a download that a browser opens by itself, without a token of its own: what was asked for, by whom it may
// be had and until when is sealed into it.
import * as z from 'zod'
import { AppError } from '#shared/errors.ts'
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

const Ticket = z.object({ until: z.number(), path: z.string(), timeZone: z.string(), userId: z.string() })
export type Ticket = z.output<typeof Ticket>

const pathOf = ({ company, userType, user, action, dateRange, campaign }: LogSegments) =>
  [company, userType, user, action, dateRange, campaign].map(encodeURIComponent).join('/')

const ownerOf = (tenantId: string) => `log-download:${tenantId}`

type Asked = { segments: LogSegments; tenantId: string; timeZone: string; userId: string; now: number }

export async function makeTicket(
  sealer: Pick<Sealer, 'seal'>,
  { segments, tenantId, timeZone, userId, now }: Asked,
): Promise<string> {
  const path = pathOf(segments)
  const ticket: Ticket = { until: now + TICKET_MS, path, timeZone, userId }
  const token = await sealer.seal(JSON.stringify(ticket), ownerOf(tenantId))
  return `/api/configuration/download-log-user/${path}?token=${token}`
}

/** What a ticket was made for; one of another address, of another site or too old is none. */
export async function readTicket(
  sealer: Pick<Sealer, 'unseal'>,
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
  return ticket
}
