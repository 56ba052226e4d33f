// A card and what it failed to pay, between the wire and the field.

import type { Output } from '#shared/contracts/index.ts'
import type { Billing } from '#shared/model/billing.ts'
import type { Company } from '#shared/model/company.ts'
import { isUnreachable } from '#shared/model/payment.ts'
import type { User } from '#shared/model/user.ts'
import { cents, toDollars } from '#shared/money/cents.ts'
import { disputeText } from '#shared/money/dispute-texts.ts'
import { notKnownToPayer } from '#shared/money/not-known.ts'
import { nextTryAt } from '#shared/money/retries.ts'
import type { Db } from '../../data/index.ts'
import type { CardForm, KeptCard } from '../../domain/payments/cards.ts'
import type { Card } from '../../gateways/stripe/cards.ts'
import { reasonOf } from './reason.ts'
import { shownCentsOf } from './shown-charge.ts'

type WireForm = {
  token: string
  cardholder: string
  address: string
  city: string
  state: string
  zip: string
  country: string
  coupon_code?: string | undefined
  charge_now?: number | undefined
}

const pad = (month: number) => String(month).padStart(2, '0')

export const cardShown = ({ cardBrand, cardLast4, cardExpMonth, cardExpYear }: Billing) => ({
  brand: cardBrand,
  last4: cardLast4,
  exp: `${pad(cardExpMonth)}/${cardExpYear}`,
})

export function toCardForm(company: Company, user: User, form: WireForm): CardForm {
  const { token, cardholder: name, address: line1, city, state, zip, country, coupon_code: couponCode = '' } = form
  return {
    token,
    couponCode,
    isDirect: false,
    shownCents: shownCentsOf(form),
    holder: {
      name: `${name} (${company.name})`,
      email: user.email,
      address: { line1, city, state, postal_code: zip, country },
    },
  }
}

const shownCard = ({ brand, last4, expMonth, expYear }: Card) => ({ brand, last4, exp: `${pad(expMonth)}/${expYear}` })

export function answerKept(kept: KeptCard, message: string): Output<'payments.saveCard'> {
  if (kept.is === 'action')
    return {
      result: 'action',
      message: 'Your bank asks you for a confirmation.',
      card: kept.card ? shownCard(kept.card) : null,
      client_secret: kept.clientSecret,
      setup_id: kept.setupId,
      account: kept.accountId,
    }
  return {
    result: 'success',
    message,
    card: shownCard(kept.card),
    client_secret: '',
    setup_id: '',
    account: '',
  }
}

const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** What the audit log says of a card that was given: saved, or asked about by its bank and so not saved yet. */
export function tellCard(kept: KeptCard, company: Company): string {
  if (!kept.card) return `Tried to save a card of ${company.name}: its bank asks the owner first`
  const { brand, last4 } = kept.card
  const saved = `Saved card ${brands[brand] ?? brand} ${last4} of ${company.name}`
  return kept.is === 'kept' ? saved : `${saved}; its bank asks the owner about what is owed`
}

export async function failedRows(db: Db, company: Company): Promise<Output<'payments.getCard'>['failed']> {
  const failed = await db.payment.listOwed(company.id)
  return Promise.all(
    failed.map(async (payment) => {
      const { description, campaignId, amountCents, failedAt, retries, createdAt, dispute, status } = payment
      const isUnknown = isUnreachable(payment)
      const reason = isUnknown ? notKnownToPayer : reasonOf(payment)
      const campaign = campaignId ? await db.campaign.findById(campaignId) : undefined
      // It was paid, and a bank took it back: no card is asked for it again by itself.
      const back = status === 'open' ? null : dispute
      return {
        description,
        campaign_id: campaignId ?? '',
        campaign_name: campaign?.name ?? '',
        amount: toDollars(cents(amountCents)),
        reason: back ? disputeText(back.reason) : reason,
        failed_at: back?.at ?? failedAt ?? createdAt,
        next_try_at: back || isUnknown ? null : nextTryAt({ failedAt: failedAt ?? createdAt, retries }),
        ...(back && { disputed: true as const }),
      }
    }),
  )
}
