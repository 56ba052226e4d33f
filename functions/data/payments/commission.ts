import { Entity } from 'electrodb'
import * as z from 'zod'
import { salesKinds } from '#shared/model/sales-kinds.ts'
import { unlessRefused } from '../lib/errors.ts'
import { at15, electro, key, model, type Table } from '../lib/table.ts'

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
  createdAt: z.number(),
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
    createdAt: { type: 'number', required: true },
    dueAs: text,
    dueAt: text,
  },
  indexes: {
    primary: {
      pk: key('pk', ['agencyId'], 'C#${agencyId}#COMMISSIONS'),
      sk: key('sk', ['paymentKey', 'kind'], '${paymentKey}#${kind}'),
    },
    // Only while it is owed.
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
        .create({ ...Commission.parse(commission), ...dueKeys(commission, dueAt) })
        .go()
        .then(() => true, unlessRefused)
    },
    async list(agencyId: string, paymentKey: string): Promise<Commission[]> {
      const { data } = await entity.query.primary({ agencyId, paymentKey }).go({ pages: 'all', consistent: true })
      return data.map((row) => Commission.parse(row))
    },
    /** What sales people did not get yet of all that an agency paid, oldest first. */
    async listUnpaid(agencyId: string): Promise<Commission[]> {
      const { data } = await entity.query
        .primary({ agencyId })
        .where(({ status }, { ne }) => ne(status, 'paid'))
        .go({ pages: 'all' })
      return data.map((row) => Commission.parse(row)).sort((a, b) => a.createdAt - b.createdAt)
    },
    async listDue(now: number, limit = 200): Promise<Commission[]> {
      const to = `${at15(now)}~`
      const { data } = await entity.query.due({ dueAs: DUE }).between({ dueAt: NO_ANSWER }, { dueAt: to }).go({ limit })
      return data.map((row) => Commission.parse(row))
    },
    /** Takes an open one in hand, for one account; false when somebody else has it, or it is paid. */
    async take(commission: Commission, destination: string, now: number, dueAt: number): Promise<boolean> {
      return entity
        .patch(idOf(commission))
        .set({ destination, triedAt: now, ...dueKeys(commission, dueAt) })
        .where(isAsSeen(commission))
        .go()
        .then(() => true, unlessRefused)
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
        .remove(['dueAs', 'dueAt'])
        .where(isAsSeen(commission))
        .go()
        .then(() => true, unlessRefused)
    },
    async end(commission: Commission, transferId: string): Promise<void> {
      await entity.patch(idOf(commission)).set({ status: 'paid', transferId }).remove(['dueAs', 'dueAt']).go()
    },
  }
}
