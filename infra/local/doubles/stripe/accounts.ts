import { need, type Operation } from './call.ts'
import { invalidRequest } from './errors.ts'
import { isParams, isTrue, metadataOf, paramsOf, textOf } from './form.ts'
import type { Account } from './objects.ts'
import { randomId } from './store.ts'

const wanted = [
  'business_profile.url',
  'business_type',
  'external_account',
  'representative.first_name',
  'representative.last_name',
  'tos_acceptance.date',
]

const GRACE_SECONDS = 14 * 86_400

/** How far the owner of an account can be: what each step makes true. */
export const steps = {
  /** Nothing was told yet, or the form was left in the middle. */
  unfinished: {
    submitted: false,
    charges: false,
    payouts: false,
    due: wanted,
    verifying: [],
    reason: 'requirements.past_due',
  },
  /** All was told; Stripe looks at it. */
  verifying: {
    submitted: true,
    charges: false,
    payouts: false,
    due: [],
    verifying: ['individual.verification.document'],
    reason: 'requirements.pending_verification',
  },
  /** It works, and something is asked for by a day. */
  asked: {
    submitted: true,
    charges: true,
    payouts: true,
    verifying: [],
    due: ['individual.verification.document'],
    reason: null,
  },
  complete: { submitted: true, charges: true, payouts: true, due: [], verifying: [], reason: null },
  /** It worked once, and something new is asked for. */
  restricted: {
    submitted: true,
    charges: true,
    payouts: false,
    verifying: [],
    due: ['individual.verification.document'],
    reason: 'requirements.past_due',
  },
  rejected: { submitted: true, charges: false, payouts: false, due: [], verifying: [], reason: 'rejected.fraud' },
} as const
export type Step = keyof typeof steps
const stepNames: readonly string[] = Object.keys(steps)
// @NOTE the list holds exactly the names of the steps.
export const isStep = (text: string): text is Step => stepNames.includes(text)

export function atStep(account: Account, name: Step): Account {
  const { submitted, charges, payouts, due, verifying, reason } = steps[name]
  const state = charges ? 'active' : submitted ? 'pending' : 'inactive'
  const takesCards = 'card_payments' in account.capabilities
  return {
    ...account,
    details_submitted: submitted,
    charges_enabled: charges && takesCards,
    payouts_enabled: payouts,
    capabilities: Object.fromEntries(Object.keys(account.capabilities).map((capability) => [capability, state])),
    requirements: {
      ...account.requirements,
      currently_due: [...due],
      // Only of what it takes rights away for that are there now.
      current_deadline: reason === null && due.length > 0 ? account.created + GRACE_SECONDS : null,
      past_due: reason === 'requirements.past_due' ? [...due] : [],
      eventually_due: [...due],
      pending_verification: [...verifying],
      disabled_reason: reason,
    },
  }
}

export const accountOperations: Record<string, Operation> = {
  'POST /v1/accounts': (call) => {
    const { params } = call
    const asked = Object.entries(paramsOf(params, 'capabilities')).filter(
      ([, value]) => isParams(value) && isTrue(value, 'requested'),
    )
    if (asked.length === 0) throw invalidRequest('Request at least one capability.', 'capabilities')
    const account = atStep(
      {
        id: randomId('acct', 16),
        object: 'account',
        created: call.now,
        type: textOf(params, 'type') ?? 'express',
        country: textOf(params, 'country') ?? 'US',
        email: textOf(params, 'email') ?? null,
        business_profile: { name: textOf(paramsOf(params, 'business_profile'), 'name') ?? null },
        details_submitted: false,
        charges_enabled: false,
        payouts_enabled: false,
        capabilities: Object.fromEntries(asked.map(([name]) => [name, 'inactive'])),
        requirements: {
          currently_due: [],
          current_deadline: null,
          past_due: [],
          eventually_due: [],
          pending_verification: [],
          disabled_reason: null,
          errors: [],
        },
        metadata: metadataOf(params),
      },
      'unfinished',
    )
    // Accounts lie with the platform, no matter who asks.
    return call.store.put('', 'account', account)
  },
  'GET /v1/accounts/{id}': (call) => need({ ...call, account: '' }, 'account', call.id),
  'POST /v1/accounts/{id}': (call) => {
    const old = need({ ...call, account: '' }, 'account', call.id)
    const account = { ...old, metadata: { ...old.metadata, ...metadataOf(call.params) } }
    call.store.put('', 'account', account)
    call.emit('account.updated', account, account.id)
    return account
  },
  'DELETE /v1/accounts/{id}': (call) => {
    need({ ...call, account: '' }, 'account', call.id)
    call.store.remove('', call.id)
    return { id: call.id, object: 'account', deleted: true }
  },
  'POST /v1/accounts/{id}/login_links': (call) => {
    const account = need({ ...call, account: '' }, 'account', call.id)
    if (!account.details_submitted)
      throw invalidRequest('Cannot create a login link for an account that has not completed onboarding.')
    return { object: 'login_link', created: call.now, url: `${call.pages}/dashboard/${account.id}` }
  },
  'POST /v1/account_links': (call) => {
    const { params } = call
    const account = textOf(params, 'account') ?? ''
    need({ ...call, account: '' }, 'account', account, 'account')
    const urls = [textOf(params, 'return_url') ?? '', textOf(params, 'refresh_url') ?? '']
    if (!urls.every((url) => URL.canParse(url))) throw invalidRequest('Not a valid URL', 'return_url', 'url_invalid')
    const [return_url = '', refresh_url = ''] = urls
    const link = call.store.put('', 'account_link', {
      id: randomId('alink', 32),
      object: 'account_link',
      created: call.now,
      account,
      return_url,
      refresh_url,
      isUsed: false,
    })
    return {
      object: 'account_link',
      created: call.now,
      expires_at: call.now + 300,
      url: `${call.pages}/connect/${link.id}`,
    }
  },
}
