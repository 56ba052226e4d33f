import { Entity } from 'electrodb'
import { isConditionFailure, unlessOwn, unlessRefused } from '../lib/errors.ts'
import {
  electro,
  type Item,
  itemReader,
  key,
  keyMaker,
  model,
  type Table,
  type TableKey,
  withoutNulls,
} from '../lib/table.ts'

const schema = {
  model: model('session'),
  attributes: {
    userId: { type: 'string', required: true },
    id: { type: 'string', required: true },
    /** Counts rotations. A refresh token names the generation it belongs to. */
    generation: { type: 'number', required: true },
    tokenHash: { type: 'string', required: true },
    /** Hash of what all refresh tokens of this session share: an old one is told from a made-up one by it. */
    familyHash: { type: 'string', required: true },
    /** Hash of the half that the browser keeps in a cookie: a refresh token is worth nothing without it. */
    browserHash: { type: 'string' },
    /** The token before, and until when the same browser may still show it (an answer may have been lost). */
    previousHash: { type: 'string' },
    previousUntil: { type: 'number' },
    /** The present token, sealed with the one before: the person who shows that one again in time gets the same successor. */
    successorBox: { type: 'string' },
    /** The user's epoch at sign-in; a raised one ends the session. */
    epoch: { type: 'number', required: true },
    companyId: { type: 'string', required: true },
    /** Tenant (host company) that the person signed in on. */
    tenantId: { type: 'string', required: true },
    /** Host that they signed in on: a tenant has several, and one that it gave up may be somebody else's. */
    host: { type: 'string' },
    authenticatedAt: { type: 'number', required: true },
    device: { type: 'string' },
    ip: { type: 'string' },
    /** Where it seems to be used: a country, or the place of a time zone. */
    place: { type: 'string' },
    createdAt: { type: 'number', required: true },
    /** Latest rotation. */
    usedAt: { type: 'number' },
    /** No rotation lives past this moment, ms. */
    endsAt: { type: 'number', required: true },
    endedAt: { type: 'number' },
    ttl: { type: 'number', required: true },
  },
  indexes: { primary: { pk: key('pk', ['userId'], 'U#${userId}'), sk: key('sk', ['id'], 'S#${id}') } },
} as const

export type Session = {
  userId: string
  id: string
  generation: number
  tokenHash: string
  familyHash: string
  browserHash?: string | undefined
  previousHash?: string | undefined
  previousUntil?: number | undefined
  successorBox?: string | undefined
  epoch: number
  companyId: string
  tenantId: string
  host?: string | undefined
  authenticatedAt: number
  device?: string | undefined
  ip?: string | undefined
  place?: string | undefined
  createdAt: number
  usedAt?: number | undefined
  endsAt: number
  endedAt?: number | undefined
}

const keyOf = keyMaker(schema.indexes)
const readItem = itemReader(schema)

/** Sign-ins. Only hashes of refresh tokens are kept. */
export function sessions(table: Table) {
  const entity = new Entity(schema, electro(table))
  return {
    async create(session: Session): Promise<void> {
      await entity
        .create(withoutNulls({ ...session, ttl: Math.ceil(session.endsAt / 1000) }))
        .go()
        .catch(unlessOwn)
    },
    row: {
      key: (userId: string, id: string): TableKey => keyOf({ userId, id }),
      // @NOTE an item of a session holds what the schema says, because nothing else writes it.
      parse: (item: Item) => readItem(item) as Session | undefined,
    },
    async find(userId: string, id: string): Promise<Session | undefined> {
      const { data } = await entity.get({ userId, id }).go({ consistent: true })
      return data ?? undefined
    },
    /** Moves to the next refresh token; false when another request rotated first. */
    async rotate(
      session: Session,
      next: {
        tokenHash: string
        previousUntil: number
        successorBox: string
        usedAt: number
        ip: string
        place?: string
      },
    ): Promise<boolean> {
      try {
        await entity
          .patch({ userId: session.userId, id: session.id })
          .set({
            generation: session.generation + 1,
            tokenHash: next.tokenHash,
            previousHash: session.tokenHash,
            previousUntil: next.previousUntil,
            successorBox: next.successorBox,
            usedAt: next.usedAt,
            ip: next.ip,
            ...(next.place !== undefined && { place: next.place }),
          })
          .where(
            ({ generation, endedAt }, { eq, notExists }) =>
              `${eq(generation, session.generation)} AND ${notExists(endedAt)}`,
          )
          .go()
        return true
      } catch (error) {
        if (isConditionFailure(error)) return false
        throw error
      }
    },
    async end(userId: string, id: string, at: number): Promise<void> {
      await entity.patch({ userId, id }).set({ endedAt: at }).go().catch(unlessRefused)
    },
    /** Notes that the password was given now; with an epoch the session also lives on after all others were ended. */
    async authenticate(userId: string, id: string, at: number, epoch?: number): Promise<void> {
      await entity
        .patch({ userId, id })
        .set({ authenticatedAt: at, ...(epoch !== undefined && { epoch }) })
        .where(({ endedAt }, { notExists }) => notExists(endedAt))
        .go()
        // One that was ended meanwhile stays so; a password that was changed before this is changed all the same.
        .catch(unlessRefused)
    },
    /** Lets a session live on after all others of its person were ended. It says nothing of the password. */
    async keep(userId: string, id: string, epoch: number): Promise<void> {
      await entity
        .patch({ userId, id })
        .set({ epoch })
        .where(({ endedAt }, { notExists }) => notExists(endedAt))
        .go()
        .catch(unlessRefused)
    },
    async list(userId: string): Promise<Session[]> {
      const { data } = await entity.query.primary({ userId }).go({ pages: 'all', consistent: true })
      return data
    },
    /** Sessions that still open something: not ended, and used within their idle time. */
    async listLive(userId: string, epoch: number, idleMs: number, now: number): Promise<Session[]> {
      return (await this.list(userId)).filter(
        (session) =>
          session.epoch === epoch &&
          !session.endedAt &&
          session.endsAt > now &&
          (session.usedAt ?? session.createdAt) > now - idleMs,
      )
    },
  }
}
