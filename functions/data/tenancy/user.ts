import { createHash } from 'node:crypto'
import { Entity, Service } from 'electrodb'
import { emailKey } from '#shared/email.ts'
import { conflict, notFound } from '#shared/errors.ts'
import { salesKinds } from '#shared/model/sales-kinds.ts'
import { User, userTypes } from '#shared/model/user.ts'
import { many, readAll, whole } from '../lib/batch.ts'
import { ourUserType, storedUserType } from '../lib/earlier-names.ts'
import { unlessRefused } from '../lib/errors.ts'
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
import { whenFree } from '../lib/when-free.ts'

const schema = {
  model: model('user'),
  attributes: {
    id: { type: 'string', required: true, readOnly: true },
    companyId: { type: 'string', required: true },
    rootId: { type: 'string', required: true },
    userType: { type: userTypes, required: true, set: storedUserType, get: ourUserType },
    isSystemUser: { type: 'boolean' },
    salesKind: { type: salesKinds },
    name: { type: 'string' },
    email: { type: 'string', required: true },
    phone: { type: 'string' },
    phoneCountry: { type: 'string' },
    phoneCallingCode: { type: 'string' },
    passwordHash: { type: 'string' },
    status: { type: ['active', 'invited', 'disabled'] },
    /** When their company ended, where that is what shut them out: who was removed before does not come back with it. */
    endedAt: { type: 'number' },
    epoch: { type: 'number' },
    hasCard: { type: 'boolean' },
    connection: { type: 'string' },
    profileSetupCompleted: { type: 'boolean' },
    questionnaireSetupCompleted: { type: 'boolean' },
    leadType: { type: 'string' },
    reportAnalytics: { type: 'boolean' },
    usesOwnPermissions: { type: 'boolean' },
    roleId: { type: 'string' },
    isDefaultAdmin: { type: 'boolean' },
    isCustomerCare: { type: 'boolean' },
    getsNotices: { type: 'boolean' },
    emailConfirmedAt: { type: 'number' },
    passwordChangedAt: { type: 'number' },
    invitedAt: { type: 'number' },
    invitedById: { type: 'string' },
    pendingEmail: { type: 'string' },
    pendingEmailEndsAt: { type: 'number' },
    picture: { type: 'string' },
    createdAt: { type: 'number', required: true },
  },
  indexes: {
    primary: { pk: key('pk', ['id'], 'U#${id}'), sk: key('sk', [], 'USER') },
    byCompany: {
      index: 'gsi1',
      pk: key('gsi1pk', ['companyId'], 'C#${companyId}#USERS'),
      sk: key('gsi1sk', ['userType', 'id'], '${userType}#${id}'),
    },
  },
} as const

const keyOf = keyMaker(schema.indexes)
const readItem = itemReader(schema)

const toUser = (row: Record<string, unknown>): User => User.parse({ salesKind: null, ...row })

/**
 * Where an address is unique: agency people, sales and staff within their root; clients within their agency.
 * So the same person may be a client of two agencies without either knowing.
 */
export const loginScopeOf = (user: { userType: string; rootId: string }, agencyId: string) =>
  user.userType === 'client' ? agencyId : user.rootId

/** Two spellings of one domain are one name. */
const emailHash = (email: string) => createHash('sha256').update(emailKey(email)).digest('base64url')

/** In place of the address of somebody who is nobody any more. */
const NOWHERE = '@removed.invalid'
export const blankEmail = (userId: string) => `${userId}${NOWHERE}`
export const isBlankEmail = (email: string) => email === '' || email.endsWith(NOWHERE)

const loginSchema = {
  model: model('login'),
  attributes: {
    scopeId: { type: 'string', required: true },
    emailHash: { type: 'string', required: true },
    userId: { type: 'string', required: true },
  },
  indexes: {
    primary: { pk: key('pk', ['scopeId', 'emailHash'], 'E#${scopeId}#${emailHash}'), sk: key('sk', [], 'LOGIN') },
  },
} as const

export const userEntity = (table: Table) => new Entity(schema, electro(table))
export const loginEntity = (table: Table) => new Entity(loginSchema, electro(table))
/** The row that makes an address unique in its scope. */
export const toLoginItem = (user: { id: string; email: string }, scopeId: string) => ({
  scopeId,
  emailHash: emailHash(user.email),
  userId: user.id,
})

type EpochChange = { from?: number } & Partial<Pick<User, 'passwordHash' | 'passwordChangedAt'>>

