// Connected accounts of agencies and sales people. What we keep is a copy of what the provider says: every look at an account
// brings it up to date, in any order of the events.
import { conflict, invalid } from '#shared/errors.ts'
import type { Company } from '#shared/model/company.ts'
import { type ConnectedAccount, noAccount } from '#shared/model/connected-account.ts'
import type { User } from '#shared/model/user.ts'
import { connectionStateOf, requirementTexts } from '#shared/money/connection.ts'
import type { Db } from '../../data/index.ts'
import type { AccountOwner } from '../../data/payments/connected-account.ts'
import type { Queues } from '../../gateways/queue.ts'
import type { AccountState } from '../../gateways/stripe/accounts.ts'
import type { Payments } from '../../gateways/stripe.ts'
import { activeCampaigns } from '../campaigns/active.ts'
import { giveUpCards } from './card-copies.ts'

export type ConnectDeps = {
  db: Db
  payments: Pick<Payments, 'createAccount' | 'findAccount' | 'createOnboardingLink' | 'createLoginLink'>
  queues: Pick<Queues, 'send'>
  now: () => number
}
/** Whose account it is, with what others are told of it. */
export type Holder = { company: Company } | { user: User }

const STANDARD = 'standard'
const ownerOf = (holder: Holder): AccountOwner =>
  'company' in holder ? { company: holder.company.id } : { user: holder.user.id }
const takesCards = (holder: Holder) => 'company' in holder

function toAccount(
  holder: Holder,
  said: AccountState | undefined,
  old: ConnectedAccount,
  at: number,
): ConnectedAccount {
  return {
    accountId: old.accountId,
    // An account that was there and is gone failed; it is no account that was never begun.
    state: said ? connectionStateOf({ ...said, takesCards: takesCards(holder) }) : 'failed',
    chargesEnabled: said?.chargesEnabled ?? false,
    payoutsEnabled: said?.payoutsEnabled ?? false,
    requirements: said ? requirementTexts(said) : [],
    requiredBy: said?.requiredBy ?? 0,
    generation: old.generation,
    checkedAt: at,
    heldAt: old.heldAt,
    awaySince: said ? null : (old.awaySince ?? at),
  }
}

/** Guards read companies and people, not accounts: these carry what counts. */
async function show({ db }: ConnectDeps, holder: Holder, account: ConnectedAccount): Promise<void> {
  const {
    state: connection,
    chargesEnabled,
    payoutsEnabled,
    requirements: accountRequirements,
    requiredBy: accountRequiredBy,
  } = account
  if ('user' in holder) {
    if (holder.user.connection !== connection) await db.user.update(holder.user.id, { connection })
    return
  }
  // Anybody who may take money needs a plan to do it under; it is given with the account unless one was chosen before.
  const plan = connection === 'completed' && holder.company.packageId === '' ? { packageId: STANDARD } : {}
  const facts = {
    ...plan,
    connection,
    chargesEnabled,
    payoutsEnabled,
    accountRequirements,
    accountRequiredBy,
    paymentGateway: 'stripe' as const,
  }
  await db.company.update(holder.company.id, facts)
}

/** What happened in an account while it was not ours to ask, nobody told us: refunds, disputes, charges that came late. */
export async function hearOfAbsence(
  { queues }: Pick<ConnectDeps, 'queues'>,
  holder: Holder,
  awaySince: number,
): Promise<void> {
  // Sales people are only paid; what they are owed is asked for again by itself.
  if ('company' in holder) await queues.send('hearMissedEvents', { agencyId: holder.company.id, awaySince })
}

