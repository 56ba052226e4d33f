// Whether there is a card is copied to the company and its people, where guards and lists read it. The card itself is in `billing`.
import type { CardsRun } from '#shared/jobs.ts'
import { hasCard } from '#shared/model/billing.ts'
import type { Db } from '../../data/index.ts'
import type { Queues } from '../../gateways/queue.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'

/** Everybody of the company has a card now: it is not theirs but the company's. */
export async function showCard(db: Db, companyId: string, customerId: string): Promise<void> {
  await db.company.update(companyId, { customerPaymentId: customerId })
  for (const { id, hasCard } of await db.user.listByCompany(companyId))
    if (!hasCard) await db.user.update(id, { hasCard: true })
}

/** The card is gone: the person who signs in next is asked for another one. */
export async function hideCard(db: Db, companyId: string): Promise<void> {
  for (const { id, hasCard } of await db.user.listByCompany(companyId))
    if (hasCard) await db.user.update(id, { hasCard: false })
  await db.company.update(companyId, { customerPaymentId: '' })
}

/**
 * The account that keeps the cards of an agency's clients is about to be given up, and all of them with it: said before that is
 * written down, so that it is said again after a crash in between.
 */
export async function giveUpCards(queues: Queues, agencyId: string, accountId: string): Promise<void> {
  for (const tag of ['card_active', 'card_failed'] as const)
    await queues.send('hideCards', { agencyId, accountId, tag, after: null }, { delaySeconds: 5 })
}

/** A card in another account is another one: who saves it while this one is taken off keeps it. */
async function hideCardIn(db: Db, companyId: string, accountId: string): Promise<void> {
  if ((await db.billing.get(companyId)).accountId !== accountId) return
  await hideCard(db, companyId)
  const billing = await db.billing.get(companyId)
  if (billing.accountId !== accountId && hasCard(billing)) await showCard(db, companyId, billing.customerId)
}

/** Takes off the cards of one page of clients, and has the next page done. May be done again. Answers one sentence for the log. */
export async function hideCardsBelow({ db, queues }: { db: Db; queues: Queues }, run: CardsRun): Promise<string> {
  const { agencyId, accountId, tag, after } = run
  if ((await db.connectedAccount.get({ company: agencyId })).accountId === accountId)
    throw new Error(`The account ${accountId} of ${agencyId} is not given up yet.`)
  const { companyIds, next } = await db.node.markedPage({ parentId: agencyId, kind: 'client', tag }, after)
  await mapConcurrent(companyIds, (id) => hideCardIn(db, id, accountId))
  if (next) await queues.send('hideCards', { ...run, after: next })
  return `${companyIds.length} clients, ${tag}`
}
