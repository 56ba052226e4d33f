import { Entity } from 'electrodb'
import * as z from 'zod'
import { type HashKind, hashKinds } from '#shared/csv.ts'
import { ERASED_SCOPE } from '#shared/model/exclusion.ts'
import { Layout } from '#shared/model/upload.ts'
import { at15, electro, key, model, type Table } from '../lib/table.ts'
import type { Shelf } from './buckets.ts'

const number = { type: 'number' } as const
const text = { type: 'string' } as const

export const listSchema = {
  model: model('exclusionList'),
  attributes: {
    companyId: { type: 'string', required: true },
    scope: { type: 'string', required: true },
    epoch: number,
    generation: number,
    revision: number,
    changedAt: number,
    erased: { type: 'any' },
    kinds: { type: 'any' },
    pending: { type: 'any' },
    lockedBy: text,
    lockedUntil: number,
    filesBy: text,
    filesUntil: number,
    garbage: { type: 'any' },
    sweepAs: text,
    sweepAt: text,
  },
  indexes: {
    primary: { pk: key('pk', ['companyId', 'scope'], 'C#${companyId}#X#${scope}'), sk: key('sk', [], 'META') },
    // Only while something is left over that nobody reads any more.
    sweep: {
      index: 'gsi2',
      pk: key('gsi2pk', ['sweepAs'], '${sweepAs}'),
      sk: key('gsi2sk', ['sweepAt'], '${sweepAt}'),
    },
  },
} as const

export const SWEEP = 'DUE#LISTS'

/** Buckets (and, after a purge, files) of an epoch that nobody reads any more. */
export const Garbage = z.object({
  at: z.number(),
  epoch: z.number(),
  isPurged: z.boolean(),
  shelves: z.array(Layout.extend({ kind: z.enum(hashKinds) })),
})
export type Garbage = z.output<typeof Garbage>

export const List = z.object({
  companyId: z.string(),
  scope: z.string(),
  /** Raised by a purge. */
  epoch: z.number().default(0),
  /** The latest generation given to a layout; never used twice, so that leftovers cannot come back. */
  generation: z.number().default(0),
  /** Counts changes of this row. */
  revision: z.number().default(0),
  /** When an import last added records (ms); 0 while none did. */
  changedAt: z.number().default(0),
  /**
   * People whom the company has had erased: where their hashes are, and when that last changed. It stands in the row of the list of
   * the whole company, so that nobody pays for a second look, but a purge leaves it.
   */
  erased: Layout.extend({ changedAt: z.number() }).optional(),
  kinds: z.partialRecord(z.enum(hashKinds), Layout.extend({ count: z.number() })).default({}),
  /** Where the import that holds the list writes. */
  pending: z.partialRecord(z.enum(hashKinds), Layout).default({}),
  lockedBy: z.string().optional(),
  lockedUntil: z.number().optional(),
  /** Who writes files of the list anew beside an import, and until when at most: an import writes files of its own alone. */
  filesBy: z.string().optional(),
  filesUntil: z.number().optional(),
  garbage: z.array(Garbage).default([]),
})
export type ExclusionList = z.output<typeof List>
export type ListRef = { companyId: string; scope: string }

/** The key of the row itself, for a write beside those of its buckets. */
export const listKey = ({ companyId, scope }: ListRef) => ({ pk: `C#${companyId}#X#${scope}`, sk: 'META' })

export const countOf = (list: ExclusionList): number =>
  Object.values(list.kinds).reduce((sum, kind) => sum + kind.count, 0)
export const shelfOf = (list: ExclusionList, kind: HashKind, layout: Layout): Shelf => ({
  companyId: list.companyId,
  scope: list.scope,
  epoch: list.epoch,
  kind,
  generation: layout.generation,
  bits: layout.bits,
})

/** Of the people whom the company has had erased, if there are any. */
export const erasedShelfOf = ({ companyId, erased }: ExclusionList): Shelf | undefined =>
  erased && {
    companyId,
    scope: ERASED_SCOPE,
    epoch: 0,
    kind: 'sha256',
    generation: erased.generation,
    bits: erased.bits,
  }

export const shelvesOf = (layouts: Partial<Record<HashKind, Layout>>) =>
  hashKinds.flatMap((kind) => {
    const layout = layouts[kind]
    return layout ? [{ kind, generation: layout.generation, bits: layout.bits }] : []
  })
export const isSame = (a: Layout, b: Layout | undefined) => a.generation === b?.generation
/** The leftovers of a list with some more, and the keys by which they are found. */
export const withGarbage = (list: ExclusionList, more: Garbage) => {
  const garbage = more.shelves.length > 0 || more.isPurged ? [...list.garbage, more] : list.garbage
  const oldest = garbage[0]
  return { garbage, ...(oldest && { sweepAs: SWEEP, sweepAt: `${at15(oldest.at)}#${list.companyId}#${list.scope}` }) }
}

/** The row that says where the hashes of a list are, who is writing and what was left behind. */
export function exclusionLists(table: Table) {
  const entity = new Entity(listSchema, electro(table))
  return {
    entity,
    async get(companyId: string, scope: string): Promise<ExclusionList> {
      const { data } = await entity.get({ companyId, scope }).go({ consistent: true })
      return List.parse(data ?? { companyId, scope })
    },
  }
}
