// Keeping a company's card: the provider's token comes in, its bank says yes or no, and what was owed is charged at once. The
// number of a card never comes here.
import { createHash } from 'node:crypto'
import { invalid } from '#shared/errors.ts'
import type { Company } from '#shared/model/company.ts'
import type { Db } from '../../data/index.ts'
import type { Card, CardSetup, Holder } from '../../gateways/stripe/cards.ts'
import type { Payments } from '../../gateways/stripe.ts'
import type { Report } from '../lib/report-fault.ts'
import { hideCard, showCard } from './card-copies.ts'
import { collectWithOwner } from './collect-with-owner.ts'
import { chargeOnboarding } from './one-time-charge.ts'
import { getCardAccount } from './payer.ts'
import type { CollectDeps } from './record.ts'
import { countCardTry } from './retry.ts'

export type CardDeps = Omit<CollectDeps, 'payments'> & { db: Db; payments: Payments; report: Report }
export type CardForm = {
  /** `pm_…` of a card that was just entered; `seti_…` after its owner authenticated. */
  token: string
  holder: Holder
  couponCode: string
  isDirect: boolean
  /** What the person was told that is charged with it. */
  shownCents?: number | undefined
}
/** `action`: the owner must authenticate with the bank, and the call comes again with `setupId` as its token. */
export type KeptCard =
  | { is: 'kept'; card: Card }
  /** `card`: it is on file already, and what is owed is to be confirmed. */
  | { is: 'action'; clientSecret: string; setupId: string; accountId: string; card?: Card }

/** Keys of requests follow from their content: the same request again is the same, another one is another. */
const factKey = (...facts: string[]) => createHash('sha256').update(facts.join('\n')).digest('base64url')

/** Who the company is in an account of the provider; made at its first card there. */
async function customerIn(deps: CardDeps, company: Company, accountId: string, holder: Holder): Promise<string> {
  const { db, payments } = deps
  const { customerId, accountId: kept } = await db.billing.get(company.id)
  const metadata = { company: company.id }
  if (customerId && kept === accountId) {
    await payments.updateCustomer({ customerId, accountId, holder, metadata })
    return customerId
  }
  const key = `customer#${company.id}#${accountId}#${factKey(JSON.stringify(holder))}`
  const { id } = await payments.createCustomer({ key, accountId, holder, metadata })
  // The card in the account before is none any more.
  if (customerId) await hideCard(db, company.id)
  return db.billing.claimCustomer(company.id, accountId, id)
}

function setUp(
  deps: CardDeps,
  company: Company,
  customerId: string,
  accountId: string,
  token: string,
): Promise<CardSetup> {
  const { payments } = deps
  if (token.startsWith('seti_')) return payments.readSetup({ setupId: token, accountId, customerId })
  const key = `setup#${customerId}#${token}`
  return payments.setUpCard({ key, accountId, customerId, paymentMethodId: token, metadata: { company: company.id } })
}

/**
 * Makes a card the one that pays. Every step may be done again, and the company's row is written last, so that a card is on
 * file only when it may be charged.
 */
export async function keepCard(deps: CardDeps, company: Company, form: CardForm): Promise<KeptCard> {
  const { db, payments, now } = deps
  // Anybody who tries many cards has found them somewhere. One that comes back from its bank was counted when it was entered.
  const isBack = form.token.startsWith('seti_') || form.token === (await db.billing.get(company.id)).cardId
  if (!isBack) await countCardTry(deps, company.id, 'Too many cards were tried. Please wait an hour.')
  const accountId = await getCardAccount(db, company)
  const customerId = await customerIn(deps, company, accountId, form.holder)
  const setup = await setUp(deps, company, customerId, accountId, form.token)
  if (setup.status === 'action') return { is: 'action', clientSecret: setup.clientSecret, setupId: setup.id, accountId }
  if (setup.status === 'declined') throw invalid({ token: setup.reason })
  const { card } = setup
  const before = await db.billing.get(company.id)
  const holder = { customerId, cardId: card.id, accountId }
  if (!before.cardId) {
    const charged = await chargeOnboarding(deps, company, holder, form)
    if (charged.is === 'action')
      return { is: 'action', clientSecret: charged.clientSecret, setupId: form.token, accountId }
  }
  await payments.setDefaultCard({ customerId, cardId: card.id, accountId })
  await db.billing.save(company.id, {
    cardId: card.id,
    cardBrand: card.brand,
    cardLast4: card.last4,
    cardExpMonth: card.expMonth,
    cardExpYear: card.expYear,
    cardSavedAt: now(),
    ...(form.isDirect && { isDirect: true }),
    ...(form.couponCode && { couponCode: form.couponCode }),
  })
  await showCard(db, company.id, customerId)
  if (before.cardId && before.cardId !== card.id && before.accountId === accountId)
    // An old card that stays with the provider is charged by nobody.
    await payments
      .removeCard({ cardId: before.cardId, accountId })
      .catch((error: unknown) => deps.report('an old card stayed with the provider', error))
  const clientSecret = await collectWithOwner(deps, company.id, { cardId: card.id })
  return clientSecret ? { is: 'action', clientSecret, setupId: form.token, accountId, card } : { is: 'kept', card }
}
