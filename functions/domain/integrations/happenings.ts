// What webhooks are told beside leads that come: who is told, and what the letter says. A letter is made of what is in the table when
// it is sent; the row of its delivery makes it happen once, however often it is asked.
import { COMPANY_SCOPE } from '#shared/model/exclusion.ts'
import { isBatchOpen } from '#shared/model/exclusion-batch.ts'
import type { Told } from '#shared/model/happening.ts'
import type { WebhookEvent } from '#shared/model/webhook.ts'
import type { Db } from '../../data/index.ts'
import type { Queues } from '../../gateways/queue.ts'
import type { Letter } from './adapter.ts'
import { toWebhookDestination, webhooksOf } from './webhooks.ts'

type Place = Pick<Told, 'companyId' | 'campaignId'>
type Whose = Letter['campaign'] & { id: string; companyId: string; number: string | null; clientName: string }

/** The campaign, or the company where it is of all its campaigns. Undefined when it is not there any more. */
async function whoseIs(
  db: Pick<Db, 'campaign' | 'company'>,
  { companyId, campaignId }: Place,
): Promise<Whose | undefined> {
  const client = await db.company.find(companyId)
  if (!client) return undefined
  if (campaignId !== COMPANY_SCOPE) {
    const campaign = await db.campaign.find(companyId, campaignId)
    return campaign && { ...campaign, clientName: client.name }
  }
  const agency = client.parentId === null ? undefined : await db.company.find(client.parentId)
  if (!agency?.parentId) return undefined
  const { id: agencyId, parentId: rootId } = agency
  return { id: campaignId, companyId, agencyId, rootId, name: client.name, number: null, clientName: client.name }
}

/** Sends what is to be told to each webhook that wants to hear of it. Answers to how many. */
export async function tellWebhooks({ db, queues }: { db: Db; queues: Queues }, told: Told): Promise<number> {
  const whose = await whoseIs(db, told)
  if (!whose) return 0
  const { companyId, campaignId, id: leadId, at: leadAt, happening } = told
  const wanted = await webhooksOf(db, whose, { event: happening.type, consistent: false })
  const open = wanted.filter(({ isEnabled, offAt }) => isEnabled || offAt > 0)
  for (const webhook of open)
    await queues.send('deliverLead', {
      companyId,
      campaignId,
      agencyId: whose.agencyId,
      leadId,
      leadAt,
      destination: toWebhookDestination(webhook),
      happening,
    })
  return open.length
}

const iso = (at: number) => new Date(at).toISOString()

/** What is to be sent; as a text, why there is nothing any more; undefined while it is not so far. */
export async function makeLetter(
  { db }: { db: Db },
  told: Told,
  webhookId: string,
): Promise<Letter | string | undefined> {
  const gone = 'What it is about is not there any more.'
  const whose = await whoseIs(db, told)
  if (!whose) return gone
  const { happening, id, at } = told
  const letter = (type: WebhookEvent, body: Record<string, unknown>): Letter => ({
    id: `${id}_${webhookId}`,
    campaign: whose,
    body: { event: type, type, timestamp: iso(at), ...body },
  })
  const named = { campaign_id: whose.number, campaign_name: whose.name, company_name: whose.clientName }
  if (happening.type === 'campaign.status_changed') {
    const { status, previous, reason } = happening
    return letter(happening.type, { id: whose.id, ...named, status, previous_status: previous, reason })
  }
  if (happening.type === 'lead.credited') {
    const lead = await db.lead.find(whose, { createdAt: happening.leadAt, id: happening.leadId })
    if (!lead?.credit) return gone
    return letter(happening.type, { id: lead.id, ...named, excluded_by: lead.credit.level })
  }
  const batch = await db.exclusionBatch.find({ companyId: told.companyId, id: happening.uploadId })
  if (!batch) return gone
  if (isBatchOpen(batch)) return undefined
  return letter(happening.type, {
    id: batch.id,
    client_id: batch.companyId,
    ...named,
    campaign_name: whose.number === null ? null : whose.name,
    filename: batch.fileName,
    status: batch.status,
    records: batch.pieces === null ? null : batch.records,
    added: batch.accepted,
    known: batch.duplicates,
    rejected: batch.rejected,
    reason: batch.reason,
  })
}
