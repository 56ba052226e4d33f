// Whether there is a card is copied to the company and its people, where guards and lists read it. The card itself is in `billing`.
import type { Db } from '../data/index.ts'
import { allMarked } from './all-marked.ts'
import { mapSome } from './map-some.ts'

/** Everybody of the company has a card now: it is not theirs but the company's. */
export async function showCard(db: Db, companyId: string, customerId: string): Promise<void> {
  await db.company.update(companyId, { customerPaymentId: customerId })
  for (const { id, hasCard } of await db.user.listByCompany(companyId))
    if (!hasCard) await db.user.update(id, { hasCard: true })
}

/** The card is gone: whoever signs in next is asked for another one. */
export async function hideCard(db: Db, companyId: string): Promise<void> {
  for (const { id, hasCard } of await db.user.listByCompany(companyId))
    if (hasCard) await db.user.update(id, { hasCard: false })
  await db.company.update(companyId, { customerPaymentId: '' })
}

/** The account that kept the cards of an agency's clients is given up, and all of them with it. May be done again. */
export async function hideCardsBelow(db: Db, agencyId: string): Promise<void> {
  for (const tag of ['card_active', 'card_failed'] as const) {
    const list = { parentId: agencyId, kind: 'client', tag } as const
    for await (const ids of allMarked(db, list)) await mapSome(ids, (id) => hideCard(db, id))
  }
}
