import { stripeHookPath, unsubscribePath } from '#shared/hooks.ts'
import { collectPath } from '#shared/pixel.ts'

/** Functions behind the gateway that answer paths outside the contracts, with the routes that lead to them. */
export const hooks = {
  page: {
    summary:
      "The web application's one page, with the tenant's brand in it, for every path that is neither a call nor a file.",
    // The one that is chosen last. A route of its own for GET would be one for the very method, and the gateway may take that before
    // those for any method, such as the shared ones of calls.
    routes: ['$default'],
  },
  visit: {
    summary: "Reports of pixels: each is answered with nothing, and visits of a campaign's own site are queued.",
    // Requests that are no reports get the same answer.
    routes: [
      `POST ${collectPath}`,
      `GET ${collectPath}`,
      `HEAD ${collectPath}`,
      `OPTIONS ${collectPath}`,
      `PUT ${collectPath}`,
      `PATCH ${collectPath}`,
      `DELETE ${collectPath}`,
    ],
  },
  stripe: {
    summary: 'Events of the payment provider: the signature is checked over the raw body, then each is queued once.',
    routes: [`POST ${stripeHookPath}`],
  },
  unsubscribe: {
    summary:
      'Ends reports by mail with one click and without a sign-in: by the button of a page, or by a mail program.',
    routes: [`GET ${unsubscribePath}/{token}`, `HEAD ${unsubscribePath}/{token}`, `POST ${unsubscribePath}/{token}`],
  },
} as const satisfies Record<string, { summary: string; routes: readonly (`${string} /${string}` | '$default')[] }>

export type HookName = keyof typeof hooks
export const hookNames = Object.keys(hooks) as HookName[]
