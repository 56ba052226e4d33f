// Charges of which all goes back, because nobody keeps what they paid for, and that could not be given back yet, or of which nobody can
// tell whether they were. Most go back at once and have no row.
import { Entity } from 'electrodb'
import * as z from 'zod'
import { unlessRefused } from '../lib/errors.ts'
import { at15, electro, key, model, type Table } from '../lib/table.ts'

const required = { type: 'string', required: true } as const
const text = { type: 'string' } as const

const schema = {
  model: model('owedRefund'),
  attributes: {
    companyId: required,
    chargeId: required,
    accountId: text,
    amountCents: { type: 'number', required: true },
    feeCents: { type: 'number', required: true },
    description: text,
    paymentKey: text,
    rootId: required,
    since: { type: 'number', required: true },
    reason: text,
    /** How often it was written down that it has not gone. */
    notes: { type: 'number' },
    /** The operator who saw to it by hand. */
    settledBy: text,
    /** Only while it has not gone: for the operators of a root, and since when (ms, padded). */
    unknownAs: text,
    unknownAt: text,
    /** Only while it is to be asked for again. */
    dueAs: text,
    dueAt: text,
  },
  indexes: {
    primary: { pk: key('pk', ['companyId'], 'C#${companyId}#OWEDREFUNDS'), sk: key('sk', ['chargeId'], '${chargeId}') },
    unknown: {
      index: 'gsi1',
      pk: key('gsi1pk', ['unknownAs'], '${unknownAs}'),
      sk: key('gsi1sk', ['unknownAt'], '${unknownAt}'),
    },
    due: { index: 'gsi2', pk: key('gsi2pk', ['dueAs'], '${dueAs}'), sk: key('gsi2sk', ['dueAt'], '${dueAt}') },
  },
} as const

/** A whole charge that is to go back, with the root's fee. */
export const ChargeBack = z.object({
  /** Who had paid it. */
  companyId: z.string(),
  chargeId: z.string(),
  /** The account that it was made in; empty for the platform's own. */
  accountId: z.string().default(''),
  amountCents: z.number(),
  /** What of the root's fee goes back to the account with it. */
  feeCents: z.number(),
  description: z.string().default(''),
  /** The payment that says so once it went; empty where another charge paid it, or it was forgotten. */
  paymentKey: z.string().default(''),
})
export type ChargeBack = z.output<typeof ChargeBack>

export const OwedRefund = ChargeBack.extend({
  rootId: z.string(),
  since: z.number(),
  reason: z.string().default(''),
  notes: z.number().default(0),
  settledBy: z.string().optional(),
})
export type OwedRefund = z.output<typeof OwedRefund>

const DUE = 'DUE#OWEDREFUNDS'
const unknownAs = (rootId: string) => `UNPAID#CHARGES#${rootId}`
type Id = Pick<ChargeBack, 'companyId' | 'chargeId'>
const idOf = ({ companyId, chargeId }: Id) => ({ companyId, chargeId })
const dueKeys = ({ companyId, chargeId }: Id, at: number) => ({
  dueAs: DUE,
  dueAt: `${at15(at)}#${companyId}#${chargeId}`,
})
const toOwed = (row: Record<string, unknown>): OwedRefund => OwedRefund.parse(row)