export function users(table: Table) {
  const entity = userEntity(table)
  const logins = loginEntity(table)
  const both = new Service({ user: entity, login: logins })

  const read = (data: Record<string, unknown> | null) => (data ? toUser(data) : undefined)

  async function find(id: string): Promise<User | undefined> {
    const { data } = await entity.get({ id }).go()
    return read(data)
  }

  return {
    find,
    /** As they stand after what was just written. */
    async findFresh(id: string): Promise<User | undefined> {
      const { data } = await entity.get({ id }).go({ consistent: true })
      return read(data)
    },
    row: {
      key: (id: string): TableKey => keyOf({ id }),
      parse(item: Item) {
        const row = readItem(item)
        return row && toUser({ ...row, userType: ourUserType(String(row.userType)) })
      },
    },
    async get(id: string): Promise<User> {
      const user = await find(id)
      if (!user) throw notFound('user')
      return user
    },
    /** Those of up to a hundred ids that exist, in one request. */
    async findMany(ids: readonly string[]): Promise<User[]> {
      if (ids.length === 0) return []
      const keys = [...new Set(ids)].map((id) => ({ id }))
      return (await whole(table, entity, entity.get(keys).go(many), 'may be a moment old')).map(toUser)
    },
    /** The id behind an address in a scope. One read, the same for known and unknown addresses. */
    async findIdByLogin(scopeId: string, email: string): Promise<string | undefined> {
      const { data } = await logins.get({ scopeId, emailHash: emailHash(email) }).go()
      return data?.userId
    },
    /** The ids behind many addresses in a scope, by address; consistent, a hundred to a request. */
    async findIdsByLogin(scopeId: string, emails: readonly string[]): Promise<Map<string, string>> {
      const hashes = new Map(emails.map((email) => [email, emailHash(email)]))
      const keys = [...new Set(hashes.values())].map((hash) => ({ pk: `E#${scopeId}#${hash}`, sk: 'LOGIN' }))
      const found = (await readAll(table, keys)).flatMap((item) => logins.parse({ Item: item }).data ?? [])
      const ids = new Map(found.map((login) => [login.emailHash, login.userId]))
      return new Map(
        [...hashes].flatMap(([email, hash]) => {
          const id = ids.get(hash)
          return id === undefined ? [] : [[email, id] as const]
        }),
      )
    },
    /** The user and the row that makes the address unique in its scope, in one transaction. */
    async create(user: User, scopeId: string): Promise<User> {
      const { canceled } = await whenFree(() =>
        both.transaction
          .write(({ user: people, login }) => [
            people.create(withoutNulls(user)).commit(),
            login.create(toLoginItem(user, scopeId)).commit(),
          ])
          .go(),
      )
      if (canceled) throw conflict('This e-mail address is already in use.')
      return user
    },
    /**
     * Ends every session of a user from the next request on, with another password where one is given. `from`: as one of these sessions
     * read the person. Undefined where somebody has ended it since, such as its owner by a new password: then it keeps and changes nothing.
     */
    async raiseEpoch(id: string, { from, ...changes }: EpochChange = {}): Promise<number | undefined> {
      const raised = await entity
        .patch({ id })
        .set(withoutNulls(changes))
        .add({ epoch: 1 })
        // The first epoch may not be written at all.
        .where((row, { eq, notExists }) => {
          if (from === undefined) return ''
          return from === 0 ? `(${notExists(row.epoch)} OR ${eq(row.epoch, 0)})` : eq(row.epoch, from)
        })
        .go({ response: 'all_new' })
        .catch(unlessRefused)
      return raised ? (raised.data.epoch ?? 0) : undefined
    },
    /** The first operator of a root who may sign in: some of them are read, however many people a root has. */
    async findOperator(companyId: string): Promise<User | undefined> {
      const operators = entity.query.byCompany({ companyId, userType: 'user' })
      const active = operators.where((row, { eq }) => `${eq(row.isSystemUser, true)} AND ${eq(row.status, 'active')}`)
      let next: string | null = null
      do {
        const { data, cursor }: Awaited<ReturnType<typeof active.go>> = await active.go({ limit: 3, cursor: next })
        if (data[0]) return toUser(data[0])
        next = cursor
      } while (next !== null)
      return undefined
    },
    async listByCompany(companyId: string): Promise<User[]> {
      const { data } = await entity.query.byCompany({ companyId }).go({ pages: 'all' })
      return data.map(toUser)
    },
  }
}
