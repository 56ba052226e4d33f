import { createHash } from 'node:crypto'
import { Entity } from 'electrodb'
import { DAY } from '#shared/dates.ts'
import { emailKey } from '#shared/email.ts'
import type { KnownDevice, Try } from '#shared/sign-in.ts'
import { readAll } from '../lib/batch.ts'
import { isConditionFailure } from '../lib/errors.ts'
import { electro, key, model, type Table } from '../lib/table.ts'
import { loginEntity } from '../tenancy/user.ts'

const schema = {
  model: model('signIn'),
  attributes: {
    scopeId: { type: 'string', required: true },
    emailHash: { type: 'string', required: true },
    /** Counts changes, so that of two parallel tries each sees the other. */
    version: { type: 'number', required: true },
    tries: { type: 'any', required: true },
    devices: { type: 'any', required: true },
    noticeAt: { type: 'number' },
    ttl: { type: 'number' },
  },
  indexes: {
    primary: { pk: key('pk', ['scopeId', 'emailHash'], 'E#${scopeId}#${emailHash}'), sk: key('sk', [], 'SIGNIN') },
  },
} as const

/** What is remembered of a name in a scope, whether or not an account has that name. */
export type SignInRecord = {
  scopeId: string
  emailHash: string
  /** The account behind the name. */
  userId: string | undefined
  version: number
  tries: Try[]
  devices: KnownDevice[]
  /** When the owner was last told of guesses. */
  noticeAt: number | undefined
}

const hashEmail = (email: string) => createHash('sha256').update(emailKey(email)).digest('base64url')

/** Signing in: who has a name, how often it was tried, and from which devices its owner came. */
export function signIns(table: Table) {
  const entity = new Entity(schema, electro(table))
  const logins = loginEntity(table)

  /** One request, the same for known and unknown names. Answers one record a scope, in their order. */
  async function look(scopeIds: readonly string[], email: string): Promise<SignInRecord[]> {
    const emailHash = hashEmail(email)
    const keys = scopeIds.flatMap((scopeId) =>
      ['LOGIN', 'SIGNIN'].map((sk) => ({ pk: `E#${scopeId}#${emailHash}`, sk })),
    )
    const items = await readAll(table, keys)
    return scopeIds.map((scopeId) => {
      const at = (sk: string) => items.find((item) => item.pk === `E#${scopeId}#${emailHash}` && item.sk === sk)
      const login = at('LOGIN')
      const seen = at('SIGNIN')
      const kept = seen && entity.parse({ Item: seen }).data
      return {
        scopeId,
        emailHash,
        userId: login && logins.parse({ Item: login }).data?.userId,
        version: kept?.version ?? 0,
        tries: kept?.tries ?? [],
        devices: kept?.devices ?? [],
        noticeAt: kept?.noticeAt,
      }
    })
  }

  return {
    look,
    /** Replaces what is remembered; undefined when another request changed it first. */
    async save(
      record: SignInRecord,
      changes: Partial<Pick<SignInRecord, 'tries' | 'devices' | 'noticeAt'>>,
      now: number,
    ): Promise<SignInRecord | undefined> {
      const next = { ...record, ...changes, version: record.version + 1 }
      const { scopeId, emailHash, version, tries, devices, noticeAt } = next
      // Names without devices are forgotten: nobody may fill the table with guessed names.
      const ttl = devices.length > 0 ? undefined : Math.ceil((now + 2 * DAY) / 1000)
      try {
        await entity
          .put({
            scopeId,
            emailHash,
            version,
            tries,
            devices,
            ...(noticeAt !== undefined && { noticeAt }),
            ...(ttl !== undefined && { ttl }),
          })
          .where((item, { eq, notExists }) =>
            record.version === 0 ? notExists(item.version) : eq(item.version, record.version),
          )
          .go()
        return next
      } catch (error) {
        if (isConditionFailure(error)) return undefined
        throw error
      }
    },
  }
}
