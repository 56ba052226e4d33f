// What a copy says, read once from first to last before anything is written.
import { createHash } from 'node:crypto'
import { booksOf, wayOf } from '#functions/data/companies/ways.ts'
import { kindOf, plainOf, type Raw, textOf, toLine } from '#functions/data/tenancy/carry/raw.ts'
import { LAST, NAMES } from '#functions/data/tenancy/carry/walk.ts'
import type { User } from '#shared/model/user.ts'
import type { Manifest } from './folder.ts'
import { type Needed, type Plan, rowsOf } from './import.ts'

export type CopiedCompany = { id: string; name: string; parentId: string; deletedAt: number | null }
export type CopiedPerson = Pick<User, 'id' | 'companyId'>
export type Copy = {
  companies: Map<string, CopiedCompany>
  people: Map<string, CopiedPerson>
  campaigns: { id: string; pk: string; sk: string }[]
  /** Rows that are sums of books, and every row of the books by a hash of what it says. */
  states: Raw[]
  books: Map<string, Map<string, string>>
  /** Erasures that the copy has done itself. */
  erased: Set<string>
}

export const hashOf = (item: Raw): string => createHash('sha256').update(toLine(item)).digest('base64url')
export const placeOf = (item: Raw): string => `${textOf(item, 'pk')}\n${textOf(item, 'sk')}`
export const erasureOf = ({ companyId, id }: { companyId: string; id: string }): string => `${companyId}/${id}`

/** Parts in the order in which they are written: companies, then names, then what opens the door. */
export function partsInOrder({ parts }: Manifest): string[] {
  const named = [NAMES, LAST].map((name) => `rows/${name}.jsonl`)
  const companies = parts.map(({ name }) => name).filter((name) => name.startsWith('rows/') && !named.includes(name))
  return [...companies, ...named]
}

export async function readCopy(services: Needed, plan: Plan, manifest: Manifest): Promise<Copy> {
  const copy: Copy = {
    companies: new Map(),
    people: new Map(),
    campaigns: [],
    states: [],
    books: new Map(),
    erased: new Set(),
  }
  for (const part of partsInOrder(manifest))
    for await (const item of rowsOf(plan, part, services)) {
      const kind = kindOf(item)
      const id = textOf(item, 'id')
      if (kind === 'company') {
        const deletedAt = Number(plainOf(item.deletedAt) ?? 0) || null
        copy.companies.set(id, { id, name: textOf(item, 'name'), parentId: textOf(item, 'parentId'), deletedAt })
      }
      if (kind === 'user') copy.people.set(id, { id, companyId: textOf(item, 'companyId') })
      if (kind === 'campaign') copy.campaigns.push({ id, pk: textOf(item, 'pk'), sk: textOf(item, 'sk') })
      if (kind === 'personRequest' && textOf(item, 'kind') === 'erase' && textOf(item, 'status') === 'done')
        copy.erased.add(erasureOf({ companyId: textOf(item, 'companyId'), id }))
      if (wayOf(kind) === 'state') copy.states.push(item)
      const books = booksOf(item)
      if (!books) continue
      const rows = copy.books.get(books) ?? new Map<string, string>()
      copy.books.set(books, rows.set(placeOf(item), hashOf(item)))
    }
  return copy
}
