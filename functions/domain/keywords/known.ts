// Counts that were asked for answer the estimate of the editor, for as long as they are fresh.
import type { ProductLine } from '#shared/model/company.ts'
import { COUNT_KNOWN_MS } from '#shared/model/lookup.ts'
import type { Db } from '../../data/index.ts'
import { questionKey } from './question.ts'

type Wanted = {
  line: ProductLine
  keywords: readonly string[]
  isNational: boolean
  states: string[]
  cities: string[]
  zips: string[]
}

export async function findCounted(
  db: Pick<Db, 'lookup'>,
  companyId: string,
  { line, zips, ...wanted }: Wanted,
  now: number,
): Promise<number | undefined> {
  if (line === 'local') return undefined
  const known = await db.lookup.findKnown(companyId, questionKey({ ...wanted, line, zipCodes: zips }))
  return known && known.countedAt > now - COUNT_KNOWN_MS ? known.people : undefined
}
