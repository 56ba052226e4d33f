// Deliveries that the queue gave up, because each worker ended before it had written anything: they get the row that lets the timetable
// try them again and people see them. Done at any line, by two at once or again, it makes one row, and sends nothing by itself. Where
// a tool was to be asked what came of one, that delivery waits until the tool has said it. Those that wait for a tool which is connected
// again leave: nothing else would look for them before their day is over.
import type { RescuedJob } from '#shared/job-names.ts'
import { jobs } from '#shared/jobs.ts'
import { nextTryAt } from '#shared/leads/retries.ts'
import type { Attempt } from '#shared/model/delivery.ts'
import type { Db } from '../../data/index.ts'
import type { DeliveryRef } from '../../data/integrations/delivery.ts'
import type { DeadLetter, DeadLetters } from '../../gateways/dead-letters.ts'
import type { Queues } from '../../gateways/queue.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'
import { sheetDestination } from '../sheets/destination.ts'
import { askByTries } from './doubt.ts'
import { remember } from './record.ts'
import { releaseTool } from './release.ts'

type Deps = {
  db: Db
  queues: Queues
  now: () => number
  report: (what: string, error: unknown) => void
  /** Names a delivery that was taken up: its lead may be what ends the workers. */
  note: (about: object, said: string) => void
}

const UNTRIED = 'Our own workers ended before they could try it.'

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Nothing is written about a lead that was erased, or is not there. What is told beside leads looks when its letter is made. */
async function isGone(
  { db }: Deps,
  { companyId, campaignId, leadId, leadAt, happening }: DeliveryRef,
): Promise<boolean> {
  if (happening) return false
  const [campaign, lead] = await Promise.all([
    db.campaign.find(companyId, campaignId),
    db.lead.find({ companyId, id: campaignId }, { createdAt: leadAt, id: leadId }),
  ])
  return !campaign || !lead || lead.erasedAt !== undefined
}

async function takeUp(deps: Deps, ref: DeliveryRef, chance: number): Promise<string> {
  const { db, now } = deps
  const at = now()
  const attempt: Attempt = { at, status: 0, ms: 0, words: UNTRIED }
  const isPlanted =
    !(await isGone(deps, ref)) &&
    (await db.delivery.plant(ref, attempt, nextTryAt({ now: at, tries: 1 }, chance) ?? at))
  if (isPlanted) {
    await remember(deps, ref, 'waiting', attempt)
    return 'it is tried again'
  }
  const found = await db.delivery.find(ref, ref.leadId, ref.destination.id)
  if (!found) return 'the lead is not there any more'
  // Who planted it may have ended before it was in the history.
  const untried = found.attempts.find(({ words }) => words === UNTRIED)
  if (untried) await remember(deps, ref, 'waiting', untried)
  await db.delivery.enlist(ref, at)
  return `it is ${found.state}`
}

type Hurry = { hasTime: () => boolean; chance: () => number }
/** What a message is about, and what is done with it; `run` answers undefined where time ended before it was done. */
type Work = { about: object; run: (deps: Deps, hurry: Hurry) => Promise<string | undefined> }

const asDelivery = (ref: DeliveryRef | undefined): Work | undefined =>
  ref && { about: ref, run: (deps, { chance }) => takeUp(deps, ref, chance()) }

const readers: Record<RescuedJob, (body: unknown) => Work | undefined> = {
  deliverLead: (body) => asDelivery(jobs.deliverLead.message.safeParse(body).data),
  writeSheet(body) {
    const message = jobs.writeSheet.message.safeParse(body).data
    if (message?.leadId === undefined || message.leadAt === undefined) return undefined
    const { companyId, campaignId, agencyId, leadId, leadAt } = message
    return asDelivery({ companyId, campaignId, agencyId, leadId, leadAt, destination: sheetDestination(message) })
  },
  lookAtDelivery(body) {
    const message = jobs.lookAtDelivery.message.safeParse(body).data
    return message && { about: message, run: (deps) => askByTries(deps, message) }
  },
  releaseDeliveries(body) {
    const message = jobs.releaseDeliveries.message.safeParse(body).data
    return message && { about: message, run: (deps, { hasTime }) => releaseTool(deps, message, hasTime) }
  },
}

/** Takes up what a job gave up, while there is time. Answers how many; what it does not know stays where it is, for a person. */
export async function takeUpDead(deps: Deps, job: RescuedJob, letters: DeadLetters, hurry: Hurry): Promise<number> {
  let count = 0
  while (hurry.hasTime()) {
    const taken = await letters.take()
    if (taken.length === 0) break
    const done: DeadLetter[] = []
    await mapConcurrent(taken, async (letter) => {
      const work = readers[job](parse(letter.body))
      if (!work) return
      try {
        const said = await work.run(deps, hurry)
        deps.note(work.about, said ?? 'goes on in the next run')
        if (said !== undefined) done.push(letter)
      } catch (error) {
        deps.report(`a dead letter of ${job}`, error)
      }
    })
    await letters.remove(done)
    count += done.length
  }
  return count
}
