// The end of an agency or a client. What its leads cost and nobody billed yet is charged first, because nobody looks for it
// afterwards; what is owed already must be paid or settled.
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { dayIn } from '#shared/dates.ts'
import { conflict } from '#shared/errors.ts'
import { type Company, productLines } from '#shared/model/company.ts'
import { countActive } from '#shared/model/node.ts'
import type { User } from '#shared/model/user.ts'
import { cents, toDollars } from '#shared/money/cents.ts'
import { SMALLEST_CHARGE_CENTS } from '#shared/money/minimum-spend.ts'
import { billCampaign, collectRest, findUnbilled } from '../billing/bill-campaign.ts'
import { endManualBill } from '../billing/manual-billing.ts'
import { trueUp } from '../billing/true-up.ts'
import { hasUnbilled } from '../billing/unbilled.ts'
import { activeByLine } from '../campaigns/active.ts'
import { allCampaigns } from '../campaigns/all.ts'
import { leaveAllDomains } from '../domains/custom.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'
import { findCardAccount, findMeans } from '../payments/payer.ts'
import type { CollectDeps } from '../payments/record.ts'
import { hostOf, scopeOf } from './edit.ts'

type Deps = CollectDeps & { platformDomain: string }

/** Longer than a request may last: by then it has ended the company, or never will. */
const LOOKED_AT_AFTER_SECONDS = 120

const unpaid = () => conflict('This company has an unpaid bill. Settle it first.')
const underWay = () => conflict('A payment of this company is under way. Wait a few minutes and delete it again.')
const unproven = () =>
  conflict(
    'The leads of a campaign are not those that were counted. Our people were told; try again when it is mended.',
  )

const enriching = () =>
  conflict('A data enrichment of this company is under way. Wait until it is done, then delete the company again.')

const changed = () => conflict('This company was changed at the same time. Please try again.')

/** What some companies would be charged for, in cents, if their campaigns were billed now. */
async function owedBy(db: Deps['db'], company: Company): Promise<Map<string, number>> {
  const owed = new Map<string, number>()
  const add = (id: string, amount: number) => owed.set(id, (owed.get(id) ?? 0) + amount)
  const campaigns = await allCampaigns(db, company)
  const sums = await mapConcurrent(campaigns, (campaign) => findUnbilled(db, campaign))
  for (const [index, { companyId, agencyId }] of campaigns.entries()) {
    add(companyId, sums[index]?.clientPaysCents ?? 0)
    add(agencyId, sums[index]?.agencyPaysCents ?? 0)
  }
  return owed
}

/** Refuses what could not be charged: it would be owed by nobody. */
async function checkMeans({ db }: Deps, company: Company): Promise<void> {
  for (const [id, owed] of await owedBy(db, company)) {
    if (owed <= SMALLEST_CHARGE_CENTS) continue
    const payer = await db.company.get(id)
    if (await findMeans(db, payer, 'leads')) continue
    // Who cannot save a card either is not told to.
    if ((await findCardAccount(db, payer)) === undefined)
      throw conflict(
        `Leads of $${toDollars(cents(owed))} are not billed yet, and the payment account that ${payer.name} pays into takes no cards at present. Delete again once it does: they are charged first.`,
      )
    throw conflict(
      `Leads of $${toDollars(cents(owed))} are not billed yet, and ${payer.name} has no card on file. Have one saved under Card Setting, then delete again: they are charged first.`,
    )
  }
}

/** A minimum-spend month that ended, and whose run has not come yet. The month that the deletion cuts short is not owed. */
async function trueUpLast(deps: Deps, agency: Company): Promise<void> {
  await trueUp(deps, agency, { today: dayIn(SYSTEM_ZONE, deps.now()), timeZone: SYSTEM_ZONE })
}

/** Charges everybody who pays for what is about to end: the client, his agency, or both. */
async function billLast(deps: Deps, company: Company): Promise<void> {
  const { db } = deps
  if (company.kind === 'agency') await trueUpLast(deps, company)
  await checkMeans(deps, company)
  if (company.kind === 'agency') await endManualBill(deps, company)
  const campaigns = await allCampaigns(db, company)
  const billed = await mapConcurrent(campaigns, (campaign) => billCampaign(deps, campaign, { final: true }))
  if (billed.some(({ isProven }) => !isProven)) throw unproven()
  // Nobody looks for a debt of a company that is gone, so no bill may wait to be asked for.
  const rest = await mapConcurrent(campaigns, (campaign) => collectRest(deps, campaign))
  if (rest.some(({ isOpen }) => isOpen)) throw underWay()
}

/** What it will cost is not known before it is done. */
const isEnriching = async ({ db }: Deps, { id, kind }: Company): Promise<boolean> =>
  kind === 'agency' &&
  (await db.enrichment.listAll(id)).some(({ status }) => status === 'running' || status === 'charging')

async function hasSoldSince({ db }: Deps, company: Company): Promise<boolean> {
  const sold = await mapConcurrent(await allCampaigns(db, company), (campaign) => hasUnbilled(db, campaign))
  return sold.some(Boolean)
}

export async function endCompany(deps: Deps, { company, user }: { company: Company; user: User }): Promise<void> {
  const { db, queues, now } = deps
  const find = () => (company.parentId ? db.node.find(company.parentId, company.id) : undefined)
  if ((await find())?.userId !== user.id) throw conflict('This company is not in the list any more.')
  if (Object.keys(await activeByLine(db, company, productLines)).length > 0)
    throw conflict('This company has active campaigns. Stop them first.')
  if (company.paymentFailed) throw unpaid()
  if (await isEnriching(deps, company)) throw enriching()
  // Before the last bill: a start that comes after it makes another number, also where it was paused again at once.
  const starts = company.kind === 'agency' ? await db.node.countStarts(company.id) : 0
  await billLast(deps, company)
  if ((await db.company.get(company.id)).paymentFailed) throw unpaid()
  if (await db.payment.hasOpen(company.id)) throw underWay()
  // Read anew: the last bill may have changed it.
  const node = await find()
  if (!node) throw conflict('This company is not in the list any more.')
  // One that was started while the last bill was charged. Another start from here on makes the entry another one.
  if (countActive(node.facts) > 0) throw conflict('This company has active campaigns. Stop them first.')
  // One that was paused again by now: what it sold is on no bill.
  if (company.kind === 'client' && (await hasSoldSince(deps, company))) throw changed()
  // Domains of its own are taken down first, and are then kept while their records point here.
  const hosts = company.subdomain ? [hostOf(deps, company.subdomain)] : []
  // Who was removed before has no address any more: it may be somebody else's by now.
  const people = (await db.user.listByCompany(company.id))
    .filter(({ status }) => status !== 'disabled')
    .map((person) => ({ user: person, scopeId: scopeOf(person, company) }))
  const ended = { companyId: company.id }
  // Before it ends, and kept back: a worker that crashes right after it leaves nothing of it at other services.
  await queues.send('endConnections', ended, { delaySeconds: LOOKED_AT_AFTER_SECONDS })
  if (!(await db.tenancy.retire({ company, node, people, hosts, starts, now: now() }))) throw changed()
  await queues.send('endConnections', ended)
  if (company.kind === 'agency') await leaveAllDomains(deps, company.id)
}
