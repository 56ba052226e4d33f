// Companies that were removed, and when their personal data go: a row each, found by its day.
import { Entity } from 'electrodb'
import { forgottenAt } from '#shared/retention.ts'
import { unlessRefused } from '../lib/errors.ts'
import { at15, electro, key, model, type Table } from '../lib/table.ts'

const text = { type: 'string', required: true } as const
const schema = {
  model: model('removedCompany'),
  attributes: {
    companyId: text,
    removedAt: { type: 'number', required: true },
    /** From then on it cannot be brought back: some of it may be gone. */
    begunAt: { type: 'number' },
    doneAt: { type: 'number' },
    /** Only until it is done. */
    dueAs: { type: 'string' },
    dueAt: { type: 'string' },
  },
  indexes: {
    primary: { pk: key('pk', ['companyId'], 'C#${companyId}'), sk: key('sk', [], 'REMOVED') },
    due: { index: 'gsi2', pk: key('gsi2pk', ['dueAs'], '${dueAs}'), sk: key('gsi2sk', ['dueAt'], '${dueAt}') },
  },
} as const

const DUE = 'DUE#REMOVED'
export type RemovedCompany = {
  companyId: string
  removedAt: number
  begunAt?: number | undefined
  doneAt?: number | undefined
}

export const removedEntity = (table: Table) => new Entity(schema, electro(table))
/** A company that ends now, or did. */
export const removedRow = (companyId: string, removedAt: number) => ({
  companyId,
  removedAt,
  dueAs: DUE,
  dueAt: `${at15(forgottenAt(removedAt))}#${companyId}`,
})

export function removedCompanies(table: Table) {
  const entity = removedEntity(table)
  return {
    async find(companyId: string): Promise<RemovedCompany | undefined> {
      return (await entity.get({ companyId }).go({ consistent: true })).data ?? undefined
    },
    /** False where it is known already. */
    plan: (companyId: string, removedAt: number): Promise<boolean> =>
      entity
        .create(removedRow(companyId, removedAt))
        .go()
        .then(() => true, unlessRefused),
    async listDue(now: number, limit: number): Promise<RemovedCompany[]> {
      const { data } = await entity.query
        .due({ dueAs: DUE })
        .lt({ dueAt: at15(now + 1) })
        .go({ count: limit, pages: 'all' })
      return data
    },
    /** All that still wait, the next one first. */
    async listWaiting(): Promise<RemovedCompany[]> {
      return (await entity.query.due({ dueAs: DUE }).go({ pages: 'all' })).data
    },
    /** False where it was brought back a moment before. */
    begin: (companyId: string, begunAt: number): Promise<boolean> =>
      entity
        .patch({ companyId })
        .set({ begunAt })
        .go()
        .then(() => true, unlessRefused),
    end: (companyId: string, doneAt: number): Promise<boolean> =>
      entity
        .patch({ companyId })
        .set({ doneAt })
        .remove(['dueAs', 'dueAt'])
        .go()
        .then(() => true, unlessRefused),
  }
}
