import { Entity } from 'electrodb'
import { type TwoFactorType, twoFactorTypes } from '#shared/two-factor.ts'
import { unlessRefused } from '../lib/errors.ts'
import { electro, key, model, type Table, type TableKey, withoutNulls } from '../lib/table.ts'

const schema = {
  model: model('twoFactor'),
  attributes: {
    userId: { type: 'string', required: true },
    type: { type: twoFactorTypes, required: true },
    /** The authenticator's secret, sealed. */
    secretBox: { type: 'string' },
    /** The latest step whose code was taken: a code that was used once is of no use again. */
    lastStep: { type: 'number' },
    /** Hashes of the recovery codes that are left. */
    recoveryHashes: { type: 'set', items: 'string' },
    /** How often they were made. */
    renewals: { type: 'number' },
    createdAt: { type: 'number', required: true },
  },
  indexes: { primary: { pk: key('pk', ['userId'], 'U#${userId}'), sk: key('sk', [], 'TWOFACTOR') } },
} as const

const pendingSchema = {
  model: model('twoFactorPending'),
  attributes: {
    userId: { type: 'string', required: true },
    secretBox: { type: 'string', required: true },
    endsAt: { type: 'number', required: true },
    ttl: { type: 'number', required: true },
  },
  indexes: { primary: { pk: key('pk', ['userId'], 'U#${userId}'), sk: key('sk', [], 'TWOFACTOR#PENDING') } },
} as const

export type TwoFactor = {
  userId: string
  type: TwoFactorType
  secretBox?: string | undefined
  lastStep?: number | undefined
  recoveryHashes?: string[] | undefined
  renewals?: number | undefined
  createdAt: number
}

/** For a read of several kinds at once: who has such a row has a second step. */
export const twoFactorKey = (userId: string): TableKey => ({ pk: `U#${userId}`, sk: 'TWOFACTOR' })

/** How people confirm their sign-in. A person without a row has no second step. */
export function twoFactors(table: Table) {
  const entity = new Entity(schema, electro(table))
  const pending = new Entity(pendingSchema, electro(table))
  // Attributes have the type of their values there.
  type Seen = { createdAt: number; renewals: number }
  type Ask = { eq: (row: number, value: number) => string; notExists: (row: number) => string }
  /** Neither set up anew since, nor given other codes. */
  const asRead =
    ({ createdAt, renewals }: TwoFactor) =>
    (row: Seen, { eq, notExists }: Ask) =>
      `${eq(row.createdAt, createdAt)} AND ${renewals === undefined ? notExists(row.renewals) : eq(row.renewals, renewals)}`

  return {
    async find(userId: string): Promise<TwoFactor | undefined> {
      const { data } = await entity.get({ userId }).go({ consistent: true })
      return data ?? undefined
    },
    /** Replaces what was `known` there, its secret and its recovery codes included; false when somebody was quicker. */
    async save(setting: TwoFactor, known: TwoFactor | undefined): Promise<boolean> {
      return entity
        .put(withoutNulls({ ...setting, renewals: (known?.renewals ?? 0) + 1 }))
        .where(known ? asRead(known) : ({ type }, { notExists }) => notExists(type))
        .go()
        .then(() => true, unlessRefused)
    },
    async remove(userId: string): Promise<void> {
      await Promise.all([entity.delete({ userId }).go(), pending.delete({ userId }).go()])
    },
    /** Takes an authenticator's step; false when that step or a later one was taken before. */
    async takeStep(userId: string, step: number): Promise<boolean> {
      return entity
        .patch({ userId })
        .set({ lastStep: step })
        .where(({ lastStep }, { lt, notExists }) => `${notExists(lastStep)} OR ${lt(lastStep, step)}`)
        .go()
        .then(() => true, unlessRefused)
    },
    /** Spends a recovery code; false when there is no such code any more. */
    async spendRecovery(userId: string, hash: string): Promise<boolean> {
      return entity
        .patch({ userId })
        .delete({ recoveryHashes: [hash] })
        .where(({ recoveryHashes }, { contains }) => contains(recoveryHashes, hash))
        .go()
        .then(() => true, unlessRefused)
    },
    /**
     * Replaces the recovery codes of the second step that is `known`; false when it was turned off, changed or renewed meanwhile. Codes
     * are shown once: of two answers at once one would be worth nothing.
     */
    async renewRecovery(known: TwoFactor, recoveryHashes: string[]): Promise<boolean> {
      return entity
        .patch({ userId: known.userId })
        .set({ recoveryHashes })
        .add({ renewals: 1 })
        .where(asRead(known))
        .go()
        .then(() => true, unlessRefused)
    },
    /** Remembers a secret that was shown and not saved yet. A newer one takes its place. */
    async propose(userId: string, secretBox: string, endsAt: number): Promise<void> {
      await pending.put({ userId, secretBox, endsAt, ttl: Math.ceil(endsAt / 1000) }).go()
    },
    async findProposed(userId: string): Promise<{ secretBox: string; endsAt: number } | undefined> {
      const { data } = await pending.get({ userId }).go({ consistent: true })
      return data ?? undefined
    },
    async forgetProposed(userId: string): Promise<void> {
      await pending.delete({ userId }).go()
    },
  }
}
