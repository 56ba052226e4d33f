// What became of each lead at each of its destinations. One worker at a time has a delivery, by a lease; what is over stays over.
import { randomUUID } from 'node:crypto'
import { Entity, Service } from 'electrodb'
import { DAY } from '#shared/dates.ts'
import { deliveryGroup } from '#shared/job-groups.ts'
import { type Attempt, Delivery, type DeliveryState, type Destination, deliveryStates } from '#shared/model/delivery.ts'
import type { DeliveryTry } from '#shared/model/delivery-try.ts'
import { many, whole } from '../lib/batch.ts'
import { unlessRefused, WriteConflict } from '../lib/errors.ts'
import { at15, electro, key, model, type Table } from '../lib/table.ts'
import { whenFree } from '../lib/when-free.ts'
import { tryEntity, tryKey, tryRow } from './try.ts'
import { type WaitingGroup, waitingGroups } from './waiting.ts'

const text = { type: 'string', required: true } as const
const number = { type: 'number', required: true } as const
const words = { type: 'string' } as const

const schema = {
  model: model('delivery'),
  attributes: {
    companyId: text,
    campaignId: text,
    agencyId: words,
    leadId: text,
    destinationId: text,
    leadAt: number,
    destination: { type: 'any', required: true },
    happening: { type: 'any' },
    state: { type: deliveryStates, required: true },
    attempts: { type: 'any' },
    tries: { type: 'number' },
    nextAt: number,
    createdAt: number,
    restsSince: { type: 'number' },
    endedAt: { type: 'number' },
    replayMark: words,
    heldSince: { type: 'number' },
    lookAt: words,
    hasArrived: { type: 'boolean' },
    /** The worker that has it, and until when; afterwards another may. */
    takenBy: words,
    takenUntil: { type: 'number' },
    /** How often in a row it was taken without a word of what came of it, by the worker that has it too. */
    unsaid: { type: 'number' },
    /** With how many others, itself counted, it was taken by a worker of which no word came: that one's end says little of this one. */
    takenWith: { type: 'number' },
    ttl: number,
    /** Only while it waits for another try, or has failed: the list it stands in, and its place there. */
    dueAs: words,
    dueAt: words,
    /** Only while its tool does not know us: what is sent as soon as somebody connects again. */
    heldFor: words,
    heldAt: words,
  },
  indexes: {
    primary: {
      pk: key('pk', ['companyId', 'campaignId'], 'C#${companyId}#DELIVERIES#${campaignId}'),
      sk: key('sk', ['leadId', 'destinationId'], '${leadId}#${destinationId}'),
    },
    due: { index: 'gsi2', pk: key('gsi2pk', ['dueAs'], '${dueAs}'), sk: key('gsi2sk', ['dueAt'], '${dueAt}') },
    held: { index: 'gsi1', pk: key('gsi1pk', ['heldFor'], '${heldFor}'), sk: key('gsi1sk', ['heldAt'], '${heldAt}') },
  },
} as const

/** Where all that waited stood before each agency had a list of its own; what stands there is worked off. */
const EARLIER_RETRIES = 'DUE#DELIVERIES'
const retriesIn = (group: string) => `${EARLIER_RETRIES}#${group}`
/** Of one that waits: see `isUnderWay`, which knows the beginning. */
const retriesOf = (delivery: DeliveryRef) => retriesIn(deliveryGroup(delivery))
/** Times that a run looks whether agencies with more than their share have still more, for what others left of it. */
const MOST_ROUNDS = 6
const LISTS_AT_ONCE = 8
const KEPT_MS = 30 * DAY
/** A message waits in the queue for most retries; the timetable sees to those that were lost there. */
const GRACE_MS = 60_000
/** A run that is working one off must not be overtaken by the next. */
const CLAIM_MS = 10 * 60_000

/** Of one that is sent again and again, the latest are kept. */
const MOST_ATTEMPTS = 40

type Campaign = { companyId: string; campaignId: string }
export type DeliveryRef = Pick<
  Delivery,
  'companyId' | 'campaignId' | 'agencyId' | 'leadId' | 'leadAt' | 'destination' | 'happening'
