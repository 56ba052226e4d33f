// Whom a campaign is for: words that people search by, and where they are. Saved once, it can be taken for any campaign.
import * as z from 'zod'
import { productLines } from './company.ts'

export const audienceAreas = ['national', 'states', 'zips'] as const
export type AudienceArea = (typeof audienceAreas)[number]

export const Audience = z.object({
  id: z.string(),
  companyId: z.string(),
  name: z.string(),
  line: z.enum(productLines),
  keywords: z.array(z.string()),
  area: z.enum(audienceAreas),
  /** Codes of states, or zip codes; none for the whole country. */
  places: z.array(z.string()),
  updatedAt: z.number(),
})
export type Audience = z.output<typeof Audience>
