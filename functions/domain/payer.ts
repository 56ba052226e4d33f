// Who pays, and at which account of the payment provider: an agency the platform, a client its agency.
import { conflict } from '#shared/errors.ts'
import { hasCard } from '#shared/model/billing.ts'
import type { Company } from '#shared/model/company.ts'
import type { Db } from '../data/index.ts'

/** `accountId` is empty for the platform's own account. */
export type CardHolder = { customerId: string; cardId: string; accountId: string }
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

/** Whose card pays for a company. A card that was kept in an account which the agency gave up is none any more. */
export async function findCardHolder(
  db: Pick<Db, 'billing' | 'connectedAccount'>,
  company: Owner,
): Promise<CardHolder | undefined> {
  const [billing, accountId] = await Promise.all([db.billing.get(company.id), findCardAccount(db, company)])
  if (!hasCard(billing) || billing.accountId !== accountId) return undefined
  const { customerId, cardId } = billing
  return { customerId, cardId, accountId }
}
