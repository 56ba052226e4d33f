import { Entity } from 'electrodb'
import * as z from 'zod'
import { salesKinds } from '#shared/model/sales-kinds.ts'
import { unlessRefused } from '../lib/errors.ts'
import { at15, electro, key, model, type Table } from '../lib/table.ts'
import { transact, type Write } from '../wallet/items.ts'
import { earnedRow } from './earned.ts'

const commissionStatuses = ['open', 'paid', 'over'] as const

export const Commission = z.object({
  agencyId: z.string(),
  /** The payment that it is a share of, and which of the three it is: there is one row for each. */
  paymentKey: z.string(),
  kind: z.enum(salesKinds),
  userId: z.string(),
  basisPoints: z.int(),
  amountCents: z.int().positive(),
  /** `over`: nobody took it for so long that it is not tried any more. */
  status: z.enum(commissionStatuses),
  /** The account that was to be given the money when it was tried last. */
  destination: z.string().default(''),
  /** Why it is not paid, for operators, and how often the provider refused it. */
  reason: z.string().default(''),
  refusals: z.int().default(0),
  triedAt: z.number().default(0),
  transferId: z.string().default(''),
  /** What was taken back of it, and how often that was refused: each time on another day. */
  backCents: z.int().default(0),
  backRefusals: z.int().default(0),
  createdAt: z.number(),
  /** Where it stands among what is to be looked at; empty where nothing is to be done. */
  dueAt: z.string().default(''),
})
export type Commission = z.output<typeof Commission>

const text = { type: 'string' } as const
const number = { type: 'number' } as const
const schema = {
  model: model('commission'),
  attributes: {
    agencyId: { type: 'string', required: true },
    paymentKey: { type: 'string', required: true },
    kind: { type: salesKinds, required: true },
    userId: text,
    basisPoints: number,
    amountCents: number,
    status: { type: commissionStatuses, required: true },
    destination: text,
    reason: text,
    refusals: number,
    triedAt: number,
    transferId: text,
    backCents: number,
    backRefusals: number,
    createdAt: { type: 'number', required: true },
    dueAs: text,
    dueAt: text,
    /** Only while it is open: whom it is owed to, and since when. */
    owedTo: text,
    owedSince: text,
  },
  indexes: {
    primary: {
      pk: key('pk', ['agencyId'], 'C#${agencyId}#COMMISSIONS'),
      sk: key('sk', ['paymentKey', 'kind'], '${paymentKey}#${kind}'),
    },
    owed: {
      index: 'gsi1',
      pk: key('gsi1pk', ['owedTo'], 'U#${owedTo}#OWED'),
      sk: key('gsi1sk', ['owedSince'], '${owedSince}'),
    },
    // Only while something is to be done about it.
    due: { index: 'gsi2', pk: key('gsi2pk', ['dueAs'], '${dueAs}'), sk: key('gsi2sk', ['dueAt'], '${dueAt}') },
  },
} as const

const DUE = 'DUE#COMMISSIONS'
type Id = Pick<Commission, 'agencyId' | 'paymentKey' | 'kind'>
const idOf = ({ agencyId, paymentKey, kind }: Id): Id => ({ agencyId, paymentKey, kind })
const dueKeys = (id: Id, at: number) => ({
  dueAs: DUE,
  dueAt: `${at15(at)}#${id.agencyId}#${id.paymentKey}#${id.kind}`,
})
const toWrite = (change: { params<T>(): T }): Write => ({ Update: change.params<NonNullable<Write['Update']>>() })
/** A write whose condition did not hold. */
const noneIfRefused = (error: unknown): undefined => {
  unlessRefused(error)
}
const owedKeys = ({ userId, createdAt, ...id }: z.input<typeof Commission>) => ({
  owedTo: userId,
  owedSince: `${at15(createdAt)}#${id.agencyId}#${id.paymentKey}#${id.kind}`,
})
const ofOwed = ['owedTo', 'owedSince'] as const
const NO_ANSWER = '0'.repeat(15)

