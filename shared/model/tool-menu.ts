// An entry in the menu of an outside tool that opens our site within that tool.
import * as z from 'zod'

export const ToolMenu = z.object({
  companyId: z.string(),
  slug: z.literal('gohighlevelv2'),
  /** Another one each time that somebody begins to make it. */
  revision: z.string(),
  title: z.string(),
  /** What it opens: where people sign in. */
  url: z.string(),
  /** The sub-accounts that see it. */
  locations: z.array(z.string()),
  /** Who may show our pages within theirs. */
  hosts: z.array(z.string()),
  /** The tool's name for it; empty while it is not known that it was made. */
  menuId: z.string(),
  /** Until when somebody is making it (ms). */
  makingUntil: z.number(),
})
export type ToolMenu = z.output<typeof ToolMenu>
