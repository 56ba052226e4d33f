// The provider that knows who a visitor is, what people search by, and how many they are. It charges for each person that it
// names, so it is asked once for a visit.
import * as z from 'zod'
import { AppError } from '#shared/errors.ts'
import type { ProductLine } from '#shared/model/company.ts'
import { DAYS_COUNTED } from '#shared/model/targeting.ts'

const Match = z.object({
  id: z.string().min(1).max(64),
  email: z.string().trim().toLowerCase().max(254),
  firstName: z.string().max(100).default(''),
  lastName: z.string().max(100).default(''),
  phone: z.string().max(40).default(''),
  city: z.string().max(100).default(''),
  state: z.string().max(40).default(''),
})
const Answer = z.object({ match: Match.nullable() })
export type Match = z.output<typeof Match>

export type Visitor = { visitorId: string; ip: string; userAgent: string; pageUrl: string }

const Suggestions = z.object({ keywords: z.array(z.string().trim().min(1).max(80)) })
const Count = z.object({ people: z.number().int().min(0) })

/** Whom to count: the visitors of a site, or who searched for keywords in an area. */
export type AudienceQuestion =
  | { line: 'local'; siteUrl: string }
  | {
      line: Exclude<ProductLine, 'local'>
      keywords: readonly string[]
      area: 'national' | { states: readonly string[]; cities: readonly string[]; zips: readonly string[] }
    }

const MOST_SUGGESTED = 20
/** Somebody is typing: suggestions that come later are of no use. */
const SUGGEST_MS = 1500

export function openLeadData(options: { url?: string | undefined; key: string; timeoutMs?: number }) {
  const timeoutMs = options.timeoutMs ?? 5000

  /** Posts a question and reads the answer; undefined where the provider knows nothing of it. */
  async function ask<Answer extends z.ZodType>(
    path: string,
    question: unknown,
    answer: Answer,
    milliseconds = timeoutMs,
  ): Promise<z.output<Answer> | undefined> {
    let response: Response
    try {
      response = await fetch(new URL(path, options.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${options.key}` },
        body: JSON.stringify(question),
        signal: AbortSignal.timeout(milliseconds),
        redirect: 'error',
      })
    } catch (cause) {
      throw new AppError('unavailable', 'The lead data provider did not answer.', { cause })
    }
    if (response.status === 404) return undefined
    if (!response.ok) throw new AppError('unavailable', `The lead data provider answered ${response.status}.`)
    const parsed = answer.safeParse(await response.json().catch(() => undefined))
    if (!parsed.success)
      throw new AppError('unavailable', 'The lead data provider answered something else than it was asked for.', {
        cause: parsed.error,
      })
    return parsed.data
  }

  return {
    /** The person behind a visit, or undefined when the provider does not know. Throws `unavailable` when it cannot say. */
    async resolve(visitor: Visitor): Promise<Match | undefined> {
      if (!options.url) return undefined
      return (await ask('/v1/identity/resolve', visitor, Answer))?.match ?? undefined
    },
    /** Up to 20 keywords that are like a text, the likeliest first. Throws `unavailable` when the provider cannot say. */
    async suggest(text: string): Promise<string[]> {
      if (!options.url) return []
      const wanted = { text, limit: MOST_SUGGESTED }
      const found = await ask('/v1/keywords/suggest', wanted, Suggestions, Math.min(SUGGEST_MS, timeoutMs))
      return (found?.keywords ?? []).slice(0, MOST_SUGGESTED)
    },
    /**
     * How many people there were in the last 7 days, each counted once; undefined where there is no provider. Throws
     * `unavailable` when it cannot say.
     */
    async estimate(question: AudienceQuestion): Promise<number | undefined> {
      if (!options.url) return undefined
      return (await ask('/v1/audience/count', { ...question, days: DAYS_COUNTED }, Count))?.people ?? 0
    },
  }
}
export type LeadData = ReturnType<typeof openLeadData>
