import { Entity } from 'electrodb'
import { type TwoFactorType, twoFactorTypes } from '#shared/two-factor.ts'
import { isConditionFailure, unlessOwn } from '../lib/errors.ts'
import { electro, key, model, type Table, withoutNulls } from '../lib/table.ts'

const number = { type: 'number', required: true } as const

const schema = {
  model: model('otpChallenge'),
  attributes: {
    userId: { type: 'string', required: true },
    id: { type: 'string', required: true },
    /** Hash of the secret in the browser's token. */
    tokenHash: { type: 'string', required: true },
    type: { type: twoFactorTypes, required: true },
    /** Hash of the mailed code with the token's secret: the table alone does not tell the code. */
    codeHash: { type: 'string' },
    codeEndsAt: { type: 'number' },
    sentAt: { type: 'number' },
    sends: number,
    tries: number,
    /** Host company of the sign-in. */
    tenantId: { type: 'string', required: true },
    /** The person's epoch: a password that was changed since ends the sign-in too. */
    epoch: number,
    /** When the second step was set up that is asked for: another one since ends the sign-in. */
    stepAt: { type: 'number' },
    endsAt: number,
    usedAt: { type: 'number' },
    ttl: number,
  },
  indexes: { primary: { pk: key('pk', ['userId'], 'U#${userId}'), sk: key('sk', ['id'], 'OTP#${id}') } },
} as const

export type OtpChallenge = {
  userId: string
  id: string
  tokenHash: string
  type: TwoFactorType
  codeHash?: string | undefined
  codeEndsAt?: number | undefined
  sentAt?: number | undefined
  sends: number
  tries: number
  tenantId: string
  epoch: number
  stepAt?: number | undefined
  endsAt: number
  usedAt?: number | undefined
}
export type ShownToken = { userId: string; id: string; hash: string }

/** Sign-ins between the password and the second step. */
export function otpChallenges(table: Table) {
  const entity = new Entity(schema, electro(table))
  const unlessRefused = (error: unknown): undefined => {
    if (isConditionFailure(error)) return undefined
    throw error
  }

  async function find({ userId, id, hash }: ShownToken): Promise<OtpChallenge | undefined> {
    const { data } = await entity.get({ userId, id }).go({ consistent: true })
    return data?.tokenHash === hash ? data : undefined
  }

  return {
    find,
    async create(challenge: OtpChallenge): Promise<void> {
      await entity
        .create(withoutNulls({ ...challenge, ttl: Math.ceil(challenge.endsAt / 1000) }))
        .go()
        .catch(unlessOwn)
    },
    /** Counts a try and answers the sign-in as it is then; undefined when it is unknown, used, over, or has no try left. */
    async countTry({ userId, id, hash }: ShownToken, limit: number, now: number): Promise<OtpChallenge | undefined> {
      const { data } =
        (await entity
          .patch({ userId, id })
          .add({ tries: 1 })
          .where(
            ({ tokenHash, tries, usedAt, endsAt }, { eq, lt, gt, notExists }) =>
              `${eq(tokenHash, hash)} AND ${lt(tries, limit)} AND ${notExists(usedAt)} AND ${gt(endsAt, now)}`,
          )
          .go({ response: 'all_new' })
          .catch(unlessRefused)) ?? {}
      // @NOTE `all_new` answers the whole item, which holds every required attribute.
      return data as OtpChallenge | undefined
    },
    /** Ends a sign-in with success; false when another request was faster. */
    async use({ userId, id }: OtpChallenge, now: number): Promise<boolean> {
      const done = await entity
        .patch({ userId, id })
        .set({ usedAt: now })
        .where(({ usedAt }, { notExists }) => notExists(usedAt))
        .go()
        .catch(unlessRefused)
      return done !== undefined
    },
    /** Puts a new code in the place of the one before; false when another request sent one first. */
    async renewCode(
      challenge: OtpChallenge,
      code: { codeHash: string; codeEndsAt: number; sentAt: number },
    ): Promise<boolean> {
      const { userId, id, sends } = challenge
      const done = await entity
        .patch({ userId, id })
        .set({ ...code, sends: sends + 1 })
        .where((item, { eq, notExists }) => `${eq(item.sends, sends)} AND ${notExists(item.usedAt)}`)
        .go()
        .catch(unlessRefused)
      return done !== undefined
    },
  }
}
