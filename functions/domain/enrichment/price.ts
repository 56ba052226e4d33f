// What a match costs an agency.
import type { Company } from '#shared/model/company.ts'
import { leadPrice, noPrice, wholesaleOf } from '#shared/money/price-list.ts'
import type { Db } from '../../data/index.ts'
import { costsOf } from '../pricing/prices.ts'

/** Its wholesale price of Enhance ID, by whether advanced information is wanted; in hundredths of a cent. */
export async function priceOfMatch(
  db: Db,
  { id, rootId }: Pick<Company, 'id' | 'rootId'>,
  information: number,
  at: number,
): Promise<number> {
  const { own, root } = await costsOf(db, { id, rootId }, at)
  const fees = wholesaleOf(own, root, 'enhance', own.term)
  return leadPrice(noPrice, fees, 'enhance', information > 0 ? 'advanced' : 'basic').wholesaleCentiCents
}
