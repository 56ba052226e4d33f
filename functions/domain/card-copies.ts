// Whether there is a card is copied to the company and its people, where guards and lists read it. The card itself is in `billing`.
import type { Db } from '../data/index.ts'

const AT_ONCE = 8
const MOST_LISTED = 500

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
  const done = new Set<string>()
  for (;;) {
    const sets = await Promise.all(
      (['card_active', 'card_failed'] as const).map((tag) =>
        db.node.marked(agencyId, 'client', tag, MOST_LISTED + done.size),
      ),
    )
    const ids = [...new Set(sets.flatMap(({ found }) => [...found.keys()]))].filter((id) => !done.has(id))
    if (ids.length === 0) return
    for (let at = 0; at < ids.length; at += AT_ONCE)
      await Promise.all(ids.slice(at, at + AT_ONCE).map((id) => hideCard(db, id)))
    for (const id of ids) done.add(id)
  }
}
