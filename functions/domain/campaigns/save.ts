// Making and changing campaigns: what was said is laid over what is there, judged by the rules, and kept whole or not at all.
import { refusalToShowPhone, refusalToSort } from '#shared/access/add-campaign.ts'
import { mayBeginLine, notInBeta } from '#shared/access/beta.ts'
import { NOT_IN_VIEW } from '#shared/access/in-view.ts'
import { campaignFaults, informationTypesOf } from '#shared/campaigns/rules.ts'
import { beginning } from '#shared/campaigns/state.ts'
import { AppError, type FieldErrors, invalid, lostTo } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { UserActor } from '#shared/model/actor.ts'
import {
  Campaign,
  type CampaignAnswers,
  CampaignTarget,
  defaultTimeZone,
  type NewCampaign,
} from '#shared/model/campaign.ts'
import type { Company, ProductLine } from '#shared/model/company.ts'
import { leadsLeft } from '#shared/money/bought-leads.ts'
import { defaultTerm } from '#shared/money/price-list.ts'
import type { CampaignDetail } from '../../data/campaigns/campaign.ts'
import type { CampaignChanged, Held } from '../../data/campaigns/change.ts'
import type { Db } from '../../data/index.ts'
import { findDefaultPrice } from '../pricing/prices.ts'
import { isReadAlike } from '../sheets/readers.ts'
import { readStart, type StartRead } from './start.ts'

export type Said = { head: Partial<Campaign>; target: Partial<CampaignTarget>; answers: CampaignAnswers | undefined }
type Asker = Pick<UserActor, 'role' | 'viewing'>
type Deps = { db: Db; now: () => number; newId: (kind: 'campaign') => string; actor: Asker }
type Saved = { campaign: Campaign; detail: CampaignDetail }

const TAKEN = 'This client has a campaign of this name already.'

function refuse(faults: FieldErrors): void {
  if (Object.keys(faults).length > 0) throw invalid(faults)
}

function kept(changed: CampaignChanged): Campaign {
  if (changed === 'name_taken') throw lostTo({ campaignName: TAKEN })
  if (changed === 'gone') throw lostTo({ version: messages.changedMeanwhile })
  return changed
}

function checkAgencys(actor: Asker, before: Pick<Campaign, 'hidesPhone' | 'groupId'>, { head }: Said): void {
  const phone = refusalToShowPhone(actor, before.hidesPhone, head.hidesPhone)
  if (phone) throw invalid({ hidesPhone: phone })
  const sort = refusalToSort(actor, before.groupId, head.groupId)
  if (sort) throw invalid({ companyGroupId: sort })
}

const nobody = { reportTo: [], noticeTo: [] } satisfies Partial<Campaign>

/** Who gets the leads gets them for good, so it is not said through other eyes. */
function checkReaders({ viewing }: Asker, before: Pick<Campaign, 'reportTo' | 'noticeTo'>, { head }: Said): void {
  if (!viewing || isReadAlike(before, { ...before, ...head })) return
  const fields = { ...(head.reportTo && { reportTo: NOT_IN_VIEW }), ...(head.noticeTo && { noticeTo: NOT_IN_VIEW }) }
  throw new AppError('forbidden', NOT_IN_VIEW, { fields })
}

/** Groups are the agency's; one that is gone cannot be chosen. */
async function checkGroup(db: Db, agencyId: string, groupId: string | undefined): Promise<void> {
  if (!groupId) return
  const groups = await db.companyGroup.list(agencyId)
  if (!groups.some(({ id }) => id === groupId))
    throw invalid({ companyGroupId: 'This group was removed. Choose another one.' })
}

