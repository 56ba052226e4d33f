// A connected account as the wire tells it.
import type { Output } from '#shared/contracts/index.ts'
import type { Company } from '#shared/model/company.ts'
import type { ConnectedAccount } from '#shared/model/connected-account.ts'
import { checkReturn } from '../../domain/payments/connections.ts'
import { siteUrl } from '../../domain/settings/site-url.ts'

const said = {
  '': 'There is no payment account yet.',
  pending: 'The form of the payment account is not finished.',
  inverification: 'The payment account is being verified.',
  completed: 'The payment account is connected.',
  failed: 'The payment account was refused.',
} as const

export function answerConnection(
  account: ConnectedAccount,
  url: string,
  message: string = said[account.state],
): Output<'payments.checkConnectedAccount'> {
  const { state: status, chargesEnabled, payoutsEnabled, requirements } = account
  return {
    result: 'success',
    message,
    data: { url, status, charges_enabled: chargesEnabled, payouts_enabled: payoutsEnabled, requirements },
  }
}

type Place = { env: { PLATFORM_SCHEME: string; PLATFORM_DOMAIN: string }; tenant: Company }

/** Where the provider's pages lead back to: an address on the site that the caller is on. */
export const ownReturn = ({ env, tenant }: Place, text: string) =>
  checkReturn(text, siteUrl({ scheme: env.PLATFORM_SCHEME, domain: env.PLATFORM_DOMAIN }, tenant))
