// A lead data provider that is asked who searched: it keeps every search, answers the same page to the same request, fails before
// and after it has answered, and says what was asked for that should not have been.
import { leadIdOf, pullCampaign } from '#functions/domain/leads/pull.ts'
import type { LeadData, PulledPage, PullQuestion, SeenPerson } from '#functions/gateways/lead-data.ts'
import { HOUR } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import type { Person } from '#shared/model/lead.ts'
import type { Dice } from '../dice.ts'
import type { Turns } from '../turns.ts'

export type Search = { recordId: string; keyword: string; seenAt: number; person: Person }
type Deps = Parameters<typeof pullCampaign>[0]

type Options = {
  dice: Dice
  turns: Turns
  isCalm: () => boolean
  say: (fault: string) => void
  /** Hears of every page before its worker does. */
  onPage: (keyword: string, people: readonly SeenPerson[]) => void
}

/** Pages are small, so that most windows have several. */
const MOST = 4
const REACH_MS = 25 * HOUR

export function openSearches({ dice, turns, isCalm, say, onPage }: Options) {
  const searches: Search[] = []
  const answered = new Map<string, { asked: string; page: PulledPage }>()
  const paid = new Map<string, string>()
  const handed = new Set<string>()
  const windows = new Map<string, number>()

  function pageOf({ keywords, from, to, limit, cursor }: PullQuestion): PulledPage {
    const found = searches.filter(({ keyword, seenAt }) => keywords.includes(keyword) && from <= seenAt && seenAt < to)
    const start = Number(cursor ?? 0)
    const end = start + Math.min(limit, MOST)
    // A page may repeat the last one of the page before, where there is room for it.
    const isRepeating = start > 0 && end - start < limit && dice.chance(0.3)
    const people = found.slice(isRepeating ? start - 1 : start, end)
    return { people, cursor: end < found.length ? String(end) : null, unreadable: 0 }
  }

  async function answer({ requestId, ...question }: PullQuestion): Promise<PulledPage> {
    const [keyword = ''] = question.keywords
    if (!isCalm() && dice.chance(0.05)) throw new AppError('unavailable', 'The provider is down.')
    const asked = JSON.stringify(question)
    const before = answered.get(requestId)
    if (before && before.asked !== asked) say(`${requestId} is asked for as something else`)
    const { from, to, cursor } = question
    const place = `${keyword} ${from} ${to} ${cursor}`
    if ((paid.get(place) ?? requestId) !== requestId) say(`${place} is paid for twice`)
    paid.set(place, requestId)
    if (question.limit < 1) say(`${requestId} asks for nobody`)
    if (from < to - REACH_MS) say(`${requestId} asks for what is too long ago`)
    const page = before?.page ?? pageOf({ requestId, ...question })
    answered.set(requestId, { asked, page })
    for (const { recordId } of page.people) handed.add(`${keyword} ${recordId}`)
    for (const { recordId } of page.people) windows.set(leadIdOf(keyword, recordId), to)
    onPage(keyword, page.people)
    if (!isCalm() && dice.chance(0.05)) throw new AppError('unavailable', 'The answer of the provider was lost.')
    return page
  }

  const leadData: Pick<LeadData, 'pull'> = { pull: (question) => turns.take('payment', () => answer(question)) }
  return {
    /** Somebody searches; the keyword is that of one campaign. */
    add: (search: Search) => void searches.push(search),
    /** Searches of a time (ms, `to` not included) that no page told of. */
    missing: (keyword: string, from: number, to: number): Search[] =>
      searches.filter(
        (each) =>
          each.keyword === keyword &&
          from <= each.seenAt &&
          each.seenAt < to &&
          !handed.has(`${keyword} ${each.recordId}`),
      ),
    /** Where the time ends that the page of a lead was asked for; no search, no end. */
    windowOf: (leadId: string): number => windows.get(leadId) ?? Number.POSITIVE_INFINITY,
    handed: (keyword: string): number => [...handed].filter((each) => each.startsWith(`${keyword} `)).length,
    /** One worker asks for a campaign what is due. */
    pull: (services: Omit<Deps, 'leadData' | 'report' | 'remainingMs'>, ref: Parameters<typeof pullCampaign>[1]) =>
      pullCampaign(
        {
          ...services,
          // @NOTE of the provider nothing else is asked by a pull.
          leadData: leadData as LeadData,
          report: () => undefined,
          remainingMs: () => (dice.chance(0.3) ? 0 : 60_000),
        },
        ref,
      ),
  }
}
export type Searches = ReturnType<typeof openSearches>
