// The provider that knows who a visitor is. It charges for each answer, so it is asked once for a visit.
import * as z from 'zod'
import { AppError } from '#shared/errors.ts'

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

export function openLeadData(options: { url?: string | undefined; key: string; timeoutMs?: number }) {
  return {
    /** The person behind a visit, or undefined when the provider does not know. Throws `unavailable` when it cannot say. */
    async resolve(visitor: Visitor): Promise<Match | undefined> {
      if (!options.url) return undefined
      let response: Response
      try {
        response = await fetch(new URL('/v1/identity/resolve', options.url), {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${options.key}` },
          body: JSON.stringify(visitor),
          signal: AbortSignal.timeout(options.timeoutMs ?? 5000),
          redirect: 'error',
        })
      } catch (cause) {
        throw new AppError('unavailable', 'The lead data provider did not answer.', { cause })
      }
      if (response.status === 404) return undefined
      if (!response.ok) throw new AppError('unavailable', `The lead data provider answered ${response.status}.`)
      const parsed = Answer.safeParse(await response.json().catch(() => undefined))
      if (!parsed.success)
        throw new AppError('unavailable', 'The lead data provider answered something else than a match.', {
          cause: parsed.error,
        })
      return parsed.data.match ?? undefined
    },
  }
}
export type LeadData = ReturnType<typeof openLeadData>
