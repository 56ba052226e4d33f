// Webhooks of a company, at most so many for each campaign and for all of them together. Address and secret are sealed.
import { Entity } from 'electrodb'
import { BREAKING_FAILURES, openUntilAfter } from '#shared/integrations/breaker.ts'
import { type Health, healthy, LEAST_FAILURES } from '#shared/integrations/health.ts'
import { MOST_WEBHOOKS, usualEvents, type Webhook } from '#shared/model/webhook.ts'
import { unlessRefused } from '../lib/errors.ts'
import { electro, key, model, type Table } from '../lib/table.ts'
import { type FailingPlace, failingAttributes, failingIndexes, failingMark, ofFailing } from './failing.ts'
import { healthAttributes } from './health.ts'

const text = { type: 'string', required: true } as const

const schema = {
  model: model('webhook'),
  attributes: {
    id: text,
    companyId: text,
    scope: text,
    /** Its place among those of its scope, 1 to 5: taken by a conditional write, so that there are never more. */
    slot: text,
    label: { type: 'string' },
    events: { type: 'any' },
    host: text,
    tail: { type: 'string' },
    isPlain: { type: 'boolean' },
    isEnabled: { type: 'boolean', required: true },
    offReason: { type: 'string' },
    sealedAddress: text,
    sealedSecret: text,
    /** The one before, which signs beside it until then (ms). */
    sealedOldSecret: { type: 'string' },
    oldSecretUntil: { type: 'number' },
    /** Failures in a row, and until when nothing is tried because of them (ms); rows from before have none. */
    failures: { type: 'number' },
    openUntil: { type: 'number' },
    ...healthAttributes,
    ...failingAttributes,
    createdAt: { type: 'number', required: true },
  },
  indexes: {
    primary: {
      pk: key('pk', ['companyId'], 'C#${companyId}#WEBHOOKS'),
      sk: key('sk', ['scope', 'slot'], '${scope}#${slot}'),
    },
    ...failingIndexes,
  },
} as const

type Scope = Pick<Webhook, 'companyId' | 'scope'>
export type Sealed = { sealedAddress: string; sealedSecret: string }
type Breaker = { failures: number; openUntil: number }
export type StoredWebhook = Webhook & Sealed & Breaker & { sealedOldSecret?: string | undefined; slot: string }

const unset = {
  label: '',
  events: usualEvents,
  tail: '',
  isPlain: false,
  offReason: '',
  oldSecretUntil: 0,
  failures: 0,
  openUntil: 0,
  ...healthy,
}
const toStored = <Row extends object>(row: Row) => ({ ...unset, ...row })

const ofBreaker = ['failures', 'openUntil'] as const

const slots = Array.from({ length: MOST_WEBHOOKS }, (_, index) => String(index + 1))

