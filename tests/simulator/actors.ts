// The agencies whose wallets and debts are simulated, and the calls that their people make: the real handlers, behind the door.
import { loginScopeOf } from '#functions/data/tenancy/user.ts'
import type { Context, Handler } from '#functions/kit/handle.ts'
import type { Services } from '#functions/kit/services.ts'
import type { Call } from '#shared/contracts/lib/call.ts'
import type { UserActor } from '#shared/model/actor.ts'
import type { User } from '#shared/model/user.ts'
import type { Cast } from '#tests/support/cast.ts'
import type { Known } from './books.ts'
import { type Model, openModel } from './model.ts'
import type { Provider } from './provider.ts'

export type Actor = {
  id: string
  user: User
  model: Model
  spendings: Map<string, Known & { at: number }>
  holds: { id: string; amountCents: number; at: number }[]
  orders: { key: string; dollars: number; isCustom: boolean }[]
  debts: { key: string; amountCents: number; about: 'leads' | 'other' }[]
  /** Whether it heard that a debt was not paid, and did not change its card since. */
  isOwing: boolean
}

/** An agency with a card and the agreement that a top-up asks for. */
export async function plantActor(services: Services, cast: Cast, { double }: Provider, name: string): Promise<Actor> {
  const { db, payments, now } = services
  const [id, userId] = [`com_${name}`, `usr_${name}`]
  const { abe } = cast.users
  const company = { ...cast.copper, id, name, subdomain: null, createdAt: now() }
  const user = { ...abe, id: userId, companyId: id, email: `${name}@example.com` }
  await db.tenancy.plant({ company, user, scopeId: loginScopeOf(user, cast.root.id) })
  const document = await db.legalDocument.findLatest(cast.root.id, 'data-wallet-agreement')
  await db.legalDocument.agree({
    companyId: id,
    userId,
    feature: 'data_wallet',
    documentName: 'data-wallet-agreement',
    companyName: name,
    version: document?.version ?? 0,
    locationMenu: 'Data Wallet',
    ip: '',
    timeZone: '',
    agreedAt: now(),
  })
  const made = await payments.createCustomer({
    key: id,
    holder: { name, email: user.email },
    metadata: { company: id },
  })
  const customerId = await db.billing.claimCustomer(id, '', made.id)
  const paymentMethodId = double.card('pm_card_visa')
  const setup = await payments.setUpCard({ key: `${id}-card`, customerId, paymentMethodId, metadata: { company: id } })
  if (setup.status !== 'saved') throw new Error(`The first card was not saved: ${setup.status}.`)
  const { id: cardId, brand: cardBrand, last4: cardLast4 } = setup.card
  await db.billing.save(id, { cardId, cardBrand, cardLast4, isDirect: true })
  return { id, user, model: openModel(), spendings: new Map(), holds: [], orders: [], debts: [], isOwing: false }
}

let calls = 0
/** Makes a call as a person of the agency. What the door of a function does (tokens, tenants, bodies) has its own tests. */
export async function callAs<C extends Call>(
  services: Services,
  cast: Cast,
  { contract, run }: Handler<C>,
  { user }: Pick<Actor, 'user'>,
  wire: object,
  idempotencyKey?: string,
): Promise<unknown> {
  const company = await services.db.company.get(user.companyId)
  const actor: UserActor = {
    kind: 'user',
    userId: user.id,
    companyId: user.companyId,
    rootId: user.rootId,
    role: 'agency',
    sessionId: 'ses_simulator',
    authenticatedAt: services.now(),
    isSystemUser: false,
    isAccountExecutive: false,
  }
  const context = {
    ...services,
    input: contract.input.parse(wire),
    tenant: cast.root,
    actor,
    me: user,
    user,
    company,
    permissions: {},
    request: { requestId: `req_${++calls}`, ip: '203.0.113.7', userAgent: '', host: '', idempotencyKey },
    tell: () => undefined,
  }
  // @NOTE everything that the context of these calls names stands above; which of it a call takes, its contract says.
  return run(context as unknown as Context<C>)
}