>
/** `keptWith`: see `takenWith`, of the worker before. */
export type Taken = Delivery & { takenBy: string; keptWith?: number | undefined }
/** So many tries before this one ended without a word, the last of which began then (ms). */
export type Unsaid = { tries: number; at: number }
/** As it was before it was taken: of a worker that ended. */
export type Before = { takenUntil?: number | undefined; takenWith?: number | undefined }
/** `busy`: another worker has it. `early`: its next try is not due. `over`: delivered, failed or skipped. */
export type Take =
  | { end: 'taken'; delivery: Taken; unsaid?: Unsaid; before: Before }
  | { end: 'busy' | 'early' | 'over' }
type Page = { deliveries: Delivery[]; cursor: string | null }
/** Where in the list of what failed a delivery stands. */
export type FailedPlace = { endedAt: number; leadId: string; destinationId: string }

const keyOf = ({ companyId, campaignId, leadId, destination }: DeliveryRef) => ({
  companyId,
  campaignId,
  leadId,
  destinationId: destination.id,
})
const ttlAt = (now: number) => Math.ceil((now + KEPT_MS) / 1000)
const failedOf = ({ companyId, campaignId }: Campaign) => `C#${companyId}#UNDELIVERED#${campaignId}`
const heldBy = ({ companyId, kind }: Pick<Delivery['destination'], 'companyId' | 'kind'>) =>
  `C#${companyId}#HELD#${kind}`
const placeAt = (at: number, { leadId, destination }: DeliveryRef) => `${at15(at)}#${leadId}#${destination.id}`
const toDelivery = (row: Record<string, unknown>): Delivery => Delivery.parse(row)

const firstOf = ({ agencyId, leadAt, destination, happening }: DeliveryRef, now: number) =>
  ({
    agencyId,
    leadAt,
    destination,
    ...(happening && { happening }),
    state: 'waiting',
    attempts: [],
    tries: 0,
    nextAt: now,
    createdAt: now,
  }) as const

const anew = (over: Delivery, now: number) =>
  ({
    state: 'waiting',
    tries: 0,
    nextAt: now,
    ttl: ttlAt(now),
    dueAs: retriesOf(over),
    dueAt: placeAt(now, over),
  }) as const

const withAttempt = ({ attempts }: Taken, attempt: Attempt) => ({
  attempts: [...attempts, attempt].slice(-MOST_ATTEMPTS),
  heldSince: 0,
  ttl: ttlAt(attempt.at),
})

