import { setTimeout as sleep } from 'node:timers/promises'
import { Entity, Service } from 'electrodb'
import { type Attempt, Payment, paymentStatuses, paymentSubjects } from '#shared/model/payment.ts'
import { readAll } from './batch.ts'
import { unlessRefused } from './errors.ts'
import type { Write } from './ledger-items.ts'
import { electro, key, model, type Table, type TableKey, withoutNulls } from './table.ts'

const required = { type: 'string', required: true } as const
const text = { type: 'string' } as const
const number = { type: 'number' } as const

const schema = {
  model: model('payment'),
  attributes: {
    companyId: required,
    key: required,
    purpose: required,
    about: { type: paymentSubjects },
    amountCents: { type: 'number', required: true },
    applicationFeeCents: number,
    campaignId: text,
    description: required,
    lines: { type: 'any' },
    attempts: number,
    paidWith: text,
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

/** Beside a payment that was declined and is still owed, so that these are found without reading all the others. */
const failedSchema = {
  model: model('failedPayment'),
  attributes: { companyId: required, key: required },
  indexes: {
    primary: { pk: key('pk', ['companyId'], 'C#${companyId}#FAILED'), sk: key('sk', ['key'], '${key}') },
  },
} as const

const DUE = 'DUE#PAYMENTS'
const MOST_TRIES = 5
/** What goes with its end. */
const whileOpen = ['attempt', 'attemptKey', 'attemptEndsAt', 'dueAs', 'dueAt'] as const
const at15 = (at: number) => String(at).padStart(15, '0')
type Id = Pick<Payment, 'companyId' | 'key'>
const dueKeys = ({ companyId, key: of }: Id, at: number) => ({ dueAs: DUE, dueAt: `${at15(at)}#${companyId}#${of}` })
const attemptFields = (attempt: Attempt) => ({ attempt, attemptKey: attempt.key, attemptEndsAt: attempt.endsAt })
const toPayment = (row: Record<string, unknown>): Payment => Payment.parse(row)

/** Writes all or nothing; false where a condition refused it. Whoever only met somebody else tries again. */
async function whole(
  write: () => Promise<{ canceled: boolean; data: readonly { code?: string }[] }>,
): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    const { canceled, data } = await write()
    if (!canceled) return true
    const reasons = data.map(({ code }) => code ?? '?')
    if (reasons.includes('ConditionalCheckFailed')) return false
    if (tries === MOST_TRIES) throw new Error(`The payment could not be written: ${reasons.join(', ')}.`)
    await sleep(Math.random() * 25 * 2 ** tries)
  }
}

