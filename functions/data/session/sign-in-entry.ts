// What people are shown of sign-ins to their account. It lies with them, so it goes when they go; the audit log keeps its own lines.
import { Entity } from 'electrodb'
import { type SignInOutcome, shownSignIns, signInOutcomes } from '#shared/sign-in.ts'
import { unlessRefused } from '../lib/errors.ts'
import { at15, electro, key, model, type Table } from '../lib/table.ts'

const text = { type: 'string', required: true } as const

const schema = {
  model: model('signInEntry'),
  attributes: {
    userId: text,
    rank: text,
    id: text,
    at: { type: 'number', required: true },
    outcome: { type: signInOutcomes, required: true },
    device: text,
    /** The part of the address that names a network. */
    ip: text,
    place: text,
    ttl: { type: 'number', required: true },
  },
  indexes: { primary: { pk: key('pk', ['userId'], 'U#${userId}'), sk: key('sk', ['rank'], 'IN#${rank}') } },
} as const

export type SignInEntry = {
  userId: string
  id: string
  at: number
  outcome: SignInOutcome
  device: string
  ip: string
  place: string
}

const rankOf = ({ at, id }: Pick<SignInEntry, 'at' | 'id'>) => `${at15(at)}#${id}`

export function signInEntries(table: Table) {
  const entity = new Entity(schema, electro(table))
  return {
    /** False where it stands there already. */
    async add(entry: SignInEntry): Promise<boolean> {
      const ttl = Math.ceil((entry.at + shownSignIns.keepMs) / 1000)
      return entity
        .create({ ...entry, rank: rankOf(entry), ttl })
        .go()
        .then(() => true, unlessRefused)
    },
    /** The latest since an instant, the latest first; those that are older than `before`, where it is given. */
    async latest(
      userId: string,
      since: number,
      limit: number,
      before?: Pick<SignInEntry, 'at' | 'id'>,
    ): Promise<SignInEntry[]> {
      const [first, last] = [at15(since), before ? rankOf(before) : '~']
      // What was seen last may have become too old since.
      if (last < first) return []
      const { data } = await entity.query
        .primary({ userId })
        .between({ rank: first }, { rank: last })
        // Both ends are in between: the last that was seen comes once more.
        .go({ order: 'desc', limit: limit + (before ? 1 : 0), consistent: true })
      return data.filter(({ id }) => id !== before?.id).map(({ rank: _, ttl: __, ...entry }) => entry)
    },
  }
}
