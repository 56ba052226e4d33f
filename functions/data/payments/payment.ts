import { Entity } from 'electrodb'
import { dayIn } from '#shared/dates.ts'
import {
  type Attempt,
  type Dispute,
  isTakenBack,
  isUnreachable,
  Payment,
  paymentStatuses,
  paymentSubjects,
} from '#shared/model/payment.ts'
import { readAll } from '../lib/batch.ts'
import { unlessRefused } from '../lib/errors.ts'
import { at15, electro, key, model, type Table, type TableKey, withoutNulls } from '../lib/table.ts'
import { markEntity, SETTLED_MS, toMark } from '../reports/day-sums.ts'
import { transact, type Write } from '../wallet/items.ts'

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
    coupon: { type: 'any' },
    description: required,
    lines: { type: 'any' },
    clientId: text,
    term: text,
    periodFromOn: text,
    periodToOn: text,
    subtotalCents: number,
    discountCents: number,
    earned: { type: 'any' },
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
    unreachableSince: number,
    chargeId: text,
    endedAt: number,
    endedBy: text,
    accountId: text,
    refundedCents: number,
    dispute: { type: 'any' },
    disputeSettledAt: number,
    dueAs: text,
    dueAt: text,
  },
  indexes: {
    primary: { pk: key('pk', ['companyId'], 'C#${companyId}#PAYMENTS'), sk: key('sk', ['key'], '${key}') },
    // Only while somebody has to look at it again, or at its company when it has just ended.
    due: { index: 'gsi2', pk: key('gsi2pk', ['dueAs'], '${dueAs}'), sk: key('gsi2sk', ['dueAt'], '${dueAt}') },
  },
} as const

/**
 * Beside a payment that was declined or taken back and is still owed, or of which nobody can tell whether it was paid: so these are found
 * without reading all the others.
 */
const failedSchema = {
  model: model('failedPayment'),
  attributes: {
    companyId: required,
    key: required,
    /** The root below which it is owed, and since when (ms, padded) with company and key: for its operators. */
    rootId: text,
    since: text,
  },
  indexes: {
    primary: { pk: key('pk', ['companyId'], 'C#${companyId}#FAILED'), sk: key('sk', ['key'], '${key}') },
    ofRoot: {
      index: 'gsi2',
      pk: key('gsi2pk', ['rootId'], 'UNPAID#${rootId}'),
      sk: key('gsi2sk', ['since'], '${since}'),
    },
  },
} as const

const DUE = 'DUE#PAYMENTS'
/** What goes with an attempt, and what has it looked at again. */
const ofAttempt = ['attempt', 'attemptKey', 'attemptEndsAt', 'unreachableSince'] as const
const ofDue = ['dueAs', 'dueAt'] as const
type Id = Pick<Payment, 'companyId' | 'key'>
const idOf = ({ companyId, key: of }: Id) => ({ companyId, key: of })
const dueKeys = ({ companyId, key: of }: Id, at: number) => ({ dueAs: DUE, dueAt: `${at15(at)}#${companyId}#${of}` })
const attemptFields = (attempt: Attempt) => ({ attempt, attemptKey: attempt.key, attemptEndsAt: attempt.endsAt })
export const toPayment = (row: Record<string, unknown>): Payment => Payment.parse(row)

export const isDeclined = ({ status, failedAt }: Payment) => status === 'open' && failedAt !== null

/** Below which root a company owes, and since when (ms). */
type Owing = { rootId: string; since: number }

export const paymentEntity = (table: Table) => new Entity(schema, electro(table))
export const failedEntity = (table: Table) => new Entity(failedSchema, electro(table))
export const failedRow = (payment: Id, { rootId, since }: Owing) => ({
  ...idOf(payment),
  rootId,
  since: `${at15(since)}#${payment.companyId}#${payment.key}`,
})

type Kind = 'Put' | 'Update' | 'Delete'
type Change = { go(): Promise<unknown>; params<T>(): T }
export type Ending = {
  status: 'paid' | 'settled' | 'void'
  chargeId: string | null
  /** The account that the charge was made in; empty for the platform's own. */
  accountId?: string | undefined
  by: string
  at: number
  /** When its company is looked at once more, unless somebody said `rest` by then. */
  dueAt?: number
}