/** What companies owe and how far its payment is. Each change is conditional, so two workers never do the same. */
export function payments(table: Table) {
  const entity = new Entity(schema, electro(table))
  const failed = new Entity(failedSchema, electro(table))
  const both = new Service({ payment: entity, failed })
  type Where = Parameters<ReturnType<ReturnType<typeof entity.patch>['set']>['where']>[0]

  /** Nobody took it in hand since it was read. */
  const isAsSeen =
    ({ attempt }: Payment): Where =>
    (item, { eq, notExists }) => {
      const isSame = attempt
        ? `${eq(item.attemptKey, attempt.key)} AND ${eq(item.attemptEndsAt, attempt.endsAt)}`
        : notExists(item.attemptKey)
      return `${eq(item.status, 'open')} AND ${isSame}`
    }
  /** And whatever paid it meanwhile is what it ends with. */
  const isSameAttempt =
    ({ attempt }: Payment, chargeId: string | null): Where =>
    (item, { eq, notExists }) => {
      const isSame = attempt ? eq(item.attemptKey, attempt.key) : notExists(item.attemptKey)
      const isUnpaid = notExists(item.chargeId)
      const isPaidBy = chargeId === null ? isUnpaid : `(${isUnpaid} OR ${eq(item.chargeId, chargeId)})`
      return `${eq(item.status, 'open')} AND ${isSame} AND ${isPaidBy}`
    }

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
    /**
     * All that a company was ever asked to pay, newest first. A company has some hundred of them a year, and looks at them now
     * and then: an order of their own would cost each payment another write.
     */
    async list(companyId: string): Promise<Payment[]> {
      const { data } = await entity.query.primary({ companyId }).go({ pages: 'all' })
      return data.map(toPayment).sort((a, b) => b.createdAt - a.createdAt || (a.key < b.key ? 1 : -1))
    },
    /** What was demanded from one instant up to, but without, another. */
    async listBetween(companyId: string, start: number, end: number): Promise<Payment[]> {
      const { data } = await entity.query
        .primary({ companyId })
        .where(({ createdAt }, { gte, lt }) => `${gte(createdAt, start)} AND ${lt(createdAt, end)}`)
        .go({ pages: 'all' })
      return data.map(toPayment)
    },
    /** Whether something is owed, or under way. */
    async hasOpen(companyId: string): Promise<boolean> {
      const { data } = await entity.query
        .primary({ companyId })
        .where(({ status }, { eq }) => eq(status, 'open'))
        .go({ pages: 'all', consistent: true })
      return data.length > 0
    },
    /** What was declined and is still owed, oldest first. */
    async listFailed(companyId: string): Promise<Payment[]> {
      const { data: marks } = await failed.query.primary({ companyId }).go({ pages: 'all', consistent: true })
      const keyOf = (of: string) => entity.get({ companyId, key: of }).params<{ Key: TableKey }>().Key
      const items = await readAll(
        table,
        marks.map(({ key: of }) => keyOf(of)),
      )
      return items
        .flatMap((item) => entity.parse({ Item: item }).data ?? [])
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
    /** Has it looked at again later, unless somebody took it in hand since it was read. */
    async putOff(payment: Payment, at: number): Promise<boolean> {
      return entity
        .patch({ companyId: payment.companyId, key: payment.key })
        .set(dueKeys(payment, at))
        .where(isAsSeen(payment))
        .go()
        .then(() => true, unlessRefused)
    },
    /** Takes an open payment in hand for another attempt; false when somebody else has it, or it is over. */
    async attempt(payment: Payment, attempt: Attempt): Promise<boolean> {
      return entity
        .patch({ companyId: payment.companyId, key: payment.key })
        .set({ ...attemptFields(attempt), ...dueKeys(payment, attempt.endsAt), attempts: payment.attempts + 1 })
        .where(isAsSeen(payment))
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
      const { companyId, key: of } = payment
      return whole(() =>
        both.transaction
          .write((to) => [
            to.payment
              .patch({ companyId, key: of })
              .set(set)
              .remove(dueAt === null ? [...whileOpen] : ['attempt', 'attemptKey', 'attemptEndsAt'])
              // What the wallet paid just now is not declined any more.
              .where(
                (item, { eq, notExists }) =>
                  `${eq(item.status, 'open')} AND ${eq(item.attemptKey, attemptKey)} AND ${notExists(item.chargeId)}`,
              )
              .commit(),
            to.failed.put({ companyId, key: of }).commit(),
          ])
          .go(),
      )
    },
    /** For a transaction: the Data Wallet pays it under this entry. Refused when it was paid before, or somebody else tries it. */
    async paidFromWallet({ companyId, key: of }: Id, attemptKey: string, chargeId: string): Promise<Write> {
      const update = entity
        .patch({ companyId, key: of })
        .set({ chargeId })
        .where(
          (item, { eq, notExists }) =>
            `${eq(item.status, 'open')} AND ${eq(item.attemptKey, attemptKey)} AND ${notExists(item.chargeId)}`,
        )
        .params<NonNullable<Write['Update']>>()
      return { Update: update }
    },
    /** Ends it, once; false when it was over before, or when another attempt began since it was read. */
    async end(
      payment: Payment,
      said: { status: 'paid' | 'settled'; chargeId: string | null; by: string; at: number },
    ): Promise<boolean> {
      const { status, chargeId, by, at } = said
      const { companyId, key: of } = payment
      const paidWith = status === 'paid' ? payment.attempt?.means : undefined
      const set = { status, endedAt: at, endedBy: by, ...(chargeId && { chargeId }), ...(paidWith && { paidWith }) }
      if (payment.failedAt === null)
        return entity
          .patch({ companyId, key: of })
          .set(set)
          .remove([...whileOpen])
          .where(isSameAttempt(payment, chargeId))
          .go()
          .then(() => true, unlessRefused)
      return whole(() =>
        both.transaction
          .write((to) => [
            to.payment
              .patch({ companyId, key: of })
              .set(set)
              .remove([...whileOpen])
              .where(isSameAttempt(payment, chargeId))
              .commit(),
            to.failed.delete({ companyId, key: of }).commit(),
          ])
          .go(),
      )
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
