import { isDeepStrictEqual } from 'node:util'
import { Entity, Service } from 'electrodb'
import * as z from 'zod'
import { withBefore } from '#shared/money/minimum-facts.ts'
import { heldUntil, type MinimumPlan } from '#shared/money/minimum-spend.ts'
import { isConditionFailure } from '../lib/errors.ts'
import { electro, key, model, sortable, type Table } from '../lib/table.ts'
import { whenFree } from '../lib/when-free.ts'
import { findRefused } from '../tenancy/tree.ts'

const text = { type: 'string', required: true } as const
const number = { type: 'number', required: true } as const
const amounts = { type: 'list', items: { type: 'number' }, required: true } as const

const planSchema = {
  model: model('minimumSpendPlan'),
  attributes: {
    rootId: text,
    id: text,
    name: text,
    monthsCents: amounts,
    flatMonthCents: number,
    createdAt: number,
    /** What it required before, until when: a month that ended asks for what held then. */
    before: { type: 'any' },
    /** A plan that ended still tells what it required. */
    endedAt: { type: 'number' },
  },
  indexes: {
    primary: { pk: key('pk', ['rootId'], 'C#${rootId}#MINSPEND'), sk: key('sk', ['id'], '${id}') },
  },
} as const

/** Makes a name unique among the plans of a root. */
const nameSchema = {
  model: model('minimumSpendName'),
  attributes: { rootId: text, nameKey: text, planId: text },
  indexes: {
    primary: { pk: key('pk', ['rootId'], 'C#${rootId}#MINSPENDNAMES'), sk: key('sk', ['nameKey'], '${nameKey}') },
  },
} as const

const agreementSchema = {
  model: model('minimumSpendAgreement'),
  attributes: {
    companyId: text,
    /** What was accepted: the document's version and the amounts, so that the same terms are accepted once. */
    termsKey: text,
    version: number,
    monthsCents: amounts,
    flatMonthCents: number,
    userId: text,
    userName: text,
    ip: text,
    agreedAt: number,
  },
  indexes: {
    primary: {
      pk: key('pk', ['companyId'], 'C#${companyId}#MINSPENDAGREED'),
      sk: key('sk', ['termsKey'], '${termsKey}'),
    },
  },
} as const

const trueUpSchema = {
  model: model('minimumSpendTrueUp'),
  attributes: {
    companyId: text,
    /** The last day of the month that it is about. */
    toOn: text,
    fromOn: text,
    month: number,
    requiredCents: number,
    spentCents: number,
    dueCents: number,
    carryCents: number,
    decidedAt: number,
  },
  indexes: {
    primary: { pk: key('pk', ['companyId'], 'C#${companyId}#TRUEUPS'), sk: key('sk', ['toOn'], '${toOn}') },
  },
} as const

export const StoredPlan = z.object({
  rootId: z.string(),
  id: z.string(),
  name: z.string(),
  monthsCents: z.array(z.number()),
  flatMonthCents: z.number(),
  before: z
    .array(z.object({ monthsCents: z.array(z.number()), flatMonthCents: z.number(), until: z.number() }))
    .optional(),
  createdAt: z.number(),
  endedAt: z.number().nullable().default(null),
})
export type StoredPlan = z.output<typeof StoredPlan>

const amountsOf = ({ monthsCents, flatMonthCents }: StoredPlan) => ({ monthsCents, flatMonthCents })
/** What a plan required right before an instant. */
export const planHeldUntil = (plan: StoredPlan, instant: number): MinimumPlan =>
  heldUntil(amountsOf(plan), plan.before ?? [], instant)

export const Agreed = z.object({
  companyId: z.string(),
  version: z.number(),
  monthsCents: z.array(z.number()),
  flatMonthCents: z.number(),
  userId: z.string(),
  userName: z.string(),
  ip: z.string(),
  agreedAt: z.number(),
})
export type Agreed = z.output<typeof Agreed>

export const DecidedTrueUp = z.object({
  companyId: z.string(),
  toOn: z.string(),
  fromOn: z.string(),
  month: z.number(),
  requiredCents: z.number(),
  spentCents: z.number(),
  dueCents: z.number(),
  carryCents: z.number(),
  decidedAt: z.number(),
})
export type DecidedTrueUp = z.output<typeof DecidedTrueUp>

type Terms = Pick<Agreed, 'version' | 'monthsCents' | 'flatMonthCents'>
const termsKeyOf = ({ version, monthsCents, flatMonthCents }: Terms) =>
  `${String(version).padStart(6, '0')}#${monthsCents.join(',')}#${flatMonthCents}`
export const isSameTerms = (one: Terms, other: Terms): boolean => termsKeyOf(one) === termsKeyOf(other)

