import { Entity } from 'electrodb'
import { DAY } from '#shared/dates.ts'
import { isConditionFailure, unlessOwn } from '../lib/errors.ts'
import { electro, key, model, type Table, withoutNulls } from '../lib/table.ts'
import type { TicketHolder } from './ticket-holder.ts'

/** What a one-time token opens. */
const tokenKinds = ['resetPassword', 'invitation', 'confirmEmail', 'newEmail', 'sso', 'document', 'toolSignIn'] as const
export type TokenKind = (typeof tokenKinds)[number]

const schema = {
  model: model('token'),
  attributes: {
    hash: { type: 'string', required: true },
    kind: { type: tokenKinds, required: true },
    userId: { type: 'string', required: true },
    /** Host company that the token is good on. */
    tenantId: { type: 'string', required: true },
    /** What it is about: an address, a sub-domain, a document. */
    subject: { type: 'string', required: true },
    /** The sign-in that asked, where it is worth nothing without it. */
    holder: { type: 'any' },
    createdAt: { type: 'number', required: true },
    endsAt: { type: 'number', required: true },
    usedAt: { type: 'number' },
    ttl: { type: 'number', required: true },
  },
  indexes: { primary: { pk: key('pk', ['hash'], 'T#${hash}'), sk: key('sk', [], 'TOKEN') } },
} as const

export type OneTimeToken = {
  hash: string
  kind: TokenKind
  userId: string
  tenantId: string
  subject: string
  holder?: TicketHolder | undefined
  createdAt: number
  endsAt: number
  usedAt?: number | undefined
}

/** Kept on after its end, so that a late visitor is told that the link is too old and not that it never was. */
const KEEP_MS = 7 * DAY

export const tokenEntity = (table: Table) => new Entity(schema, electro(table))

/** One-time tokens: only their hashes are kept, and each works once. */
export function oneTimeTokens(table: Table) {
  const entity = tokenEntity(table)
  return {
    async create(token: OneTimeToken): Promise<void> {
      await entity
        .create(withoutNulls({ ...token, ttl: Math.ceil((token.endsAt + KEEP_MS) / 1000) }))
        .go()
        .catch(unlessOwn)
    },
    async find(hash: string): Promise<OneTimeToken | undefined> {
      const { data } = await entity.get({ hash }).go({ consistent: true })
      return data ?? undefined
    },
    /** True for the one request that uses it, while it is good. */
    async use(hash: string, now: number): Promise<boolean> {
      try {
        await entity
          .patch({ hash })
          .set({ usedAt: now })
          .where(({ usedAt, endsAt }, { gt, notExists }) => `${notExists(usedAt)} AND ${gt(endsAt, now)}`)
          .go()
        return true
      } catch (error) {
        if (isConditionFailure(error)) return false
        throw error
      }
    },
  }
}
