// What the script of a pixel reports, and how long it stands.
import * as z from 'zod'

/** A longer report is none of the script's. */
export const MOST_REPORT_BYTES = 8 * 1024

/** What the script reports; names are short because the script is. */
export const PixelReport = z.object({
  /** The campaign's public number. */
  c: z.string().regex(/^\d{8}$/),
  /** The visitor: random, and kept by their browser for this site alone. */
  v: z
    .string()
    .min(8)
    .max(64)
    .regex(/^[A-Za-z0-9_-]+$/),
  /** The page, and the one before it (empty for none). */
  u: z.string().max(2000),
  r: z.string().max(2000).default(''),
  /** When it was seen, by the clock of the visitor's machine (ms). */
  t: z.number().optional().catch(undefined),
  /** Whether the page carries the code for pages of thanks. */
  k: z.boolean().default(false),
})
export type PixelReport = z.output<typeof PixelReport>

/** Reports may arrive late; a clock that is further off is wrong. */
const MOST_LATE_MS = 10 * 60_000

/** When a page was seen, in ms: what the visitor's clock says, where that may be. */
export const visitInstant = (told: number | undefined, now: number): number =>
  told !== undefined && told <= now && told >= now - MOST_LATE_MS ? told : now

/** How long a visitor who was seen is not looked at again: the provider would name the same person. */
export const REPEAT_MS = 24 * 60 * 60_000
