// Who pays, and at which account of the payment provider: an agency the platform, a client its agency.
import { conflict } from '#shared/errors.ts'
import { type Billing, hasCard } from '#shared/model/billing.ts'
import type { Company } from '#shared/model/company.ts'
import type { Payment } from '#shared/model/payment.ts'
import type { Db } from '../../data/index.ts'

/** `accountId` is empty for the platform's own account. */
export type CardHolder = { customerId: string; cardId: string; accountId: string; label?: string }
type Owner = Pick<Company, 'id' | 'kind' | 'parentId'>

/** The account in which a company's card is kept and charged. Undefined while the agency of a client takes no cards. */
export async function findCardAccount(db: Pick<Db, 'connectedAccount'>, company: Owner): Promise<string | undefined> {
  if (company.kind !== 'client') return ''
  const { accountId, chargesEnabled } = await db.connectedAccount.get({ company: company.parentId ?? '' })
  return accountId && chargesEnabled ? accountId : undefined
}

export async function getCardAccount(db: Pick<Db, 'connectedAccount'>, company: Owner): Promise<string> {
  const accountId = await findCardAccount(db, company)
  if (accountId === undefined)
    throw conflict('Your agency cannot take cards yet, because its payment account is not fully set up.')
  return accountId
}

/** Whether it pays the platform's prices itself: an agency that is billed by hand, or gave its card for that. */
export const paysDirectly = (
  { kind, manualBill }: Pick<Company, 'kind' | 'manualBill'>,
  { isDirect }: Pick<Billing, 'isDirect'>,
): boolean => kind === 'agency' && (manualBill || isDirect)

/** What pays an invoice: a card, the Data Wallet, or nothing. */
export type Means = CardHolder | 'wallet' | undefined
type Deps = Pick<Db, 'billing' | 'connectedAccount'>

async function findBoth(db: Deps, company: Owner): Promise<{ holder: CardHolder | undefined; isWallet: boolean }> {
  const [billing, accountId] = await Promise.all([db.billing.get(company.id), findCardAccount(db, company)])
  const { customerId, cardId, cardBrand, cardLast4, billingMethod } = billing
  const isWallet = company.kind === 'agency' && billingMethod === 'data_wallet'
  // A card that was kept in an account which the agency gave up is none any more.
  if (!hasCard(billing) || billing.accountId !== accountId) return { holder: undefined, isWallet }
  return { holder: { customerId, cardId, accountId, label: `${cardBrand} ${cardLast4}`.trim() }, isWallet }
}

/** Whose card pays for a company. */
export const findCardHolder = async (db: Deps, company: Owner): Promise<CardHolder | undefined> =>
  (await findBoth(db, company)).holder

/** Wholesale leads are taken from the Data Wallet where an agency chose so; all else is the card's to pay. */
export async function findMeans(db: Deps, company: Owner, about: Payment['about']): Promise<Means> {
  const { holder, isWallet } = await findBoth(db, company)
  return about === 'leads' && isWallet ? 'wallet' : holder
}
