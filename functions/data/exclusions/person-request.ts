import { Entity } from 'electrodb'
import {
  PersonRequest,
  personRequestKinds,
  personRequestParts,
  personRequestStatuses,
} from '#shared/model/person-request.ts'
import { unlessOwn, unlessRefused } from '../lib/errors.ts'
import { electro, key, model, type Table, withoutNulls } from '../lib/table.ts'

const text = { type: 'string', required: true } as const
const number = { type: 'number', required: true } as const
const list = { type: 'any', required: true } as const

const schema = {
  model: model('personRequest'),
  attributes: {
    id: text,
    companyId: text,
    kind: { type: personRequestKinds, required: true },
    status: { type: personRequestStatuses, required: true },
    part: { type: personRequestParts, required: true },
    cursor: { type: 'string' },
    hashes: list,
    found: list,
    answered: { type: 'number' },
    campaigns: number,
    files: number,
    reason: { type: 'string' },
    requestedBy: text,
    createdAt: number,
    updatedAt: number,
  },
  indexes: {
    primary: { pk: key('pk', ['companyId'], 'C#${companyId}#PERSONREQUESTS'), sk: key('sk', ['id'], '${id}') },
  },
} as const

export type PersonRequestRef = { companyId: string; id: string }
type Told = 'part' | 'cursor' | 'hashes' | 'found' | 'answered' | 'campaigns' | 'files'
type Step = Partial<Pick<PersonRequest, Told>>

const toRequest = (row: Record<string, unknown>): PersonRequest =>
  PersonRequest.parse({ reason: null, cursor: '', ...row })

/** Requests about people, newest last in the id. They stay: that somebody was erased has to be shown. */
export function personRequests(table: Table) {
  const entity = new Entity(schema, electro(table))

  return {
    async create(request: PersonRequest): Promise<void> {
      await entity.create(withoutNulls(request)).go().catch(unlessOwn)
    },
    /** From its beginning, also where it was done: what it did was undone by a copy of an earlier time. */
    async again(request: PersonRequest, now: number): Promise<void> {
      const begun = { status: 'waiting', part: 'find', cursor: '', found: [] } as const
      const counts = { answered: 0, campaigns: 0, files: 0 }
      await entity.put(withoutNulls({ ...request, ...begun, ...counts, reason: null, updatedAt: now })).go()
    },
    async find({ companyId, id }: PersonRequestRef): Promise<PersonRequest | undefined> {
      const { data } = await entity.get({ companyId, id }).go({ consistent: true })
      return data ? toRequest(data) : undefined
    },
    async listRecent(companyId: string, limit: number): Promise<PersonRequest[]> {
      const { data } = await entity.query.primary({ companyId }).go({ order: 'desc', limit, consistent: true })
      return data.map(toRequest)
    },
    async list(companyId: string): Promise<PersonRequest[]> {
      const { data } = await entity.query.primary({ companyId }).go({ pages: 'all', consistent: true })
      return data.map(toRequest)
    },
    /** Goes a step on from where it was read; false when another worker did, or it is over: then nothing changed. */
    async advance(read: PersonRequest, step: Step, now: number): Promise<boolean> {
      return entity
        .patch({ companyId: read.companyId, id: read.id })
        .set({ ...step, status: 'running', updatedAt: now })
        .where(
          (row, { eq }) =>
            `${eq(row.status, read.status)} AND ${eq(row.part, read.part)} AND ${eq(row.cursor, read.cursor)}`,
        )
        .go()
        .then(() => true, unlessRefused)
    },
    async end(
      { companyId, id }: PersonRequestRef,
      status: 'done' | 'failed',
      reason: string | null,
      now: number,
    ): Promise<boolean> {
      return entity
        .patch({ companyId, id })
        .set({ status, updatedAt: now, ...(reason !== null && { reason }) })
        .where((row, { eq }) => `${eq(row.status, 'waiting')} OR ${eq(row.status, 'running')}`)
        .go()
        .then(() => true, unlessRefused)
    },
  }
}