/** What companies owe and how far its payment is. Each change is conditional, so two workers never do the same. */
export function payments(table: Table, now: () => number) {
  const entity = paymentEntity(table)
  const failed = failedEntity(table)
  const marks = markEntity(table)
  type Where = Parameters<ReturnType<ReturnType<typeof entity.patch>['set']>['where']>[0]

  const asWrite = <K extends Kind>(kind: K, change: Change): Write => ({ [kind]: change.params<Write[K]>() })
  /** False where a condition refused it. What is written beside it is written with it or neither, and doubles its price. */
  async function write(kind: Kind, change: Change, beside: readonly Write[] = []): Promise<boolean> {
    if (beside.length === 0) return change.go().then(() => true, unlessRefused)
    return (await transact(table, [asWrite(kind, change), ...beside])) === undefined
  }

  /** It is open, and under this attempt or none. */
  const isUnder =
    (attemptKey: string | undefined): Where =>
    (item, { eq, notExists }) =>
      `${eq(item.status, 'open')} AND ${attemptKey ? eq(item.attemptKey, attemptKey) : notExists(item.attemptKey)}`
  const isOver: Where = ({ status }, { ne }) => ne(status, 'open')
  /** Nobody took it in hand since it was read. */
  const isAsSeen =
    ({ attempt }: Payment): Where =>
    (item, does) =>
      `${isUnder(attempt?.key)(item, does)}${attempt ? ` AND ${does.eq(item.attemptEndsAt, attempt.endsAt)}` : ''}`
  /** Nobody has found since it was read that its attempt cannot be looked up: then it bears a mark that goes with it. */
  const isAsReachable =
    ({ unreachableSince }: Payment): Where =>
    (item, { eq, notExists }) =>
      unreachableSince === null
        ? notExists(item.unreachableSince)
        : `(${notExists(item.unreachableSince)} OR ${eq(item.unreachableSince, unreachableSince)})`
  const isMarked = ({ failedAt, unreachableSince }: Payment) => failedAt !== null || unreachableSince !== null
  /** Nothing paid it yet, or this did. */
  const isPaidBy =
    (chargeId: string | null): Where =>
    (item, { eq, notExists }) =>
      chargeId === null ? notExists(item.chargeId) : `(${notExists(item.chargeId)} OR ${eq(item.chargeId, chargeId)})`

  /** Those that bear the mark; it may be older than what became of them. */
  async function listMarked(companyId: string): Promise<Payment[]> {
    const { data: marks } = await failed.query.primary({ companyId }).go({ pages: 'all', consistent: true })
    const keyOf = (of: string) => entity.get({ companyId, key: of }).params<{ Key: TableKey }>().Key
    const items = await readAll(
      table,
      marks.map(({ key: of }) => keyOf(of)),
    )
    return items
      .flatMap((item) => entity.parse({ Item: item }).data ?? [])
      .map(toPayment)
      .sort((a, b) => a.createdAt - b.createdAt)
  }
  /** Before what the reports of revenue and margins tell changes: they count the day of the payment anew a while later. */
  async function noteRevenue(companyId: string, paidAt: number | null, at = now()): Promise<void> {
    if (paidAt !== null) await marks.put(toMark('REVENUE', companyId, dayIn('UTC', paidAt), at + SETTLED_MS)).go()
  }
  const mark = (payment: Id, owing: Owing) => asWrite('Put', failed.put(failedRow(payment, owing)))
  const unmark = (payment: Id) => asWrite('Delete', failed.delete(idOf(payment)))
  /** This very charge paid it. */
  const isChargedBy =
    (chargeId: string): Where =>
    (item, { eq, ne }) =>
      `${eq(item.chargeId, chargeId)} AND ${ne(item.status, 'open')}`

  return {
    /** Begins a payment with its first attempt; false when it was begun before, or what is written beside it was refused. */
    async begin(payment: Payment, attempt: Attempt, beside: readonly Write[] = []): Promise<boolean> {
      const row = { ...withoutNulls(payment), ...attemptFields(attempt), ...dueKeys(payment, attempt.endsAt) }
      return write('Put', entity.create(row), beside)
    },
    /** An invoice that came to nothing: it is paid as soon as it is there, once. */
    async notePaid(payment: Payment): Promise<void> {
      await noteRevenue(payment.companyId, payment.endedAt, payment.endedAt ?? 0)
      await write('Put', entity.create(withoutNulls(payment)))
    },
    /** One that nobody was asked for and nobody will be, once; false where it was begun, or what is written beside it was refused. */
    async noteVoid(payment: Payment, beside: readonly Write[]): Promise<boolean> {
      return write('Put', entity.create(withoutNulls(payment)), beside)
    },
    async find(payment: Id): Promise<Payment | undefined> {
      const { data } = await entity.get(idOf(payment)).go({ consistent: true })
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
    /**
     * Whether something is owed, or under way. It reads all that the company was ever asked for, which happens once, before it is
     * deleted: a mark of what is under way would cost each payment half as much again.
     */
    async hasOpen(companyId: string): Promise<boolean> {
      const { data } = await entity.query
        .primary({ companyId })
        .where(({ status }, { eq }) => eq(status, 'open'))
        .go({ pages: 'all', consistent: true })
      return data.length > 0
    },
    /** What was declined and is still owed, oldest first. */
    async listFailed(companyId: string): Promise<Payment[]> {
      return (await listMarked(companyId)).filter(isDeclined)
    },
    /** The same, and what was paid and a bank took back. */
    async listOwed(companyId: string): Promise<Payment[]> {
      return (await listMarked(companyId)).filter((payment) => isDeclined(payment) || isTakenBack(payment))
    },
    /** All that its card may be asked for once more: what was declined, and what is to be looked up before anybody knows. */
    async listToCollect(companyId: string): Promise<Payment[]> {
      return (await listMarked(companyId)).filter((payment) => isDeclined(payment) || isUnreachable(payment))
    },
    /** All that an operator may settle: the same, and what was paid and a bank took back. */
    async listToSettle(companyId: string): Promise<Payment[]> {
      return (await listMarked(companyId)).filter(
        (payment) => isDeclined(payment) || isUnreachable(payment) || isTakenBack(payment),
      )
    },
    /** Who owes something below a root, once for each payment, the longest first, as it was a moment ago. */
    async listOwing(rootId: string, limit: number): Promise<{ companyId: string; since: number }[]> {
      const { data } = await failed.query.ofRoot({ rootId }).go({ limit })
      return data.map(({ companyId, since = '' }) => ({ companyId, since: Number(since.split('#')[0]) }))
    },
    /** What is owed below a root after it was declined or taken back, oldest first. `after`: the last one that was seen. */
    async listUnpaid(
      rootId: string,
      { after, limit }: { after?: string | undefined; limit: number },
    ): Promise<{ payments: Payment[]; next: string | undefined }> {
      const query = failed.query.ofRoot({ rootId })
      const { data } = await (after === undefined ? query : query.gt({ since: after })).go({ limit: limit + 1 })
      const shown = data.slice(0, limit)
      const keyOf = ({ companyId, key: of }: Id) => entity.get({ companyId, key: of }).params<{ Key: TableKey }>().Key
      const items = await readAll(table, shown.map(keyOf))
      const found = new Map(
        items
          .flatMap((item) => entity.parse({ Item: item }).data ?? [])
          .map(toPayment)
          .map((payment) => [`${payment.companyId} ${payment.key}`, payment]),
      )
      return {
        payments: shown.flatMap(({ companyId, key: of }) => found.get(`${companyId} ${of}`) ?? []),
        next: data.length > limit ? shown.at(-1)?.since : undefined,
      }
    },
    /** Those of all companies that are to be looked at by now, longest ago first; some may have ended. */
    async listDue(now: number, limit: number): Promise<Payment[]> {
      const { data } = await entity.query
        .due({ dueAs: DUE })
        .lt({ dueAt: at15(now + 1) })
        .go({ limit })
      return data.map(toPayment)
    },
    /** Has it looked at again later, unless somebody took it in hand since it was read. */
    async putOff(payment: Payment, at: number): Promise<boolean> {
      const isSame = payment.status === 'open' ? isAsSeen(payment) : isOver
      return write('Update', entity.patch(idOf(payment)).set(dueKeys(payment, at)).where(isSame))
    },
    /** It has ended, and its company was looked at: nobody needs to look again. */
    async rest(payment: Id): Promise<void> {
      await write(
        'Update',
        entity
          .patch(idOf(payment))
          .remove([...ofDue])
          .where(isOver),
      )
    },
    /** Takes an open payment in hand for another attempt; false when somebody else has it, or it is over. */
    async attempt(payment: Payment, attempt: Attempt): Promise<boolean> {
      const facts = { ...attemptFields(attempt), ...dueKeys(payment, attempt.endsAt), attempts: payment.attempts + 1 }
      const change = entity.patch(idOf(payment)).set(facts)
      if (payment.unreachableSince === null)
        return write('Update', change.where(isAsSeen(payment)).where(isAsReachable(payment)))
      const looked = change.remove(['unreachableSince']).where(isAsSeen(payment)).where(isAsReachable(payment))
      return write('Update', looked, payment.failedAt === null ? [unmark(payment)] : [])
    },
    /** Nobody can tell what became of its attempt. Once for each attempt; false when that ended, or is known, by now. */
    async noteUnreachable(payment: Payment, { rootId, since }: Owing): Promise<boolean> {
      const noted = entity
        .patch(idOf(payment))
        .set({ unreachableSince: since })
        .where(isAsSeen(payment))
        .where(isPaidBy(null))
        .where(({ unreachableSince }, { notExists }) => notExists(unreachableSince))
      return write('Update', noted, [mark(payment, { rootId, since: payment.failedAt ?? since })])
    },
    /** The attempt was declined. `dueAt` null: it is not tried again by itself. What the wallet paid just now is not declined any more. */
    async decline(
      payment: Id,
      attemptKey: string,
      {
        dueAt,
        rootId,
        ...facts
      }: { code: string; reason: string; retries: number; failedAt: number; dueAt: number | null; rootId: string },
    ): Promise<boolean> {
      await noteRevenue(payment.companyId, facts.failedAt, facts.failedAt)
      const declined = entity
        .patch(idOf(payment))
        .set(dueAt === null ? facts : { ...facts, ...dueKeys(payment, dueAt) })
        .remove(dueAt === null ? [...ofAttempt, ...ofDue] : [...ofAttempt])
        .where(isUnder(attemptKey))
        .where(isPaidBy(null))
      return write('Update', declined, [mark(payment, { rootId, since: facts.failedAt })])
    },
    /** It was declined, and its company was looked at: from now on it is due at `at` (ms), or not by itself. */
    async plan(payment: Id, at: number | null): Promise<void> {
      const row = entity.patch(idOf(payment))
      const change = at === null ? row.remove([...ofDue]) : row.set(dueKeys(payment, at))
      await write('Update', change.where(isUnder(undefined)))
    },
    /** For a transaction: the Data Wallet pays it under this entry. Refused when it was paid before, or somebody else tries it. */
    async paidFromWallet(payment: Id, attemptKey: string, chargeId: string): Promise<Write> {
      const paid = entity.patch(idOf(payment)).set({ chargeId }).where(isUnder(attemptKey)).where(isPaidBy(null))
      return asWrite('Update', paid)
    },
    /**
     * Ends it, once; false when it was over before, or when another attempt began since it was read. Anything that paid it meanwhile
     * is what it ends with.
     */
    async end(
      payment: Payment,
      { status, chargeId, accountId, by, at, dueAt }: Ending,
      beside: readonly Write[] = [],
    ): Promise<boolean> {
      if (status === 'paid' || payment.failedAt !== null) await noteRevenue(payment.companyId, at, at)
      const paidWith = status === 'paid' ? payment.attempt?.means : undefined
      const ended = entity
        .patch(idOf(payment))
        .set({ status, endedAt: at, endedBy: by, ...(chargeId && { chargeId }), ...(paidWith && { paidWith }) })
        .set(accountId === undefined ? {} : { accountId })
        .set(dueAt === undefined ? {} : dueKeys(payment, dueAt))
        .remove(dueAt === undefined ? [...ofAttempt, ...ofDue] : [...ofAttempt])
        .where(isUnder(payment.attempt?.key))
        .where(isPaidBy(chargeId))
        .where(isAsReachable(payment))
      return write('Update', ended, [...(isMarked(payment) ? [unmark(payment)] : []), ...beside])
    },
    /** What of a charge that paid it went back by now: all of it, a part, or nothing any more. False when another one paid it. */
    async setRefunded(
      payment: Pick<Payment, 'companyId' | 'key' | 'amountCents' | 'endedAt'>,
      chargeId: string,
      backCents: number,
    ) {
      await noteRevenue(payment.companyId, payment.endedAt)
      const status = backCents >= payment.amountCents ? 'refunded' : 'paid'
      const change = entity.patch(idOf(payment)).set({ refundedCents: backCents, status })
      return write('Update', change.where(isChargedBy(chargeId)))
    },
    /** How the dispute of a charge that paid it stands. False when another one paid it. */
    async setDispute(payment: Payment, chargeId: string, dispute: Dispute, owing: Owing): Promise<boolean> {
      await noteRevenue(payment.companyId, payment.endedAt)
      const change = entity.patch(idOf(payment)).set({ dispute }).where(isChargedBy(chargeId))
      const isOwed = isTakenBack({ ...payment, dispute })
      return write('Update', change, [isOwed ? mark(payment, owing) : unmark(payment)])
    },
    /** An operator says that what a bank took back was paid elsewhere. Its company is looked at once more, as after an end. */
    async settleDispute(payment: Id & Pick<Payment, 'endedAt'>, at: number): Promise<boolean> {
      await noteRevenue(payment.companyId, payment.endedAt, at)
      const change = entity
        .patch(idOf(payment))
        .set({ disputeSettledAt: at, ...dueKeys(payment, at) })
        .where(
          ({ dispute, disputeSettledAt }, { exists, notExists }) =>
            `${exists(dispute)} AND ${notExists(disputeSettledAt)}`,
        )
      return write('Update', change, [unmark(payment)])
    },
    /** Forgets a payment that was refused before anything came of it, so that it can be asked for anew. */
    async drop(payment: Payment, attemptKey: string, beside: readonly Write[] = []): Promise<boolean> {
      const dropped = entity
        .delete(idOf(payment))
        .where(isUnder(attemptKey))
        .where(isPaidBy(null))
        .where(isAsReachable(payment))
      return write('Delete', dropped, [...(isMarked(payment) ? [unmark(payment)] : []), ...beside])
    },
  }
}
