// The provider that knows who a visitor is, what people search by, and how many they are. It charges for each person that it
// names, so it is asked once for a visit.
import * as z from 'zod'
import { AppError } from '#shared/errors.ts'
import type { ProductLine } from '#shared/model/company.ts'
import { DAYS_COUNTED } from '#shared/model/targeting.ts'
import { boundedJson } from './bounded-text.ts'
import type { KeptSecret } from './kept-secret.ts'
import { ProviderAway } from './lead-data/away.ts'
import { type FoundPerson, Known, Seen, type SeenPerson } from './lead-data/people.ts'
import { signalFor } from './time-left.ts'

export type { FoundPerson, SeenPerson }

/**
 * Where the provider is asked what. @NOTE paths, names of fields and the header of the request id are ours: its real contract is
 * not confirmed. Once it is known, this table and the shapes of its answers are all that changes.
 */
const wire = {
  resolve: '/v1/identity/resolve',
  suggest: '/v1/keywords/suggest',
  count: '/v1/audience/count',
  pull: '/v1/audience/people',
  enrich: '/v1/people/enrich',
  requestId: 'idempotency-key',
} as const

export type Visitor = {
  visitorId: string
  ip: string
  userAgent: string
  pageUrl: string
  /** The kinds of information that are wanted of the person beside the address: each may be charged for. */
  informationTypeIds?: readonly string[]
}

/** A part of the country, or all of it. */
export type Area = 'national' | { states: readonly string[]; cities: readonly string[]; zips: readonly string[] }
type SearchLine = Exclude<ProductLine, 'local'>

/** Who searched for keywords in an area from one instant (ms, included) up to, but without, another one. */
export type PullQuestion = {
  line: SearchLine
  keywords: readonly string[]
  area: Area
  /** The kinds of information that are wanted of a person, or of their company: each may be charged for. */
  informationTypeIds: readonly string[]
  from: number
  to: number
  /** Most people of this page. Each is charged for. */
  limit: number
  /** Of the page before; null for the first one. */
  cursor: string | null
  /** The same for the same page of the same question: a repeated request is answered as the first one was, and charged for once. */
  requestId: string
}

export type PulledPage = {
  people: SeenPerson[]
  /** Of the next page; null where this is the last one. */
  cursor: string | null
  /** How many entries of the page could not be read, and are not among its people. */
  unreadable: number
}

const Answer = z.object({ match: Known.nullable() })
const People = z.object({ people: z.array(z.unknown()), cursor: z.string().min(1).max(2000).nullish() })
const Suggestions = z.object({ keywords: z.array(z.string().trim().min(1).max(80)) })
const Count = z.object({ people: z.number().int().min(0) })
/** A count that takes long is answered as pending, and is asked for again by the same request id. */
const SlowCount = z.union([Count, z.object({ pending: z.literal(true) })])

const Enriched = z.object({
  matches: z.array(z.object({ record: z.number().int().min(0), person: Known })),
})
/** Records by address, or by the MD5 of one. A repeated request id is answered as the first one was, and charged for once. */
export type EnrichQuestion = {
  records: readonly ({ email: string } | { md5: string })[]
  informationTypeIds: readonly string[]
  requestId: string
}

/** Whom to count: the visitors of a site, or who searched for keywords in an area. */
export type AudienceQuestion =
  | { line: 'local'; siteUrl: string }
  | { line: SearchLine; keywords: readonly string[]; area: Area }

const MOST_SUGGESTED = 20
/** Somebody is typing: suggestions that come later are of no use. */
const SUGGEST_MS = 1500
/** A page of people takes the provider longer than one person, and nobody waits for it at a screen. */
const PULL_MS = 15_000
const COUNT_MS = 20_000
/** 250 people with all that may be asked of them are a tenth of it. */
const MOST_BYTES = 8_000_000

/** Seconds that the provider wants to be left alone; undefined where it does not say. A day is all that is believed. */
function readRetryAfter(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(Math.ceil(seconds), 86_400) : undefined
}

/** How it says that it does not take our key: one that was replaced meanwhile. Nothing was done, and nothing is charged. */
const refusesKey: readonly number[] = [401, 403]