/** Plans of a root, what agencies accepted, and what was found at the end of their months. */
export function minimumSpends(table: Table) {
  const plans = new Entity(planSchema, electro(table))
  const agreements = new Entity(agreementSchema, electro(table))
  const trueUps = new Entity(trueUpSchema, electro(table))
  const all = new Service({ plan: plans, name: new Entity(nameSchema, electro(table)) })
  type To = Parameters<Parameters<typeof all.transaction.write>[0]>[0]
  /** A name that another plan has by now stays that plan's. */
  const freeName = (to: To, rootId: string, nameKey: string, id: string) =>
    to.name
      .delete({ rootId, nameKey })
      .where((row, { eq, notExists }) => `${notExists(row.planId)} OR ${eq(row.planId, id)}`)
      .commit()

  async function find(rootId: string, id: string): Promise<StoredPlan | undefined> {
    const { data } = await plans.get({ rootId, id }).go({ consistent: true })
    return data ? StoredPlan.parse(data) : undefined
  }

  return {
    find,
    /** Plans that can be given to agencies, oldest first. */
    async list(rootId: string): Promise<StoredPlan[]> {
      const { data } = await plans.query.primary({ rootId }).go({ pages: 'all', consistent: true })
      return data.map((row) => StoredPlan.parse(row)).filter(({ endedAt }) => endedAt === null)
    },
    /** False when another plan of the root has the name. */
    async create({ endedAt: _, ...plan }: StoredPlan): Promise<boolean> {
      const { rootId, id, name } = plan
      const { canceled } = await whenFree(() =>
        all.transaction
          .write((to) => [
            to.name.create({ rootId, nameKey: sortable(name), planId: id }).commit(),
            to.plan.create(plan).commit(),
          ])
          .go(),
      )
      return !canceled
    },
    /** Nothing is changed when another plan has the name, or somebody else renamed or ended the plan meanwhile. */
    async update(
      before: StoredPlan,
      { name, monthsCents, flatMonthCents }: Pick<StoredPlan, 'name' | 'monthsCents' | 'flatMonthCents'>,
      now: number,
    ): Promise<'changed' | 'name_taken' | 'changed_meanwhile'> {
      const { rootId, id } = before
      const [old, next] = [sortable(before.name), sortable(name)]
      const isSame = isDeepStrictEqual(amountsOf(before), { monthsCents, flatMonthCents })
      const { canceled, data } = await whenFree(() =>
        all.transaction
          .write((to) => [
            ...(old === next
              ? []
              : [to.name.create({ rootId, nameKey: next, planId: id }).commit(), freeName(to, rootId, old, id)]),
            to.plan
              .patch({ rootId, id })
              .set({ name, monthsCents, flatMonthCents })
              .set(isSame ? {} : { before: withBefore(before.before ?? [], amountsOf(before), now) })
              // Two who change it in the same instant read the same amounts: only one of them knows what it changes.
              .where((row, { eq, notExists }) =>
                [
                  eq(row.name, before.name),
                  eq(row.monthsCents, before.monthsCents),
                  eq(row.flatMonthCents, before.flatMonthCents),
                  notExists(row.endedAt),
                ].join(' AND '),
              )
              .commit(),
          ])
          .go(),
      )
      if (!canceled) return 'changed'
      return old !== next && findRefused(data, 1) === 0 ? 'name_taken' : 'changed_meanwhile'
    },
    /** Its name is free again; agencies that were given it meanwhile keep what it required. False when it was renamed or ended meanwhile. */
    async end({ rootId, id, name }: StoredPlan, now: number): Promise<boolean> {
      const { canceled } = await whenFree(() =>
        all.transaction
          .write((to) => [
            freeName(to, rootId, sortable(name), id),
            to.plan
              .patch({ rootId, id })
              .set({ endedAt: now })
              .where((row, { eq, notExists }) => `${eq(row.name, name)} AND ${notExists(row.endedAt)}`)
              .commit(),
          ])
          .go(),
      )
      return !canceled
    },
    /** All that a company accepted, the earliest first. */
    async listAgreements(companyId: string): Promise<Agreed[]> {
      const { data } = await agreements.query.primary({ companyId }).go({ pages: 'all', consistent: true })
      return data.map((row) => Agreed.parse(row)).sort((a, b) => a.agreedAt - b.agreedAt)
    },
    /** Keeps an acceptance. Who accepts the same terms twice accepted them the first time. */
    async agree(agreed: Agreed): Promise<Agreed> {
      const termsKey = termsKeyOf(agreed)
      try {
        await agreements.create({ ...agreed, termsKey }).go()
        return agreed
      } catch (error) {
        if (!isConditionFailure(error)) throw error
        const { data } = await agreements.get({ companyId: agreed.companyId, termsKey }).go({ consistent: true })
        return data ? Agreed.parse(data) : agreed
      }
    },
    /** What was found at the end of the latest month that ended on a day or before it, and was not charged. */
    async findLatestTrueUp(companyId: string, day: string): Promise<DecidedTrueUp | undefined> {
      const { data } = await trueUps.query
        .primary({ companyId })
        .lte({ toOn: day })
        .go({ order: 'desc', limit: 1, consistent: true })
      const [row] = data
      return row && DecidedTrueUp.parse(row)
    },
    /** Decides that a month is not charged: what was decided first holds, no matter who asks again. */
    async decideTrueUp(decided: DecidedTrueUp): Promise<DecidedTrueUp> {
      try {
        await trueUps.create(decided).go()
        return decided
      } catch (error) {
        if (!isConditionFailure(error)) throw error
        const { data } = await trueUps
          .get({ companyId: decided.companyId, toOn: decided.toOn })
          .go({ consistent: true })
        return data ? DecidedTrueUp.parse(data) : decided
      }
    },
  }
}
