// The address of a download that a browser opens by itself, without a token of its own: what was asked for, by whom it may
// be had and until when is sealed into it.
import * as z from 'zod'
import { AppError } from '#shared/errors.ts'
import { TicketHolder } from '../../data/session/ticket-holder.ts'
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

export const Ticket = z.object({
  until: z.number(),
  path: z.string(),
  timeZone: z.string(),
  holder: TicketHolder,
})
export type Ticket = z.output<typeof Ticket>

const pathOf = ({ company, userType, user, action, dateRange, campaign }: LogSegments) =>
  [company, userType, user, action, dateRange, campaign].map(encodeURIComponent).join('/')

const ownerOf = (tenantId: string) => `log-download:${tenantId}`

type Asked = Pick<Ticket, 'timeZone' | 'holder'> & { segments: LogSegments; tenantId: string; now: number }

export async function makeTicket(
  sealer: Pick<Sealer, 'seal'>,
  { segments, tenantId, timeZone, holder, now }: Asked,
): Promise<string> {
  const path = pathOf(segments)
  const ticket: Ticket = { until: now + TICKET_MS, path, timeZone, holder }
  const token = await sealer.seal(JSON.stringify(ticket), ownerOf(tenantId))
  return `/api/configuration/download-log-user/${path}?token=${token}`
}

export const downloadEnded = () =>
  new AppError('unauthenticated', 'This download has ended. Start it again from the list.')

/** What a ticket was made for; one of another address, of another site or too old is none. Whether its holder still may is asked beside. */
export async function readTicket(
  sealer: Pick<Sealer, 'unseal'>,
  { segments, tenantId, token, now }: { segments: LogSegments; tenantId: string; token: string; now: number },
): Promise<Ticket> {
  let ticket: Ticket
  try {
    ticket = Ticket.parse(JSON.parse(await sealer.unseal(token, ownerOf(tenantId))))
  } catch {
    throw downloadEnded()
  }
  if (ticket.until <= now || ticket.path !== pathOf(segments)) throw downloadEnded()
  return ticket
}