export function deliveries(table: Table) {
  const entity = new Entity(schema, electro(table))
  /** With lines of its history: they change together or not at all. */
  const all = new Service({ delivery: entity, line: tryEntity(table) })
  const waiting = waitingGroups(table)

  /**
   * Gives a delivery to one worker for a time; makes its row when this is its first try. `together`: how many the worker tries at once,
   * this one counted.
   */
  async function take(ref: DeliveryRef, now: number, leaseMs: number, together = 1): Promise<Take> {
    const isAlone = together === 1
    const lease = {
      takenBy: randomUUID(),
      takenUntil: now + leaseMs,
      ttl: ttlAt(now),
      ...(!isAlone && { takenWith: together }),
    }
    const first = firstOf(ref, now)
    const made = await entity
      .create({ ...keyOf(ref), ...first, ...lease, ...(isAlone && { unsaid: 1 }) })
      .go()
      .then(() => true, unlessRefused)
    if (made)
      return {
        end: 'taken',
        delivery: {
          ...ref,
          ...first,
          attempts: [],
          restsSince: 0,
          endedAt: 0,
          heldFor: '',
          heldSince: 0,
          lookAt: '',
          hasArrived: false,
          replayMark: '',
          takenBy: lease.takenBy,
        },
        before: {},
      }
    const got = await entity
      .patch(keyOf(ref))
      .set(lease)
      // A worker that is ended writes nothing any more, so each try is counted before it is made.
      .add({ unsaid: isAlone ? 1 : 0 })
      .where(
        (row, { eq, lt, lte, notExists }) =>
          `${eq(row.state, 'waiting')} AND ${lte(row.nextAt, now)} AND (${notExists(row.takenUntil)} OR ${lt(row.takenUntil, now)})`,
      )
      .go({ response: 'all_old' })
      .catch(unlessRefused)
    if (got) {
      const { takenUntil, takenWith } = got.data
      const before = { takenUntil, takenWith }
      const delivery = { ...toDelivery(got.data), takenBy: lease.takenBy, keptWith: takenWith }
      const { unsaid: tries = takenUntil === undefined || takenWith !== undefined ? 0 : 1 } = got.data
      if (tries === 0) return { end: 'taken', delivery, before }
      const at = takenUntil === undefined ? now : takenUntil - leaseMs
      return { end: 'taken', delivery, unsaid: { tries, at }, before }
    }
    const { data } = await entity.get(keyOf(ref)).go({ consistent: true })
    if (data?.state !== 'waiting') return { end: 'over' }
    return { end: data.nextAt > now ? 'early' : 'busy' }
  }

  type Changes = Parameters<ReturnType<typeof entity.patch>['set']>[0]
  type Keeps = { isListed?: boolean; isHeld?: boolean; isResting?: boolean; isApart?: boolean }
  /** What a delivery does not have any more once its worker frees it. */
  const dropped = (keeps: Keeps) => [
    ...(['takenBy', 'takenUntil', 'unsaid'] as const),
    ...(keeps.isApart ? [] : (['takenWith'] as const)),
    ...(keeps.isListed ? [] : (['dueAs', 'dueAt'] as const)),
    ...(keeps.isHeld ? [] : (['heldFor', 'heldAt'] as const)),
    ...(keeps.isResting ? [] : (['restsSince'] as const)),
  ]

  /** Frees a delivery with what became of it. False when the lease was lost: another worker says it then. */
  const free = (taken: Taken, changes: Changes, keeps: Keeps = {}) =>
    entity
      .patch(keyOf(taken))
      .set(changes)
      .remove(dropped(keeps))
      .where((row, { eq }) => eq(row.takenBy, taken.takenBy))
      .go()
      .then(() => true, unlessRefused)

  const duePage = (dueAs: string, at: number, limit: number, cursor: string) =>
    entity.query
      .due({ dueAs })
      .lt({ dueAt: at15(at + 1) })
      .go({ limit, ...(cursor !== '' && { cursor }) })

  /** An agency of which nothing waits, due or not, is not looked at by the next runs. */
  async function forgetIdle(row: WaitingGroup, now: number): Promise<void> {
    const { data } = await entity.query.due({ dueAs: retriesIn(row.group) }).go({ limit: 1 })
    if (data.length === 0) await waiting.forget(row, now)
  }

  return {
    take,
    /**
     * Makes the row of a delivery whose workers all ended before there was one, as after a first try that failed: the timetable sends it
     * when the next one is due. False where there is a row.
     */
    async plant(ref: DeliveryRef, attempt: Attempt, nextAt: number): Promise<boolean> {
      const { at } = attempt
      await waiting.note(deliveryGroup(ref), at)
      const due = { nextAt, ttl: ttlAt(nextAt), dueAs: retriesOf(ref), dueAt: placeAt(nextAt, ref) }
      return entity
        .create({ ...keyOf(ref), ...firstOf(ref, at), attempts: [attempt], tries: 1, ...due })
        .go()
        .then(() => true, unlessRefused)
    },
    /**
     * Has the timetable send a delivery that waits and that nothing else may send: it was taken, and its message was given up or is gone.
     * Late enough for a worker that may still have it. Changes nothing where it is over or listed.
     */
    async enlist(ref: DeliveryRef, now: number): Promise<void> {
      await waiting.note(deliveryGroup(ref), now)
      await entity
        .patch(keyOf(ref))
        .set({ dueAs: retriesOf(ref), dueAt: placeAt(now + CLAIM_MS + GRACE_MS, ref) })
        .where((row, { eq, notExists }) => `${eq(row.state, 'waiting')} AND ${notExists(row.dueAs)}`)
        .go()
        .catch(unlessRefused)
    },
    /** After a try that failed: when the next one is due. False when the lease was lost. */
    async wait(taken: Taken, attempt: Attempt, nextAt: number, now = attempt.at): Promise<boolean> {
      const { tries } = taken
      await waiting.note(deliveryGroup(taken), now)
      return free(
        taken,
        {
          ...withAttempt(taken, attempt),
          tries: tries + 1,
          nextAt,
          dueAs: retriesOf(taken),
          dueAt: placeAt(nextAt + GRACE_MS, taken),
        },
        { isListed: true },
      )
    },
    /**
     * Writes down a try whose worker was ended before it said what came of it; who has the delivery now goes on. The timetable sends it
     * again, should this worker end like that one: the queue may be about to give its message up. False when the lease was lost.
     */
    async goOn(taken: Taken, attempt: Attempt, tries: number, now: number): Promise<boolean> {
      await waiting.note(deliveryGroup(taken), now)
      const due = { dueAs: retriesOf(taken), dueAt: placeAt(now + CLAIM_MS + GRACE_MS, taken) }
      return entity
        .patch(keyOf(taken))
        .set({ ...withAttempt(taken, attempt), tries, unsaid: 1, ...due })
        .where((row, { eq }) => eq(row.takenBy, taken.takenBy))
        .go()
        .then(() => true, unlessRefused)
    },
    /**
     * It is not tried with so many others, and stands as before it was taken. The timetable sends it again where the queue gives its
     * message up meanwhile. False when the lease was lost.
     */
    async giveBack(taken: Taken, { takenUntil, takenWith }: Before, now: number): Promise<boolean> {
      await waiting.note(deliveryGroup(taken), now)
      const due = { dueAs: retriesOf(taken), dueAt: placeAt(now + CLAIM_MS + GRACE_MS, taken) }
      return entity
        .patch(keyOf(taken))
        .set({ ...due, ...(takenUntil !== undefined && { takenUntil }), ...(takenWith !== undefined && { takenWith }) })
        .remove([
          'takenBy',
          ...(takenUntil === undefined ? (['takenUntil'] as const) : []),
          ...(takenWith === undefined ? (['takenWith'] as const) : []),
        ])
        .where((row, { eq }) => eq(row.takenBy, taken.takenBy))
        .go()
        .then(() => true, unlessRefused)
    },
    /**
     * Nothing was tried, because the tool is not to be asked now: it counts as no try. `isForConnection`: it waits for somebody to
     * connect the tool again, and is found by `listHeld`; `isRest`: its receiver is left alone; `line`: what its history has of it from
     * now on. False when the lease was lost.
     */
    async hold(
      taken: Taken,
      nextAt: number,
      { isForConnection, isRest, line }: { isForConnection: boolean; isRest: boolean; line?: DeliveryTry | undefined },
      now: number,
    ): Promise<boolean> {
      await waiting.note(deliveryGroup(taken), now)
      const due = { nextAt, dueAs: retriesOf(taken), dueAt: placeAt(nextAt + GRACE_MS, taken), ttl: ttlAt(nextAt) }
      const held = isForConnection && {
        heldFor: heldBy(taken.destination),
        heldAt: placeAt(taken.createdAt, taken),
        heldSince: taken.heldSince || now,
      }
      const rests = isRest && { restsSince: taken.restsSince || now }
      // Nothing was learnt of those that it was to be kept apart from.
      const { keptWith } = taken
      const isApart = keptWith !== undefined
      const apart = isApart && { takenWith: keptWith }
      // Whose turn does not come yet has still not been tried.
      const isResting = isRest || (!isForConnection && taken.restsSince > 0)
      const keeps = { isListed: true, isHeld: isForConnection, isResting, isApart }
      const changes = { ...due, ...held, ...rests, ...apart }
      if (!line) return free(taken, changes, keeps)
      const written = await whenFree(() =>
        all.transaction
          .write(({ delivery, line: lines }) => [
            delivery
              .patch(keyOf(taken))
              .set(changes)
              .remove(dropped(keeps))
              .where((row, { eq }) => eq(row.takenBy, taken.takenBy))
              .commit(),
            lines.put(tryRow(line)).commit(),
          ])
          .go(),
      )
      return !written.canceled
    },
    /** What waits for a company to connect a tool again, longest ago first. */
    async listHeld(
      tool: Pick<Destination, 'companyId' | 'kind'>,
      limit: number,
      cursor: string | null = null,
    ): Promise<Page> {
      const { data, cursor: next } = await entity.query.held({ heldFor: heldBy(tool) }).go({ limit, cursor })
      return { deliveries: data.map(toDelivery), cursor: next }
    },
    /** Its tool is connected again; due at once. False when somebody else saw to it before. */
    async release(held: Delivery, now: number): Promise<boolean> {
      await waiting.note(deliveryGroup(held), now)
      return entity
        .patch(keyOf(held))
        .set({ nextAt: now, dueAs: retriesOf(held), dueAt: placeAt(now, held) })
        .remove(['heldFor', 'heldAt'])
        .where((row, { eq, exists }) => `${eq(row.state, 'waiting')} AND ${exists(row.heldFor)}`)
        .go()
        .then(() => true, unlessRefused)
    },
    /**
     * Ends a delivery for good. One that failed is listed. `lookAt`: its tool is still to say what came of it. False when the lease was
     * lost.
     */
    end(taken: Taken, state: Exclude<DeliveryState, 'waiting'>, attempt: Attempt, lookAt = ''): Promise<boolean> {
      const open = lookAt !== taken.lookAt && { lookAt }
      const ended = { ...withAttempt(taken, attempt), state, endedAt: attempt.at, ...open }
      if (state !== 'failed') return free(taken, ended)
      const place = { dueAs: failedOf(taken), dueAt: placeAt(attempt.at, taken) }
      return free(taken, { ...ended, tries: taken.tries + 1, ...place }, { isListed: true })
    },
    /** Those of a lead, the first destination first. */
    async listOfLead({ companyId, campaignId }: Campaign, leadId: string): Promise<Delivery[]> {
      const { data } = await entity.query.primary({ companyId, campaignId, leadId }).go({ pages: 'all' })
      return data.map(toDelivery).sort((a, b) => a.createdAt - b.createdAt)
    },
    /**
     * Takes out what receivers said of a lead: it may name its person. Throws `WriteConflict` while one is being tried; a worker whose
     * lease is over loses it.
     */
    async forgetWords({ companyId, campaignId }: Campaign, leadId: string, now: number): Promise<void> {
      const { data } = await entity.query
        .primary({ companyId, campaignId, leadId })
        .go({ pages: 'all', consistent: true })
      for (const delivery of data.map(toDelivery)) {
        const forgotten = await entity
          .patch(keyOf(delivery))
          .set({ attempts: delivery.attempts.map((attempt) => ({ ...attempt, words: '' })) })
          .remove(['takenBy', 'takenUntil'])
          .where((row, { lt, notExists }) => `${notExists(row.takenUntil)} OR ${lt(row.takenUntil, now)}`)
          .go()
          .then(() => true, unlessRefused)
        if (!forgotten) throw new WriteConflict(`The lead ${leadId} is being delivered.`)
      }
    },
    /** Those of a campaign that were given up, the latest first, and the place of the last one where more follow. */
    async listFailed(
      campaign: Campaign,
      limit: number,
      before?: FailedPlace | null,
    ): Promise<{ deliveries: Delivery[]; next: FailedPlace | null }> {
      const all = entity.query.due({ dueAs: failedOf(campaign) })
      const asked = before ? all.lt({ dueAt: `${at15(before.endedAt)}#${before.leadId}#${before.destinationId}` }) : all
      const { data, cursor } = await asked.go({ order: 'desc', limit })
      const deliveries = data.map(toDelivery)
      const last = deliveries.at(-1)
      const { endedAt = 0, leadId = '', destination } = last ?? {}
      return { deliveries, next: cursor && destination ? { endedAt, leadId, destinationId: destination.id } : null }
    },
    /** One of a campaign by its lead and destination. */
    async find(
      { companyId, campaignId }: Campaign,
      leadId: string,
      destinationId: string,
    ): Promise<Delivery | undefined> {
      const { data } = await entity.get({ companyId, campaignId, leadId, destinationId }).go({ consistent: true })
      return data ? toDelivery(data) : undefined
    },
    /** Those of some leads, in no order; what is gone is left out. */
    async findMany(
      refs: readonly (Campaign & Pick<Delivery, 'leadId'>)[],
      destinationId: string,
      consistent = false,
    ): Promise<Delivery[]> {
      const keys = refs.map(({ companyId, campaignId, leadId }) => ({ companyId, campaignId, leadId, destinationId }))
      const freshness = consistent ? 'as written' : 'may be a moment old'
      return (await whole(table, entity, entity.get(keys).go({ ...many, consistent }), freshness)).map(toDelivery)
    },
    /**
     * Begins anew with one that failed or was delivered; due at once. One of which its tool has not said yet that it kept it was not
     * there. False when somebody else did so since it was read.
     */
    async replay(over: Delivery, now: number, replayMark = ''): Promise<boolean> {
      await waiting.note(deliveryGroup(over), now)
      const hasArrived = over.state === 'delivered' && !over.lookAt
      return entity
        .patch(keyOf(over))
        .set({ ...anew(over, now), replayMark, lookAt: '', ...(hasArrived && { hasArrived }) })
        .remove(['endedAt'])
        .where((row, { eq }) => `${eq(row.state, over.state)} AND ${eq(row.endedAt, over.endedAt)}`)
        .go()
        .then(() => true, unlessRefused)
    },
    /**
     * One that was delivered waits instead, and its tool is asked what came of it by `lookAt`; its history has one line in the place of
     * another. False when the tool has said it, or somebody else began anew with it, since it was read.
     */
    async doubt(
      delivered: Delivery,
      lookAt: string,
      now: number,
      { line, insteadOf }: { line: DeliveryTry; insteadOf: DeliveryTry },
    ): Promise<boolean> {
      await waiting.note(deliveryGroup(delivered), now)
      const written = await whenFree(() =>
        all.transaction
          .write(({ delivery, line: lines }) => [
            delivery
              .patch(keyOf(delivered))
              .set({ ...anew(delivered, now), lookAt })
              .remove(['endedAt'])
              .where(
                (row, { eq, notExists }) =>
                  `${eq(row.state, 'delivered')} AND ${eq(row.endedAt, delivered.endedAt)} AND ${delivered.lookAt === null ? notExists(row.lookAt) : eq(row.lookAt, delivered.lookAt)}`,
              )
              .commit(),
            lines.put(tryRow(line)).commit(),
            lines.delete(tryKey(insteadOf)).commit(),
          ])
          .go(),
      )
      return !written.canceled
    },
    /** Its tool says that it kept it: also of one that somebody began anew with, and that waits. False when it is another since. */
    arrived(asked: Delivery): Promise<boolean> {
      const isAnew = asked.state === 'waiting'
      return entity
        .patch(keyOf(asked))
        .set(isAnew ? { hasArrived: true } : { lookAt: '' })
        .where(
          (row, { eq, notExists }) =>
            `${eq(row.state, asked.state)} AND ${isAnew ? `(${notExists(row.lookAt)} OR ${eq(row.lookAt, '')})` : eq(row.endedAt, asked.endedAt)}`,
        )
        .go()
        .then(() => true, unlessRefused)
    },
    /**
     * Retries of all tenants that are due and that no message in the queue has seen to, about so many, and of each agency as many as of
     * every other before one gets more; those of an agency longest ago first.
     */
    async listDue(at: number, limit: number): Promise<Delivery[]> {
      const found: Delivery[] = []
      const first = (await waiting.list()).map((row) => ({ row, dueAs: retriesIn(row.group), cursor: '' }))
      let open: { row?: WaitingGroup; dueAs: string; cursor: string }[] = [
        { dueAs: EARLIER_RETRIES, cursor: '' },
        ...first,
      ]
      for (let round = 0; round < MOST_ROUNDS && open.length > 0 && found.length < limit; round++) {
        const share = Math.ceil((limit - found.length) / open.length)
        const next: typeof open = []
        for (let from = 0; from < open.length; from += LISTS_AT_ONCE) {
          const some = open.slice(from, from + LISTS_AT_ONCE)
          const pages = await Promise.all(some.map(({ dueAs, cursor }) => duePage(dueAs, at, share, cursor)))
          for (const [index, list] of some.entries()) {
            const { data = [], cursor = null } = pages[index] ?? {}
            found.push(...data.map(toDelivery))
            if (cursor !== null) next.push({ ...list, cursor })
            if (list.row && list.cursor === '' && data.length === 0) await forgetIdle(list.row, at)
          }
        }
        open = next
      }
      return found
    },
    /** Keeps the next runs from sending the same message again for a while; if it is lost, a later run sends it. */
    async claimDue(due: Delivery, now: number): Promise<boolean> {
      return entity
        .patch(keyOf(due))
        .set({ dueAs: retriesOf(due), dueAt: placeAt(now + CLAIM_MS, due) })
        .where((row, { eq }) => `${eq(row.state, 'waiting')} AND ${eq(row.nextAt, due.nextAt)}`)
        .go()
        .then(() => true, unlessRefused)
    },
  }
}
