// What a match costs an agency: its wholesale price of Enhance ID, in hundredths of a cent.
import type { Company } from '#shared/model/company.ts'
import { type LeadKind, leadPrice, noPrice, wholesaleOf } from '#shared/money/price-list.ts'
import type { Db } from '../../data/index.ts'
import { costsOf } from '../pricing/prices.ts'

type Agency = Pick<Company, 'id' | 'rootId'>

/** With advanced information, and without any. */
export async function pricesOfMatch(db: Db, { id, rootId }: Agency, at: number) {
  const { own, root } = await costsOf(db, { id, rootId }, at)
  const fees = wholesaleOf(own, root, 'enhance', own.term)
  const of = (kind: LeadKind) => leadPrice(noPrice, fees, 'enhance', kind).wholesaleCentiCents
  return { basic: of('basic'), advanced: of('advanced') }
}

/** By how many kinds of information are wanted. */
export async function priceOfMatch(db: Db, agency: Agency, information: number, at: number): Promise<number> {
  const { basic, advanced } = await pricesOfMatch(db, agency, at)
  return information > 0 ? advanced : basic
}