export async function createCampaign(
  { db, now, newId, actor }: Deps,
  client: Company,
  line: ProductLine,
  said: Said,
): Promise<Saved & { start: StartRead }> {
  if (client.kind !== 'client' || !client.parentId)
    throw invalid({ companyId: 'Campaigns belong to clients. Choose one.' })
  if (client.deletedAt !== null) throw invalid({ companyId: 'This client was removed. Choose another one.' })
  checkAgencys(actor, { hidesPhone: false, groupId: '' }, said)
  checkReaders(actor, nobody, said)
  const at = now()
  const { id: companyId, parentId: agencyId, rootId } = client
  const place = { id: newId('campaign'), companyId, agencyId, rootId, line, createdAt: at, startedAt: 0 }
  const [start, root] = await Promise.all([
    readStart({ db, now }, { campaign: place, client, price: findDefaultPrice(db, place, at) }),
    db.company.find(rootId),
    checkGroup(db, agencyId, said.head.groupId),
  ])
  const { agency, price } = start
  if (agency.cancelledAt !== null)
    throw invalid({ companyId: 'The subscription of this agency is cancelled, so no campaign can be created.' })
  // It may have been switched off while somebody filled in the form.
  if (!start.isProductOn) throw invalid({ productLine: 'This product is switched off. Choose another one.' })
  if (!mayBeginLine(root, agency, line)) throw invalid({ productLine: notInBeta.b2b })
  const asked: NewCampaign = {
    timeZone: defaultTimeZone,
    name: '',
    informationType: informationTypesOf[line][0],
    ...said.head,
    // Where nobody says another one, it is its client's.
    clientOrganizationId: said.head.clientOrganizationId || client.externalOrganizationId,
    ...place,
    ...beginning,
    term: price?.term ?? defaultTerm,
  }
  const target = CampaignTarget.parse(said.target)
  const answers = said.answers ?? {}
  refuse(campaignFaults(Campaign.parse(asked), target, { now: at }))
  const campaign = kept(await db.campaignChange.create(asked, { target, answers }, client.name))
  return { campaign, detail: { target, answers }, start }
}

/** `version`: as the person saw it, where they said so. */
export async function changeCampaign(
  { db, now, actor }: Omit<Deps, 'newId'>,
  campaign: Campaign,
  client: Company,
  said: Said,
  version?: number,
): Promise<Saved & { before: Saved }> {
  if (version !== undefined && version !== campaign.version) throw lostTo({ version: messages.changedMeanwhile })
  checkAgencys(actor, campaign, said)
  checkReaders(actor, campaign, said)
  const [detail] = await Promise.all([
    db.campaign.detail(campaign),
    checkGroup(db, campaign.agencyId, said.head.groupId),
  ])
  const next: Campaign = { ...campaign, ...said.head }
  const target: CampaignTarget = { ...detail.target, ...said.target }
  const answers = said.answers ?? detail.answers
  const before = { campaign, detail }
  const { faults, held } = await locksOf(db, before.campaign, next)
  refuse(faults)
  refuse(campaignFaults(next, target, { before: campaign, now: now() }))
  const parts = {
    ...(Object.keys(said.target).length > 0 && { target }),
    ...(said.answers !== undefined && { answers }),
  }
  const changed = kept(await db.campaignChange.update(campaign, said.head, parts, client.name, now(), held))
  return { campaign: changed, detail: { target, answers }, before }
}

/**
 * Days and bills of leads follow the zone, so it stays once there is one. Leads that were paid for cost what their kind costs, so the
 * kind stays until they have come.
 */
async function locksOf(
  db: Db,
  before: Campaign,
  next: Campaign,
): Promise<{ faults: FieldErrors; held?: Held | undefined }> {
  const isZone = next.timeZone !== before.timeZone
  const isKind = next.informationType !== before.informationType
  if (!isZone && !isKind) return { faults: {} }
  const [meter, purchase] = await Promise.all([
    db.lead.findMeter(before, true),
    isKind ? db.campaignBill.findPurchase(before) : undefined,
  ])
  const isPaid = purchase !== undefined || (meter !== undefined && leadsLeft(meter.lots, meter.gone) > 0)
  const faults = {
    ...(isZone && meter && meter.leads > 0 && { timeZone: 'The time zone stays as it is once there are leads.' }),
    ...(isKind &&
      isPaid && {
        informationType: 'Leads of the present kind are paid for. Let them come, or give them back first.',
      }),
  }
  // Leads may come, or be bought, before it is written.
  return { faults, held: meter && { meter, leads: isZone, lots: isKind } }
}
