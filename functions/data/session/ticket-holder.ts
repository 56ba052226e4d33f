import * as z from 'zod'

/** The sign-in that asked for a ticket, as what is asked of every request can be asked of it again. */
export const TicketHolder = z.object({
  userId: z.string(),
  companyId: z.string(),
  userType: z.string(),
  sessionId: z.string(),
  /** Companies above their own. */
  above: z.array(z.string()),
  /** Who looked through that person's eyes, and by which look. */
  viewing: z.object({ userId: z.string(), companyId: z.string(), viewId: z.string() }).optional(),
})
export type TicketHolder = z.output<typeof TicketHolder>