/** What sales people are owed of payments of their agencies, and what became of it. */
export function commissions(table: Table) {
  const entity = new Entity(schema, electro(table))
  type Where = Parameters<ReturnType<ReturnType<typeof entity.patch>['set']>['where']>[0]
  const isAsSeen =
    ({ triedAt }: Commission): Where =>
    (row, { eq, notExists }) =>
      `${eq(row.status, 'open')} AND (${notExists(row.triedAt)} OR ${eq(row.triedAt, triedAt)})`
  return {
    /** False when it was written down before: its amount stays what it was then. */
    async begin(commission: z.input<typeof Commission>, dueAt: number): Promise<boolean> {
      return entity
        .create({ ...Commission.parse(commission), ...dueKeys(commission, dueAt), ...owedKeys(commission) })
        .go()
        .then(() => true, unlessRefused)
    },
    async list(agencyId: string, paymentKey: string): Promise<Commission[]> {
      const { data } = await entity.query.primary({ agencyId, paymentKey }).go({ pages: 'all', consistent: true })
      return data.map((row) => Commission.parse(row))
    },
    /** Of all that an agency paid, what sales people did not get yet or had to give back, oldest first. */
    async listUnusual(agencyId: string): Promise<Commission[]> {
      const { data } = await entity.query
        .primary({ agencyId })
        .where(
          ({ status, backCents, backRefusals }, { ne, gt }) =>
            `${ne(status, 'paid')} OR ${gt(backCents, 0)} OR ${gt(backRefusals, 0)}`,
        )
        .go({ pages: 'all' })
      return data.map((row) => Commission.parse(row)).sort((a, b) => a.createdAt - b.createdAt)
    },
    async listDue(now: number, limit = 200): Promise<Commission[]> {
      const to = `${at15(now)}~`
      const { data } = await entity.query.due({ dueAs: DUE }).between({ dueAt: NO_ANSWER }, { dueAt: to }).go({ limit })
      return data.map((row) => Commission.parse(row))
    },
    /** Takes an open one in hand, for one account; undefined when somebody else has it, or it is paid. */
    async take(
      commission: Commission,
      destination: string,
      now: number,
      dueAt: number,
    ): Promise<Commission | undefined> {
      const keys = dueKeys(commission, dueAt)
      return entity
        .patch(idOf(commission))
        .set({ destination, triedAt: now, ...keys })
        .where(isAsSeen(commission))
        .go()
        .then(() => ({ ...commission, destination, triedAt: now, dueAt: keys.dueAt }), noneIfRefused)
    },
    /** It cannot be paid yet: it is looked at again then. False when somebody took it in hand meanwhile. */
    async putOff(
      commission: Commission,
      dueAt: number,
      said: Partial<Pick<Commission, 'reason' | 'refusals'>> = {},
    ): Promise<boolean> {
      return entity
        .patch(idOf(commission))
        .set({ ...said, ...dueKeys(commission, dueAt) })
        .where(isAsSeen(commission))
        .go()
        .then(() => true, unlessRefused)
    },
    /** It is not tried any more, and says why. False when somebody took it in hand meanwhile. */
    async giveUp(commission: Commission, reason = commission.reason): Promise<boolean> {
      return entity
        .patch(idOf(commission))
        .set({ status: 'over', reason })
        .remove(['dueAs', 'dueAt', ...ofOwed])
        .where(isAsSeen(commission))
        .go()
        .then(() => true, unlessRefused)
    },
    /** It was passed on. It stays due until it is known whether something of it is to come back. */
    async end(commission: Commission, transferId: string, now: number): Promise<void> {
      const paid = entity
        .patch(idOf(commission))
        .set({ status: 'paid', transferId })
        .remove([...ofOwed])
        .where(({ status }, { eq }) => eq(status, 'open'))
      const { userId, amountCents } = commission
      // Refused where somebody said so before.
      await transact(table, [toWrite(paid), earnedRow(table, userId, now, { paidCents: amountCents })])
    },
    /** What a person is owed and did not get yet, the oldest first, as it was a moment ago. */
    async listOwed(userId: string, limit: number): Promise<Commission[]> {
      const { data } = await entity.query.owed({ owedTo: userId }).go({ limit })
      return data.map((row) => Commission.parse(row))
    },
    /** Takes one that was passed on in hand, to take a part of it back; undefined when somebody else has it. */
    async hold(commission: Commission, now: number, dueAt: number): Promise<Commission | undefined> {
      const keys = dueKeys(commission, dueAt)
      return entity
        .patch(idOf(commission))
        .set({ triedAt: now, ...keys })
        .where(({ status, triedAt }, { eq }) => `${eq(status, 'paid')} AND ${eq(triedAt, commission.triedAt)}`)
        .go()
        .then(() => ({ ...commission, triedAt: now, dueAt: keys.dueAt }), noneIfRefused)
    },
    /** So much of it was taken back by now. */
    async noteBack(commission: Commission, backCents: number, now: number): Promise<void> {
      const { userId, backCents: before } = commission
      const noted = entity
        .patch(idOf(commission))
        .set({ backCents, reason: '', backRefusals: 0 })
        .where((row, { eq, notExists }) =>
          before === 0 ? `${notExists(row.backCents)} OR ${eq(row.backCents, 0)}` : eq(row.backCents, before),
        )
      const more = { backCents: backCents - before }
      // Refused where somebody noted it before.
      await transact(table, [toWrite(noted), ...(more.backCents > 0 ? [earnedRow(table, userId, now, more)] : [])])
    },
    /** Nothing more is to be done with it, unless somebody wants it looked at since it was read. */
    async rest(commission: Commission): Promise<void> {
      if (commission.dueAt === '') return
      await entity
        .patch(idOf(commission))
        .remove(['dueAs', 'dueAt'])
        .where(({ status, dueAt }, { eq }) => `${eq(status, 'paid')} AND ${eq(dueAt, commission.dueAt)}`)
        .go()
        .catch(unlessRefused)
    },
    /** It cannot be taken back yet: it is tried again then, or, without a time, no more. */
    async putOffBack(
      commission: Commission,
      dueAt: number | undefined,
      said: Partial<Pick<Commission, 'reason' | 'backRefusals'>> = {},
    ): Promise<void> {
      const row = entity
        .patch(idOf(commission))
        .set({ ...said, ...(dueAt !== undefined && dueKeys(commission, dueAt)) })
      await (dueAt === undefined ? row.remove(['dueAs', 'dueAt']) : row)
        .where(({ status }, { eq }) => eq(status, 'paid'))
        .go()
        .catch(unlessRefused)
    },
  }
}