/** How a provider says that it does not know a cursor any more. */
const unknownCursor: readonly number[] = [400, 404, 409, 410, 422]

const OTHER = 'The lead data provider answered something else than it was asked for.'
const otherShape = (cause: unknown) => new AppError('unavailable', OTHER, { cause })

/** What says that it is not well, no matter who was asked for. */
const isFault = (status: number) => status >= 500 || status === 429 || status === 408 || refusesKey.includes(status)
/** After so many failures in a row a kind of question is left alone for a while, so that nobody waits in vain. */
const FAILURES = 5
const PAUSE_MS = 30_000

function openPause(now: () => number) {
  const known = new Map<string, { failures: number; until: number }>()
  return {
    isOn: (path: string) => (known.get(path)?.until ?? 0) > now(),
    note(path: string, isWell: boolean): void {
      const failures = isWell ? 0 : (known.get(path)?.failures ?? 0) + 1
      // After the pause one question more decides.
      known.set(path, { failures, until: failures >= FAILURES ? now() + PAUSE_MS : 0 })
    },
  }
}

type Options = {
  url?: string | undefined
  keys: KeptSecret<{ leadDataKey: string }>
  timeoutMs?: number
  now?: () => number
}

const isClosedLine = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(String(Object(error.cause).code))

export function openLeadData(options: Options) {
  const timeoutMs = options.timeoutMs ?? 5000
  const pause = openPause(options.now ?? Date.now)

  /** Posts a question and reads the answer; undefined where the provider knows nothing of it. */
  async function ask<Answer extends z.ZodType>(
    path: string,
    question: unknown,
    answer: Answer,
    {
      milliseconds = timeoutMs,
      requestId,
      cursor,
      mayPause = false,
      isFree = false,
    }: { milliseconds?: number; requestId?: string; cursor?: string | null; mayPause?: boolean; isFree?: boolean } = {},
  ): Promise<z.output<Answer> | undefined> {
    if (mayPause && pause.isOn(path))
      throw new ProviderAway('The lead data provider did not answer lately, and is asked again in a moment.')
    const send = (key: string) =>
      fetch(new URL(path, options.url), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${key}`,
          ...(requestId && { [wire.requestId]: requestId }),
        },
        body: JSON.stringify(question),
        signal: signalFor(milliseconds),
        redirect: 'error',
      })
    // A line that was kept may be closed by the other side in the moment in which it is used again. What costs nothing is asked once more,
    // because a person waits for it; workers come again by themselves.
    const sendOnOpenLine = (key: string) =>
      send(key).catch((error: unknown) => {
        if (!isFree || !isClosedLine(error)) throw error
        return send(key)
      })
    let response: Response
    try {
      const used = await options.keys.current()
      response = await sendOnOpenLine(used.leadDataKey)
      const newer = refusesKey.includes(response.status) ? await options.keys.after(used) : undefined
      if (newer) response = await sendOnOpenLine(newer.leadDataKey)
    } catch (cause) {
      pause.note(path, false)
      throw new ProviderAway('The lead data provider did not answer.', { cause })
    }
    if (!response.ok) pause.note(path, !isFault(response.status))
    if (cursor && unknownCursor.includes(response.status))
      throw new AppError('not_found', `The lead data provider answered ${response.status} to the cursor of a page.`)
    if (response.status === 404) return undefined
    if (!response.ok) {
      const retryAfterSeconds = readRetryAfter(response)
      const words = `The lead data provider answered ${response.status}.`
      const more = { ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
      throw isFault(response.status) ? new ProviderAway(words, more) : new AppError('unavailable', words, more)
    }
    const parsed = answer.safeParse(await boundedJson(response, MOST_BYTES).catch(() => undefined))
    pause.note(path, parsed.success)
    // One answer in between may be its person's fault; one after the other is the page of something in between.
    if (!parsed.success)
      throw pause.isOn(path) ? new ProviderAway(OTHER, { cause: parsed.error }) : otherShape(parsed.error)
    return parsed.data
  }

  return {
    /** The person behind a visit, or undefined when the provider does not know. Throws `unavailable` when it cannot say. */
    async resolve({
      visitorId,
      ip,
      userAgent,
      pageUrl,
      informationTypeIds = [],
    }: Visitor): Promise<FoundPerson | undefined> {
      if (!options.url) return undefined
      const more = informationTypeIds.length > 0 ? { informationTypeIds } : {}
      return (
        (await ask(wire.resolve, { visitorId, ip, userAgent, pageUrl, ...more }, Answer, { mayPause: true }))?.match ??
        undefined
      )
    },
    /** Up to 20 keywords that are like a text, the likeliest first. Throws `unavailable` when the provider cannot say. */
    async suggest(text: string): Promise<string[]> {
      if (!options.url) return []
      const wanted = { text, limit: MOST_SUGGESTED }
      const found = await ask(wire.suggest, wanted, Suggestions, {
        milliseconds: Math.min(SUGGEST_MS, timeoutMs),
        mayPause: true,
        isFree: true,
      })
      return (found?.keywords ?? []).slice(0, MOST_SUGGESTED)
    },
    /**
     * How many people there were in the last 7 days, each counted once; undefined where there is no provider. Throws
     * `unavailable` when it cannot say.
     */
    async estimate(question: AudienceQuestion): Promise<number | undefined> {
      if (!options.url) return undefined
      return (
        (await ask(wire.count, { ...question, days: DAYS_COUNTED }, Count, { mayPause: true, isFree: true }))?.people ??
        0
      )
    },
    /**
     * The same for somebody who does not wait at a screen: `pending` while the provider still counts; the same request id then
     * asks for the same count. Throws `unavailable` when it cannot say, and where there is no provider.
     */
    async count(question: AudienceQuestion, requestId: string): Promise<number | 'pending'> {
      if (!options.url) throw new AppError('unavailable', 'There is no lead data provider.')
      const how = { milliseconds: options.timeoutMs ?? COUNT_MS, requestId }
      const found = await ask(wire.count, { ...question, days: DAYS_COUNTED }, SlowCount, how)
      if (!found) throw new AppError('unavailable', 'The lead data provider counts nothing.')
      return 'pending' in found ? 'pending' : found.people
    },
    /**
     * Who stands behind records, by their place in the question; who is not known is left out. Throws `unavailable` when it cannot
     * say: the same question, with its request id, may then be asked again.
     */
    async enrich({ requestId, ...question }: EnrichQuestion): Promise<{ record: number; person: FoundPerson }[]> {
      if (!options.url) throw new AppError('unavailable', 'There is no lead data provider.')
      const how = { milliseconds: options.timeoutMs ?? PULL_MS, requestId }
      const found = await ask(wire.enrich, question, Enriched, how)
      if (!found) throw new AppError('unavailable', 'The lead data provider enriches nothing.')
      // Each record once, no matter how often it is answered.
      return [...new Map(found.matches.map((match) => [match.record, match])).values()]
    },
    /**
     * A page of who searched for something; undefined where there is no provider. Throws `unavailable` (with the seconds to wait
     * where the provider said so) when it cannot say: the same question, with its request id, may then be asked again. Throws
     * `not_found` when the provider does not know the cursor any more: then only the first page may be asked for.
     */
    async pull({ requestId, ...question }: PullQuestion): Promise<PulledPage | undefined> {
      if (!options.url) return undefined
      const more = { milliseconds: options.timeoutMs ?? PULL_MS, requestId, cursor: question.cursor }
      const page = await ask(wire.pull, { ...question, requestId }, People, more)
      if (!page) throw new AppError('unavailable', 'The lead data provider has no people to pull.')
      const read = page.people.map((each) => Seen.safeParse(each))
      const people = read.flatMap(({ data }) => data ?? [])
      // One that cannot be read must not keep the others back for ever; a page of which nothing can is another protocol.
      if (people.length === 0 && read.length > 0) throw otherShape(read[0]?.error)
      return { people, cursor: page.cursor ?? null, unreadable: read.length - people.length }
    },
  }
}
export type LeadData = ReturnType<typeof openLeadData>
