import { Entity } from 'electrodb'
import { type Attempt, Payment, paymentStatuses } from '#shared/model/payment.ts'
import { unlessRefused } from './errors.ts'
import { electro, key, model, type Table, withoutNulls } from './table.ts'

const required = { type: 'string', required: true } as const
const text = { type: 'string' } as const
const number = { type: 'number' } as const

const schema = {
  model: model('payment'),
  attributes: {
    companyId: required,
    key: required,
    purpose: required,
    amountCents: { type: 'number', required: true },
    applicationFeeCents: number,
    campaignId: text,
    description: required,
    status: { type: paymentStatuses, required: true },
    createdAt: { type: 'number', required: true },
    failedAt: number,
    code: text,
    reason: text,
    retries: number,
    attempt: { type: 'any' },
    /** Key and end of the attempt once more, where conditions reach them. */
    attemptKey: text,
    attemptEndsAt: number,
    chargeId: text,
    endedAt: number,
    endedBy: text,
    dueAs: text,
    dueAt: text,
  },
  indexes: {
    primary: { pk: key('pk', ['companyId'], 'C#${companyId}#PAYMENTS'), sk: key('sk', ['key'], '${key}') },
    // Only while somebody has to look at it again.
    due: { index: 'gsi2', pk: key('gsi2pk', ['dueAs'], '${dueAs}'), sk: key('gsi2sk', ['dueAt'], '${dueAt}') },
  },
} as const

const DUE = 'DUE#PAYMENTS'
const at15 = (at: number) => String(at).padStart(15, '0')
type Id = Pick<Payment, 'companyId' | 'key'>
const dueKeys = ({ companyId, key: of }: Id, at: number) => ({ dueAs: DUE, dueAt: `${at15(at)}#${companyId}#${of}` })
const attemptFields = (attempt: Attempt) => ({ attempt, attemptKey: attempt.key, attemptEndsAt: attempt.endsAt })
const toPayment = (row: Record<string, unknown>): Payment => Payment.parse(row)

/** What companies owe and how far its payment is. Each change is conditional, so two workers never do the same. */
export function payments(table: Table) {
  const entity = new Entity(schema, electro(table))

  return {
    /** Begins a payment with its first attempt; false when it was begun before. */
    async begin(payment: Payment, attempt: Attempt): Promise<boolean> {
      return entity
        .create({ ...withoutNulls(payment), ...attemptFields(attempt), ...dueKeys(payment, attempt.endsAt) })
        .go()
        .then(() => true, unlessRefused)
    },
    async find({ companyId, key: of }: Id): Promise<Payment | undefined> {
      const { data } = await entity.get({ companyId, key: of }).go({ consistent: true })
      return data ? toPayment(data) : undefined
    },
    /** What was declined and is still owed, oldest first. */
    async listFailed(companyId: string): Promise<Payment[]> {
      const { data } = await entity.query.primary({ companyId }).go({ pages: 'all', consistent: true })
      return data
        .map(toPayment)
        .filter(({ status, failedAt }) => status === 'open' && failedAt !== null)
        .sort((a, b) => a.createdAt - b.createdAt)
    },
    /** Those of all companies that are to be looked at by now, longest ago first. */
    async listDue(now: number, limit: number): Promise<Payment[]> {
      const { data } = await entity.query
        .due({ dueAs: DUE })
        .lt({ dueAt: at15(now + 1) })
        .go({ limit })
      return data.map(toPayment)
    },
    /** Takes an open payment in hand for another attempt; false when somebody else has it, or it is over. */
    async attempt(payment: Payment, attempt: Attempt): Promise<boolean> {
      return entity
        .patch({ companyId: payment.companyId, key: payment.key })
        .set({ ...attemptFields(attempt), ...dueKeys(payment, attempt.endsAt) })
        .where((item, { eq, notExists }) => {
          const seen = payment.attempt
          const isAsSeen = seen
            ? `${eq(item.attemptKey, seen.key)} AND ${eq(item.attemptEndsAt, seen.endsAt)}`
            : notExists(item.attemptKey)
          return `${eq(item.status, 'open')} AND ${isAsSeen}`
        })
        .go()
        .then(() => true, unlessRefused)
    },
    /** The attempt was declined. `dueAt` null: it is not tried again by itself. */
    async decline(
      payment: Id,
      attemptKey: string,
      said: { code: string; reason: string; retries: number; failedAt: number; dueAt: number | null },
    ): Promise<boolean> {
      const { dueAt, ...facts } = said
      const set = dueAt === null ? facts : { ...facts, ...dueKeys(payment, dueAt) }
      return entity
        .patch({ companyId: payment.companyId, key: payment.key })
        .set(set)
        .remove(
          dueAt === null
            ? ['attempt', 'attemptKey', 'attemptEndsAt', 'dueAs', 'dueAt']
            : ['attempt', 'attemptKey', 'attemptEndsAt'],
        )
        .where((item, { eq }) => `${eq(item.status, 'open')} AND ${eq(item.attemptKey, attemptKey)}`)
        .go()
        .then(() => true, unlessRefused)
    },
    /** Ends it, once; false when it was over before, or when another attempt began since it was read. */
    async end(
      payment: Payment,
      said: { status: 'paid' | 'settled'; chargeId: string | null; by: string; at: number },
    ): Promise<boolean> {
      const { status, chargeId, by, at } = said
      return entity
        .patch({ companyId: payment.companyId, key: payment.key })
        .set({ status, endedAt: at, endedBy: by, ...(chargeId && { chargeId }) })
        .remove(['attempt', 'attemptKey', 'attemptEndsAt', 'dueAs', 'dueAt'])
        .where((item, { eq, notExists }) => {
          const isAsSeen = payment.attempt ? eq(item.attemptKey, payment.attempt.key) : notExists(item.attemptKey)
          return `${eq(item.status, 'open')} AND ${isAsSeen}`
        })
        .go()
        .then(() => true, unlessRefused)
    },
    /** Forgets a payment that was refused before anything came of it, so that it can be asked for anew. */
    async drop(payment: Id, attemptKey: string): Promise<boolean> {
      return entity
        .delete({ companyId: payment.companyId, key: payment.key })
        .where((item, { eq }) => `${eq(item.status, 'open')} AND ${eq(item.attemptKey, attemptKey)}`)
        .go()
        .then(() => true, unlessRefused)
    },
  }
}