export function owedRefunds(table: Table) {
  const entity = new Entity(schema, electro(table))
  type Where = Parameters<ReturnType<ReturnType<typeof entity.patch>['set']>['where']>[0]
  const isOwed: Where = ({ settledBy }, { notExists }) => notExists(settledBy)

  async function find(of: Id): Promise<OwedRefund | undefined> {
    const { data } = await entity.get(idOf(of)).go({ consistent: true })
    return data ? toOwed(data) : undefined
  }

  return {
    find,
    /** It is about to be asked for, and is asked for again at `again` (ms) unless it went by then. Answers what was begun first. */
    async begin(back: ChargeBack, { rootId, since, again }: Begun): Promise<OwedRefund> {
      const begun = { ...ChargeBack.parse(back), rootId, since, reason: '', notes: 0 }
      for (;;) {
        const isNew = await entity
          .create({ ...begun, ...dueKeys(back, again) })
          .go()
          .then(() => true, unlessRefused)
        if (isNew) return begun
        const known = await find(back)
        if (known) return known
      }
    },
    /** It has not gone, and why: operators see it until it goes. False where somebody forgot or settled it by now. */
    async note(owed: OwedRefund, { reason, again }: { reason: string; again: number }): Promise<boolean> {
      const { companyId, chargeId, rootId, since } = owed
      return entity
        .patch(idOf(owed))
        .set({
          reason,
          unknownAs: unknownAs(rootId),
          unknownAt: `${at15(since)}#${companyId}#${chargeId}`,
          ...dueKeys(owed, again),
        })
        .add({ notes: 1 })
        .where(isOwed)
        .go()
        .then(() => true, unlessRefused)
    },
    /** So much of it is left to go back: somebody gave a part back by hand. */
    async setAmount(owed: Id, amountCents: number): Promise<void> {
      await entity.patch(idOf(owed)).set({ amountCents }).where(isOwed).go().catch(unlessRefused)
    },
    /** It is asked for again later. */
    async putOff(owed: Id, again: number): Promise<void> {
      await entity.patch(idOf(owed)).set(dueKeys(owed, again)).where(isOwed).go().catch(unlessRefused)
    },
    /** It went. False where somebody has noted since it was read that it has not, or settled it. */
    async forget(seen: OwedRefund): Promise<boolean> {
      const isAsSeen: Where = ({ notes }, { eq, notExists }) =>
        seen.notes === 0 ? `(${notExists(notes)} OR ${eq(notes, 0)})` : eq(notes, seen.notes)
      return entity
        .delete(idOf(seen))
        .where(isOwed)
        .where(isAsSeen)
        .go()
        .then(() => true, unlessRefused)
    },
    /** An operator saw to it: it is asked for no more. False where it went, or somebody else did, by now. */
    async settle(of: Id, settledBy: string): Promise<boolean> {
      return entity
        .patch(idOf(of))
        .set({ settledBy })
        .remove(['unknownAs', 'unknownAt', 'dueAs', 'dueAt'])
        .where(isOwed)
        .go()
        .then(() => true, unlessRefused)
    },
    /** Those below a root that have not gone, the oldest first, as it was a moment ago. `after`: where the page before ended. */
    async listOf(rootId: string, { after, limit }: PageOf): Promise<{ found: OwedRefund[]; next: string | undefined }> {
      const query = entity.query.unknown({ unknownAs: unknownAs(rootId) })
      const { data } = await (after === undefined ? query : query.gt({ unknownAt: after })).go({ limit: limit + 1 })
      const found = data.slice(0, limit)
      return { found: found.map(toOwed), next: data.length > limit ? found.at(-1)?.unknownAt : undefined }
    },
    /** One of those, however many there are: they are small, and read at once. */
    async findOf(rootId: string, of: string): Promise<OwedRefund | undefined> {
      const { data } = await entity.query
        .unknown({ unknownAs: unknownAs(rootId) })
        .where(({ chargeId }, { eq }) => eq(chargeId, of))
        .go({ pages: 'all' })
      return data[0] && toOwed(data[0])
    },
    /** Those of all roots that are to be asked for again by now, longest ago first. */
    async listDue(now: number, limit: number): Promise<OwedRefund[]> {
      const { data } = await entity.query
        .due({ dueAs: DUE })
        .lt({ dueAt: at15(now + 1) })
        .go({ limit })
      return data.map(toOwed)
    },
  }
}
type PageOf = { after?: string | undefined; limit: number }
type Begun = { rootId: string; since: number; again: number }
