// Agencies that have deliveries that wait, so that the timetable takes of each in turn. An agency stands here from its first one until
// none has been there for some hours.
import { Entity } from 'electrodb'
import { HOUR, MINUTE } from '#shared/dates.ts'
import { unlessRefused } from '../lib/errors.ts'
import { electro, key, model, type Table } from '../lib/table.ts'

const schema = {
  model: model('deliveryGroup'),
  attributes: {
    group: { type: 'string', required: true },
    seenAt: { type: 'number', required: true },
    dueAs: { type: 'string', required: true },
  },
  indexes: {
    primary: { pk: key('pk', ['group'], 'C#${group}#WAITING'), sk: key('sk', [], 'DELIVERIES') },
    all: { index: 'gsi2', pk: key('gsi2pk', ['dueAs'], '${dueAs}'), sk: key('gsi2sk', ['group'], '${group}') },
  },
} as const

const GROUPS = 'DUE#DELIVERYGROUPS'
/** So long a worker does not say it again. */
const KNOWN_MS = 10 * MINUTE
/** Far longer than a worker relies on what it said: none can be about to put a delivery where nobody looks. */
const LEAST_KEPT_MS = HOUR

export type WaitingGroup = { group: string; seenAt: number }

export function waitingGroups(table: Table) {
  const entity = new Entity(schema, electro(table))
  const known = new Map<string, number>()

  return {
    /** Before a delivery of it waits. */
    async note(group: string, now: number): Promise<void> {
      const saidAt = known.get(group)
      if (saidAt !== undefined && now >= saidAt && now < saidAt + KNOWN_MS) return
      await entity.put({ group, seenAt: now, dueAs: GROUPS }).go()
      known.set(group, now)
    },
    async list(): Promise<WaitingGroup[]> {
      const { data } = await entity.query.all({ dueAs: GROUPS }).go({ pages: 'all' })
      return data.map(({ group, seenAt }) => ({ group, seenAt }))
    },
    /** Nothing of it waits; one that was said lately stays. */
    async forget({ group, seenAt }: WaitingGroup, now: number): Promise<void> {
      if (seenAt > now - LEAST_KEPT_MS) return
      await entity
        .remove({ group })
        .where((row, { eq }) => eq(row.seenAt, seenAt))
        .go()
        .catch(unlessRefused)
    },
  }
}
