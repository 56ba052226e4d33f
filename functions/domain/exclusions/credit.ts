// A list that comes too late: leads of the last day whose person it names are given back, each once.

import type { LogMessage } from '#shared/audit-log.ts'
import { logTypeOf } from '#shared/audit-log.ts'
import { toId, ulidOf } from '#shared/ids.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import { COMPANY_SCOPE, type ExclusionLevel, LATE_EXCLUSION_MS, type LeadCredit } from '#shared/model/exclusion.ts'
import { emailsOf, type Lead } from '#shared/model/lead.ts'
import type { Upload } from '#shared/model/upload.ts'
import type { Db } from '../../data/index.ts'
import type { Files } from '../../gateways/files.ts'
import type { Queues } from '../../gateways/queue.ts'
import { billCredit } from '../billing/unbilled.ts'
import { batches } from '../companies/batches.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'
import { followCredited } from '../purchases/taken-back.ts'
import { addressKeys, digestKey } from './check.ts'
import { findRecords } from './records.ts'

export type CreditDeps = { db: Db; files: Pick<Files, 'read'>; queues: Queues; now: () => number }
/** `agencyId`: only its campaigns, of a list that holds for many agencies. */
export type CreditRun = { companyId: string; uploadId: string; agencyId?: string | undefined }

type Below = Pick<Campaign, 'id' | 'companyId' | 'agencyId' | 'timeZone'>

const levels: Record<Company['kind'], ExclusionLevel> = { root: 'platform', agency: 'agency', client: 'client' }
const LEADS_AT_ONCE = 500

/** When the list was sent (ms). Parts of a long file wait for one another, and all of them count from when the whole was sent. */
async function sentAt(db: Db, { companyId, batchId, createdAt }: Upload): Promise<number> {
  const batch = batchId ? await db.exclusionBatch.find({ companyId, id: batchId }) : undefined
  return batch?.createdAt ?? createdAt
}

/** All campaigns that the list of an upload holds for, also those that are over: their leads were paid for as well. */
async function campaignsBelow(
  db: Db,
  upload: Upload,
  company: Company,
  agencyId: string | undefined,
): Promise<Below[]> {
  if (upload.campaignType !== COMPANY_SCOPE) {
    const campaign = await db.campaign.find(company.id, upload.campaignType)
    return campaign ? [campaign] : []
  }
  if (company.kind === 'client') return db.campaign.list(company.id)
  return db.campaignList.every(agencyId ?? company.id)
}

async function creditCampaign(
  { db, now }: CreditDeps,
  campaign: Below,
  listed: ReadonlySet<string>,
  { since, why }: { since: number; why: Omit<LeadCredit, 'at'> },
): Promise<{ credited: number; lots: ReadonlySet<number> }> {
  const span = { start: since, end: now() + 1 }
  const credited: Lead[] = []
  for (let after: { createdAt: number; id: string } | undefined; ; ) {
    const leads = await db.lead.list(campaign, span, { after, limit: LEADS_AT_ONCE })
    for (const lead of leads) {
      if (!emailsOf(lead.person).some((email) => addressKeys(email).some((key) => listed.has(key)))) continue
      const isOurs = lead.credit?.uploadId === why.uploadId
      // A worker that crashed has credited some of them: they are counted as its successor's.
      const at = lead.credit?.at ?? now()
      if (!isOurs && (lead.credit || !(await db.lead.credit(campaign, lead, { ...why, at })))) continue
      credited.push(lead)
      await db.happening.add({
        companyId: campaign.companyId,
        campaignId: campaign.id,
        id: `evt_${ulidOf(lead.id)}`,
        at,
        happening: { type: 'lead.credited', leadId: lead.id, leadAt: lead.createdAt },
      })
    }
    after = leads.at(-1)
    if (!after || leads.length < LEADS_AT_ONCE)
      return { credited: credited.length, lots: new Set(credited.flatMap(({ lot }) => lot ?? [])) }
  }
}

/** The line of the log, the same however often it is written: it is kept once. */
async function tell({ db, queues }: CreditDeps, upload: Upload, company: Company, tenantId: string, credited: number) {
  const by = await db.user.find(upload.requestedBy)
  const line: LogMessage = {
    id: toId('log', ulidOf(upload.id)),
    tenantId,
    companyId: company.id,
    companyName: company.name,
    userId: upload.requestedBy,
    name: by?.name ?? '',
    userType: by ? logTypeOf(by) : 'admin',
    viewedUserId: null,
    action: 'Exclusion List',
    description: `${credited} ${credited === 1 ? 'lead was' : 'leads were'} credited: ${upload.fileName} names their people`,
    campaignId: upload.campaignType === COMPANY_SCOPE ? null : upload.campaignType,
    before: null,
    after: { file: upload.fileName, upload: upload.id, credited },
    ip: '',
    location: '',
    at: upload.updatedAt,
  }
  await queues.send('writeAuditLog', line)
}

/**
 * Compares what an upload brought into a list with the leads that were stored since a day before it was asked for, of all
 * campaigns that the list holds for. Answers one sentence for the log; may be called any number of times.
 */
export async function creditExcluded(deps: CreditDeps, { companyId, uploadId, agencyId }: CreditRun): Promise<string> {
  const { db, files, queues } = deps
  const [upload, company] = await Promise.all([db.upload.find(companyId, uploadId), db.company.find(companyId)])
  if (upload?.status !== 'done' || !company) return 'dropped, no upload is done'
  const list = await db.exclusion.get(companyId, upload.campaignType)
  const digests = list.epoch === upload.epoch ? await findRecords(files, upload) : undefined
  if (!digests) return 'dropped, the list was emptied since'
  const listed = new Set(
    Object.entries(digests).flatMap(([kind, each]) => each.map((digest) => digestKey(kind, digest))),
  )
  if (listed.size === 0) return 'nothing new was listed'
  if (company.kind === 'root' && !agencyId) {
    let sent = 0
    const below = { parentId: company.id, kind: 'agency', sort: 'createdAt', order: 'asc' } as const
    for await (const agencies of batches(db, below)) {
      await mapConcurrent(agencies, (agency) =>
        queues.send('creditExcluded', { companyId, uploadId, agencyId: agency.companyId }),
      )
      sent += agencies.length
    }
    return `${sent} agencies to look at`
  }
  const since = (await sentAt(db, upload)) - LATE_EXCLUSION_MS
  const campaigns = await campaignsBelow(db, upload, company, agencyId)
  const meters = await db.campaignList.meters(campaigns)
  const recent = campaigns.filter(({ id }) => (meters.get(id)?.lastLeadAt ?? 0) >= since)
  const level = upload.campaignType === COMPANY_SCOPE ? levels[company.kind] : 'campaign'
  const counts = await mapConcurrent(recent, async (campaign) => {
    const why = { level, companyId, uploadId }
    const { credited, lots } = await creditCampaign(deps, campaign, listed, { since, why })
    // Of one that rests no bill may follow by itself: the timetable makes it.
    if (credited > 0) await billCredit(deps, campaign)
    await followCredited(deps, campaign, lots)
    return credited
  })
  const credited = counts.reduce((sum, count) => sum + count, 0)
  const tenantId = agencyId ?? (company.kind === 'client' && company.parentId ? company.parentId : company.id)
  if (credited > 0) await tell(deps, upload, company, tenantId, credited)
  return `${credited} credited in ${recent.length} of ${campaigns.length} campaigns`
}
