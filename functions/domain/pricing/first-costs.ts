// What a new agency pays at first: a copy of the costs that its root has at that moment. Later ones are agreed with each.
import type { Db } from '../../data/index.ts'

/**
 * Written before the agency itself: a crash between the two leaves a list that belongs to nobody, and never an agency
 * that pays nothing.
 */
export async function copyRootCosts(db: Db, rootId: string, agencyId: string, at: number): Promise<void> {
  await db.price.saveCosts(agencyId, await db.price.costsAt(rootId, at), { by: rootId, at })
}
