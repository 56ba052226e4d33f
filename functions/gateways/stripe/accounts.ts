// Connected accounts: where the money of agencies and sales people goes.

import type Stripe from 'stripe'
import { postalEmail } from '#shared/email.ts'
import { at } from './charges.ts'
import { ask, isMissing, toTyped } from './errors.ts'
import { isForeign } from './outcome.ts'

export type AccountState = {
  id: string
  isSubmitted: boolean
  chargesEnabled: boolean
  payoutsEnabled: boolean
  /** Why Stripe holds the account back, in its own code; empty when it does not. */
  disabledReason: string
  /** What Stripe still wants to know, as its field names. */
  currentlyDue: string[]
  pastDue: string[]
  pendingVerification: string[]
  /** By when it wants to know (ms), or it takes rights away; 0 where it names no time. */
  requiredBy: number
}

function toState(account: Stripe.Account): AccountState {
  const { requirements } = account
  return {
    id: account.id,
    isSubmitted: account.details_submitted,
    chargesEnabled: account.charges_enabled,
    payoutsEnabled: account.payouts_enabled,
    disabledReason: requirements?.disabled_reason ?? '',
    currentlyDue: requirements?.currently_due ?? [],
    pastDue: requirements?.past_due ?? [],
    pendingVerification: requirements?.pending_verification ?? [],
    requiredBy: (requirements?.current_deadline ?? 0) * 1000,
  }
}

export function accountsOf(stripe: Stripe) {
  return {
    /** `charges` accounts take cards themselves; the others only receive what the platform passes on. */
    async createAccount(request: {
      key: string
      email: string
      name: string
      takesCards: boolean
      metadata: Record<string, string>
    }): Promise<AccountState> {
      const { key, email, name, takesCards, metadata } = request
      const account = await ask(() =>
        stripe.accounts.create(
          {
            type: 'express',
            country: 'US',
            email: postalEmail(email),
            business_profile: { name },
            capabilities: {
              ...(takesCards && { card_payments: { requested: true } }),
              transfers: { requested: true },
            },
            metadata,
          },
          at(undefined, key),
        ),
      )
      return toState(account)
    },

    /** How an account stands now; undefined when it is gone or does not belong to the platform any more. */
    async findAccount({ accountId }: { accountId: string }): Promise<AccountState | undefined> {
      try {
        return toState(await stripe.accounts.retrieve(accountId, {}))
      } catch (error) {
        if (isMissing(error) || isForeign(error)) return undefined
        throw toTyped(error)
      }
    },

    /** A page of Stripe's on which the owner of an account tells what is missing. It works once, for some minutes. */
    async createOnboardingLink(request: { accountId: string; returnUrl: string; refreshUrl: string }): Promise<string> {
      const link = await ask(() =>
        stripe.accountLinks.create({
          account: request.accountId,
          type: 'account_onboarding',
          return_url: request.returnUrl,
          refresh_url: request.refreshUrl,
        }),
      )
      return link.url
    },

    /** Signs the owner of a finished account in to their own pages at Stripe. */
    async createLoginLink({ accountId }: { accountId: string }): Promise<string> {
      const link = await ask(() => stripe.accounts.createLoginLink(accountId))
      return link.url
    },
  }
}