export function webhooks(table: Table) {
  const entity = new Entity(schema, electro(table))

  async function list({ companyId, scope }: Scope, consistent = true): Promise<StoredWebhook[]> {
    const { data } = await entity.query.primary({ companyId, scope }).go({ pages: 'all', consistent })
    return data.map(toStored).sort((a, b) => a.createdAt - b.createdAt)
  }

  return {
    /** Oldest first. Leads on their way may go by a list that is a moment old. */
    list,
    /** Of a company and its campaigns, the oldest first. */
    async listAll(companyId: string): Promise<StoredWebhook[]> {
      const { data } = await entity.query.primary({ companyId }).go({ pages: 'all', consistent: true })
      return data.map(toStored).sort((a, b) => a.createdAt - b.createdAt)
    },
    /** One of a company by its id alone. */
    async findById(companyId: string, id: string): Promise<StoredWebhook | undefined> {
      const { data } = await entity.query.primary({ companyId }).go({ pages: 'all', consistent: true })
      return data.map(toStored).find((one) => one.id === id)
    },
    async find(scope: Scope, id: string): Promise<StoredWebhook | undefined> {
      return (await list(scope)).find((one) => one.id === id)
    },
    /** False when the scope has as many as it may have. */
    async create(webhook: Webhook & Sealed): Promise<boolean> {
      const taken = new Set((await list(webhook)).map(({ slot }) => slot))
      // Somebody else may take a free one in the same moment; then the next is tried.
      for (const slot of slots.filter((each) => !taken.has(each))) {
        // Where the answer was lost and the library asks again, the slot is taken by this very webhook, which needs no second one.
        const made = await entity
          .put({ ...webhook, slot })
          .where((row, { eq, notExists }) => `${notExists(row.id)} OR ${eq(row.id, webhook.id)}`)
          .go()
          .then(() => true, unlessRefused)
        if (made) return true
      }
      return false
    },
    /** False when it was removed meanwhile, or is told of other events than when it was read, where those count. */
    change(
      webhook: StoredWebhook,
      changes: Partial<Pick<Webhook, 'label' | 'events' | 'isEnabled' | 'offReason' | keyof Health>>,
      byEvents = false,
    ) {
      const { companyId, scope, slot, id, events } = webhook
      const changed = entity.patch({ companyId, scope, slot }).set(changes)
      // Who begins anew fails no more.
      return (changes.failingSince === 0 ? changed.remove([...ofFailing, ...ofBreaker]) : changed)
        .where((row, { eq, notExists }) => {
          if (!byEvents) return eq(row.id, id)
          // One from before events could be chosen has none written.
          return `${eq(row.id, id)} AND (${notExists(row.events)} OR ${eq(row.events, events)})`
        })
        .go()
        .then(() => true, unlessRefused)
    },
    /** Another secret signs, and the one that it was read with signs beside it until then (ms). False when somebody was quicker. */
    roll(
      { companyId, scope, slot, id, sealedSecret: sealedOldSecret }: StoredWebhook,
      sealedSecret: string,
      until: number,
    ) {
      return entity
        .patch({ companyId, scope, slot })
        .set({ sealedSecret, sealedOldSecret, oldSecretUntil: until })
        .where((row, { eq }) => `${eq(row.id, id)} AND ${eq(row.sealedSecret, sealedOldSecret)}`)
        .go()
        .then(() => true, unlessRefused)
    },
    /** Because its receiver said so: true for the one caller who switched it off. */
    switchOff(webhook: StoredWebhook, offReason: string, place: FailingPlace, now: number): Promise<boolean> {
      const { companyId, scope, slot, id } = webhook
      return (
        entity
          .patch({ companyId, scope, slot })
          // Leads that come meanwhile are kept for it, as for one that only failed.
          .set({ isEnabled: false, offReason, offAt: now, ...failingMark(webhook, place, now) })
          .where((row, { eq }) => `${eq(row.id, id)} AND ${eq(row.isEnabled, true)}`)
          .go()
          .then(() => true, unlessRefused)
      )
    },
    /** One more that failed; the first says since when. False when somebody was quicker, or it was removed. */
    async countFailure(webhook: StoredWebhook, now: number, place: FailingPlace): Promise<boolean> {
      const { companyId, scope, slot, id, failingSince } = webhook
      const since = failingSince || now
      const same = () => entity.patch({ companyId, scope, slot })
      const counted = await same()
        .set({ failingSince: since })
        .add({ failedTries: 1 })
        .where((row, { eq }) => eq(row.id, id))
        .go({ response: 'all_new' })
        .catch(unlessRefused)
      if (!counted) return false
      // By the count as it is now: many that fail at once have all read a smaller one.
      if ((counted.data.failedTries ?? 0) < LEAST_FAILURES || counted.data.failingIn) return true
      await same()
        .set(failingMark(webhook, place, since))
        .where((row, { eq, gte }) => `${eq(row.id, id)} AND ${gte(row.failedTries, LEAST_FAILURES)}`)
        .go()
        .catch(unlessRefused)
      return true
    },
    /** Its people know that it will be switched off. */
    warn({ companyId, scope, slot, id, failingSince }: StoredWebhook, now: number): Promise<boolean> {
      return entity
        .patch({ companyId, scope, slot })
        .set({ warnedAt: now })
        .where((row, { eq }) => `${eq(row.id, id)} AND ${eq(row.failingSince, failingSince)}`)
        .go()
        .then(() => true, unlessRefused)
    },
    /** After days of nothing but failures; one that worked meanwhile stays on. */
    switchOffFailing({ companyId, scope, slot, id, failingSince }: StoredWebhook, offReason: string, now: number) {
      return entity
        .patch({ companyId, scope, slot })
        .set({ isEnabled: false, offReason, offAt: now })
        .where(
          (row, { eq }) => `${eq(row.id, id)} AND ${eq(row.failingSince, failingSince)} AND ${eq(row.isEnabled, true)}`,
        )
        .go()
        .then(() => true, unlessRefused)
    },
    /**
     * Counts a failed try: the fifth in a row ends tries for a time, and so does each later one that was made after such a pause. Many
     * that were under way together when it began to fail are one reason for a pause, not for a long one.
     */
    async fail(read: StoredWebhook, now: number): Promise<void> {
      const { companyId, scope, slot, id } = read
      const same = () => entity.patch({ companyId, scope, slot })
      if (read.failures >= BREAKING_FAILURES) {
        const failures = read.failures + 1
        await same()
          .set({ failures, openUntil: openUntilAfter(failures, now) })
          .where((row, { eq }) => `${eq(row.id, id)} AND ${eq(row.failures, read.failures)}`)
          .go()
          .catch(unlessRefused)
        return
      }
      const counted = await same()
        .add({ failures: 1 })
        .where(
          (row, { eq, lt, notExists }) =>
            `${eq(row.id, id)} AND (${notExists(row.failures)} OR ${lt(row.failures, BREAKING_FAILURES)})`,
        )
        .go({ response: 'all_new' })
        .catch(unlessRefused)
      if (!counted || counted.data.failures !== BREAKING_FAILURES) return
      await same()
        .set({ openUntil: openUntilAfter(BREAKING_FAILURES, now) })
        .where((row, { eq }) => `${eq(row.id, id)} AND ${eq(row.failures, BREAKING_FAILURES)}`)
        .go()
        .catch(unlessRefused)
    },
    /** After a pause one try is made, whose end decides: true for the one caller who makes it. */
    probe({ companyId, scope, slot, id, failures }: StoredWebhook, now: number, until: number): Promise<boolean> {
      return entity
        .patch({ companyId, scope, slot })
        .set({ openUntil: until })
        .where(
          (row, { eq, lte, notExists }) =>
            `${eq(row.id, id)} AND ${eq(row.failures, failures)} AND (${notExists(row.openUntil)} OR ${lte(row.openUntil, now)})`,
        )
        .go()
        .then(() => true, unlessRefused)
    },
    /** It answered: tries go on. */
    async work({ companyId, scope, slot, id }: StoredWebhook): Promise<void> {
      await entity
        .patch({ companyId, scope, slot })
        .remove([...ofBreaker])
        .where((row, { eq }) => eq(row.id, id))
        .go()
        .catch(unlessRefused)
    },
    /** Something was delivered. One that was switched off meanwhile is left to people. */
    recover({ companyId, scope, slot, id }: StoredWebhook): Promise<boolean> {
      return entity
        .patch({ companyId, scope, slot })
        .set(healthy)
        .remove([...ofFailing])
        .where((row, { eq }) => `${eq(row.id, id)} AND ${eq(row.isEnabled, true)}`)
        .go()
        .then(() => true, unlessRefused)
    },
    /** False when it was removed before. */
    remove({ companyId, scope, slot, id }: StoredWebhook): Promise<boolean> {
      return entity
        .remove({ companyId, scope, slot })
        .where((row, { eq }) => eq(row.id, id))
        .go()
        .then(() => true, unlessRefused)
    },
  }
}