/** Asks the provider how the account stands, and writes that down. */
export async function refresh(deps: ConnectDeps, holder: Holder): Promise<ConnectedAccount> {
  const { db, payments, now } = deps
  const owner = ownerOf(holder)
  const old = await db.connectedAccount.get(owner)
  if (!old.accountId) return noAccount
  // Before the question: an answer is as old as its question.
  const at = now()
  const account = toAccount(holder, await payments.findAccount({ accountId: old.accountId }), old, at)
  // Before it is noted: after a crash in between it is asked for by the next look.
  if (old.state === 'failed' && account.state !== 'failed') await hearOfAbsence(deps, holder, old.awaySince ?? at)
  await db.connectedAccount.note(owner, account)
  const kept = await db.connectedAccount.get(owner)
  await show(deps, holder, kept)
  return kept
}

/**
 * Makes an account, once: a second request finds the first one's. In place of one of a sales person that failed another is made: only
 * commissions go there, and each of them asks by itself whether it was passed on already.
 */
export async function create(deps: ConnectDeps, holder: Holder): Promise<ConnectedAccount> {
  const { db, payments, now } = deps
  const owner = ownerOf(holder)
  let old = await db.connectedAccount.get(owner)
  if (old.accountId) {
    // The provider may have changed its mind since.
    const present = await refresh(deps, holder)
    if (present.accountId && present.state !== 'failed') return present
    if (present.accountId && takesCards(holder))
      throw conflict('The payment account was refused. Reset the connection before you open another one.')
    // Of two who ask at once the other one may have let go of it.
    if (present.accountId) await db.connectedAccount.unlink(owner, present)
    old = await db.connectedAccount.get(owner)
    if (old.accountId) return refresh(deps, holder)
  }
  const [id, name, email] =
    'company' in holder
      ? [holder.company.id, holder.company.name, holder.company.email]
      : [holder.user.id, holder.user.name, holder.user.email]
  const said = await payments.createAccount({
    key: `account#${id}#${old.generation}`,
    email,
    name,
    takesCards: takesCards(holder),
    metadata: 'company' in holder ? { company: id } : { user: id },
  })
  const account = toAccount(holder, said, { ...old, accountId: said.id }, now())
  await db.connectedAccount.link(owner, account)
  return refresh(deps, holder)
}

/** Only the caller's own site: the address leads back from the provider's pages. */
export function checkReturn(text: string, origin: string): string {
  const url = URL.canParse(text, origin) ? new URL(text, origin) : undefined
  if (!url || url.origin !== origin || url.username || url.password)
    throw invalid({ returnUrl: 'The return address must be on your own site.' })
  return url.href
}

const none = () => conflict('There is no payment account yet. Connect one first.')

/** The page on which the owner of an account goes on telling what is asked. */
export async function onboardingLink(deps: ConnectDeps, holder: Holder, returnUrl: string): Promise<string> {
  const { accountId, state } = await refresh(deps, holder)
  if (!accountId) throw none()
  if (state === 'failed') throw conflict('The payment account was refused. Reset the connection to open another one.')
  return deps.payments.createOnboardingLink({ accountId, returnUrl, refreshUrl: returnUrl })
}

/** For an account that is there: its own pages when it is complete, otherwise the form that goes on where it was left. */
export async function existingLink(deps: ConnectDeps, holder: Holder, returnUrl: string): Promise<string> {
  const { accountId, state } = await refresh(deps, holder)
  if (!accountId) throw none()
  if (state === 'completed') return deps.payments.createLoginLink({ accountId })
  return onboardingLink(deps, holder, returnUrl)
}

/** Lets go of an agency's account. Refused while its clients' campaigns are paid through it. */
export async function reset(deps: ConnectDeps & { queues: Queues }, company: Company): Promise<void> {
  const { db, queues } = deps
  if (!company.manualBill && (await activeCampaigns(db, company)).length > 0)
    throw invalid({ companyId: 'This agency has active campaigns that are paid through the account. Stop them first.' })
  const account = await db.connectedAccount.get({ company: company.id })
  if (account.accountId) {
    await giveUpCards(queues, company.id, account.accountId)
    await db.connectedAccount.unlink({ company: company.id }, account)
    // Of one that is given up already, the call that did it may have crashed before it said so.
  } else if (company.connection === noAccount.state) throw none()
  await show(deps, { company }, noAccount)
}
