// Customers and the cards they keep. A card's number never comes here: only the provider's token for it.

import type Stripe from 'stripe'
import { postalEmail } from '#shared/email.ts'
import { at } from './charges.ts'
import { ask, declineOf, isMissing, toTyped } from './errors.ts'
import type { Declined } from './outcome.ts'

export type Card = { id: string; brand: string; last4: string; expMonth: number; expYear: number }

/** What saving a card came to: kept, refused by its bank, or waiting for its owner to authenticate. */
export type CardSetup =
  | { status: 'saved'; card: Card }
  | Declined
  | { status: 'action'; clientSecret: string; id: string }

export type Holder = {
  name: string
  email: string
  address?: { line1: string; city: string; state: string; postal_code: string; country: string } | undefined
}

function toCard(method: Stripe.PaymentMethod): Card {
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card ?? {}
  return { id: method.id, brand: brand ?? '', last4: last4 ?? '', expMonth: expMonth ?? 0, expYear: expYear ?? 0 }
}

export function cardsOf(stripe: Stripe) {
  async function read(id: string, accountId: string | undefined): Promise<Card> {
    return toCard(await ask(() => stripe.paymentMethods.retrieve(id, {}, at(accountId))))
  }

  async function toSetup(intent: Stripe.SetupIntent, accountId: string | undefined): Promise<CardSetup> {
    const method = intent.payment_method
    if (intent.status === 'succeeded' && method)
      return { status: 'saved', card: await read(typeof method === 'string' ? method : method.id, accountId) }
    if (intent.status === 'requires_action' && intent.client_secret)
      return { status: 'action', clientSecret: intent.client_secret, id: intent.id }
    const failure = intent.last_setup_error
    return {
      status: 'declined',
      code: failure?.decline_code ?? failure?.code ?? 'card_declined',
      reason: failure?.message ?? 'The card was not confirmed.',
    }
  }

  return {
    async createCustomer(request: {
      key: string
      accountId?: string | undefined
      holder: Holder
      metadata: Record<string, string>
    }): Promise<{ id: string }> {
      const { key, accountId, holder, metadata } = request
      const { name, email, address } = holder
      const { id } = await ask(() =>
        stripe.customers.create(
          { name, email: postalEmail(email), metadata, ...(address && { address }) },
          at(accountId, key),
        ),
      )
      return { id }
    },

    async updateCustomer(request: {
      customerId: string
      accountId?: string | undefined
      holder: Holder
      metadata: Record<string, string>
    }): Promise<void> {
      const { name, email, address } = request.holder
      await ask(() =>
        stripe.customers.update(
          request.customerId,
          { name, email: postalEmail(email), metadata: request.metadata, ...(address && { address }) },
          at(request.accountId),
        ),
      )
    },

    /** Confirms that a card may be charged later, and keeps it with the customer. Its bank may refuse or want to see its owner. */
    async setUpCard(request: {
      key: string
      accountId?: string | undefined
      customerId: string
      paymentMethodId: string
      metadata: Record<string, string>
    }): Promise<CardSetup> {
      const { key, accountId, customerId, paymentMethodId, metadata } = request
      try {
        const intent = await stripe.setupIntents.create(
          {
            allowed_payment_method_types: ['card'],
            customer: customerId,
            payment_method: paymentMethodId,
            usage: 'off_session',
            confirm: true,
            use_stripe_sdk: true,
            metadata,
          },
          at(accountId, key),
        )
        return await toSetup(intent, accountId)
      } catch (error) {
        const declined = declineOf(error)
        if (declined) return declined
        if (isMissing(error))
          return {
            status: 'declined',
            code: 'token_unknown',
            reason: 'This card token is not known. Enter the card again.',
          }
        throw toTyped(error)
      }
    },

    /** Where a set-up stands after its owner authenticated. Another customer's is none of ours. */
    async readSetup(request: {
      setupId: string
      accountId?: string | undefined
      customerId: string
    }): Promise<CardSetup> {
      const { setupId, accountId, customerId } = request
      const missing: Declined = { status: 'declined', code: 'token_unknown', reason: 'Enter the card again.' }
      try {
        const intent = await stripe.setupIntents.retrieve(setupId, {}, at(accountId))
        const owner = typeof intent.customer === 'string' ? intent.customer : intent.customer?.id
        return owner === customerId ? await toSetup(intent, accountId) : missing
      } catch (error) {
        if (isMissing(error)) return missing
        throw toTyped(error)
      }
    },

    /** From now on this card pays, unless a charge names another one. */
    async setDefaultCard(request: {
      customerId: string
      cardId: string
      accountId?: string | undefined
    }): Promise<void> {
      const { customerId, cardId, accountId } = request
      await ask(() =>
        stripe.customers.update(customerId, { invoice_settings: { default_payment_method: cardId } }, at(accountId)),
      )
    },

    async listCards(request: { customerId: string; accountId?: string | undefined }): Promise<Card[]> {
      const { customerId, accountId } = request
      const methods = await ask(() =>
        stripe.paymentMethods
          .list({ customer: customerId, type: 'card', limit: 100 }, at(accountId))
          .autoPagingToArray({ limit: 100 }),
      )
      return methods.map(toCard)
    },

    /** A card with the company that it belongs to, as far as it was kept with a customer. */
    async findCardOwner(request: {
      cardId: string
      accountId?: string | undefined
    }): Promise<{ card: Card; company: string | undefined } | undefined> {
      try {
        const method = await stripe.paymentMethods.retrieve(request.cardId, {}, at(request.accountId))
        const id = typeof method.customer === 'string' ? method.customer : method.customer?.id
        const customer = id ? await stripe.customers.retrieve(id, {}, at(request.accountId)) : undefined
        const company = customer && !customer.deleted ? customer.metadata.company : undefined
        return { card: toCard(method), company }
      } catch (error) {
        if (isMissing(error)) return undefined
        throw toTyped(error)
      }
    },

    /** Forgets a card. One that is not there any more is forgotten already. */
    async removeCard(request: { cardId: string; accountId?: string | undefined }): Promise<void> {
      try {
        await stripe.paymentMethods.detach(request.cardId, {}, at(request.accountId))
      } catch (error) {
        if (!isMissing(error)) throw toTyped(error)
      }
    },
  }
}
