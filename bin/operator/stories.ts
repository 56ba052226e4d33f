// What the table tells of one thing: when it began, what became of it, and how it stands. No address, no name of a person, no word
// of a receiver, which may hold either.
import { decodeTime, isValid } from 'ulid'
import { pieceId } from '#functions/domain/exclusions/keys.ts'
import type { Services } from '#functions/kit/services.ts'
import { DAY, MINUTE } from '#shared/dates.ts'
import { toId, ulidOf } from '#shared/ids.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import type { Lead } from '#shared/model/lead.ts'
import type { Payment } from '#shared/model/payment.ts'
import { leadsOf } from '#shared/model/person-request.ts'

type Tables = Pick<Services, 'db' | 'now'>
export type Beat = { at: number; said: string }
export type Story = {
  title: string
  companyId?: string
  beats: Beat[]
  /** Ids under which the logs know it, the most telling first. */
  subjects: string[]
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

type FileRow = {
  id: string
  companyId: string
  status: string
  totalRows: number
  resends?: number
  reason: string | null
  requestedBy: string
  createdAt: number
  updatedAt: number
  accepted?: number
  duplicates?: number
  rejected?: number
  currentRow?: number
}

const countsOf = ({ accepted, duplicates, rejected }: Pick<FileRow, 'accepted' | 'duplicates' | 'rejected'>) =>
  accepted === undefined ? '' : ` (${accepted} taken, ${duplicates} twice, ${rejected} refused)`

/** Files that people send or ask for: uploads, imports, enrichments, files of lists, requests of persons. */
function fileStory(what: string, row: FileRow): Story {
  const rows = `${row.currentRow ?? row.totalRows} of ${row.totalRows} rows${countsOf(row)}`
  return {
    title: `${what} ${row.id}: ${row.status}`,
    companyId: row.companyId,
    subjects: [row.id],
    beats: [
      { at: row.createdAt, said: `asked for by ${row.requestedBy}` },
      ...(row.resends ? [{ at: row.updatedAt, said: `its lost work was sent again ${row.resends} times` }] : []),
      { at: row.updatedAt, said: `${row.status}, ${rows}${row.reason ? `: ${row.reason}` : ''}` },
    ],
  }
}

type FindFile = (tables: Tables, companyId: string, id: string) => Promise<Story | undefined>
const told = <Row extends FileRow>(what: string, row: Row | undefined) => row && fileStory(what, row)

/** What a program sent. Its row knows no time but that of its beginning; its latest part, an upload like any other, does. */
const batchStory: FindFile = async ({ db }, companyId, id) => {
  const row = await db.exclusionBatch.find({ companyId, id })
  if (!row) return undefined
  const { status, pieces, next, records, reason, requestedBy, createdAt } = row
  const latest = pieces ? Math.min(next, pieces - 1) : 0
  const part = pieces ? await db.upload.find(companyId, pieceId(id, latest)) : undefined
  return {
    title: `upload ${id}: ${status}${reason ? `: ${reason}` : ''}`,
    companyId,
    subjects: [id],
    beats: [
      { at: createdAt, said: `asked for by ${requestedBy}` },
      ...(part
        ? [
            {
              at: part.updatedAt,
              said: `part ${latest + 1} of ${pieces} (${part.id}): ${part.status}; of all ${records} rows${countsOf(row)}`,
            },
          ]
        : []),
    ],
  }
}

/** By the prefix of their ids. */
export const fileStories: Record<string, FindFile> = {
  xba: batchStory,
  upl: async ({ db }, companyId, id) => told('upload', await db.upload.find(companyId, id)),
  imp: async ({ db }, companyId, id) => told('import of clients', await db.clientImport.find({ companyId, id })),
  enr: async ({ db }, companyId, id) => told('enrichment', await db.enrichment.find({ companyId, id })),
  exp: async ({ db }, companyId, id) => told('file of a list', await db.listFile.find({ companyId, id })),
  prq: async ({ db }, companyId, id) => {
    const row = await db.personRequest.find({ companyId, id })
    return row && fileStory(`request of a person (${row.kind})`, { ...row, totalRows: leadsOf(row) })
  },
}

function attemptOf({ status, attempt, dispute }: Payment): Beat[] {
  return [
    ...(attempt && status === 'open'
      ? [{ at: attempt.endsAt, said: `until then a charge is under way (${attempt.key}); its end is not known` }]
      : []),
    ...(dispute
      ? [{ at: dispute.at, said: `disputed (${dispute.reason}): ${dispute.state}, ${dollars(dispute.amountCents)}` }]
      : []),
  ]
}

export async function paymentStory({ db }: Tables, companyId: string, key: string): Promise<Story | undefined> {
  const payment = await db.payment.find({ companyId, key })
  if (!payment) return undefined
  const { status, purpose, amountCents, createdAt, failedAt, code, attempts, retries, endedAt, endedBy } = payment
  const { chargeId, accountId, refundedCents, campaignId, paidWith } = payment
  const charged = chargeId ? `, charge ${chargeId} in ${accountId || "the platform's own account"}` : ''
  return {
    title: `payment ${key}: ${status}`,
    companyId,
    subjects: [key, ...(chargeId ? [chargeId] : [])],
    beats: [
      { at: createdAt, said: `${purpose} of ${dollars(amountCents)}${campaignId ? ` for ${campaignId}` : ''}` },
      ...(failedAt ? [{ at: failedAt, said: `declined for the first time (last: ${code || 'no code'})` }] : []),
      ...attemptOf(payment),
      {
        at: endedAt ?? createdAt,
        said: `${status} after ${attempts} tries, ${retries} of them planned${endedBy ? `, by ${endedBy}` : ''}${paidWith ? `, with ${paidWith}` : ''}${charged}${refundedCents ? `; ${dollars(refundedCents)} went back` : ''}`,
      },
    ],
  }
}

export async function mailStory({ db, now }: Tables, id: string): Promise<Story | undefined> {
  const row = await db.mail.find(id)
  if (!row) return undefined
  const state = row.sentAt ? 'sent' : row.takenUntil > now() ? 'in hand' : 'not sent yet'
  const at = row.sentAt ?? row.takenUntil
  return {
    title: `mail ${id}: ${state}`,
    subjects: [id],
    beats: at > 0 ? [{ at, said: row.sentAt ? 'left, or had nobody to read it' : 'until then a worker had it' }] : [],
  }
}

const deliveryBeats = ({ destination, state, attempts, createdAt, endedAt, nextAt }: Delivery): Beat[] => {
  const to = `${destination.kind} ${destination.id}`
  return [
    { at: createdAt, said: `to be delivered to ${to}` },
    ...attempts.map(({ at, status, ms }) => ({
      at,
      said: `tried at ${to}: ${status === 0 ? 'no answer' : `answer ${status}`} after ${ms} ms`,
    })),
    endedAt > 0
      ? { at: endedAt, said: `${to}: ${state}` }
      : { at: nextAt, said: `${to}: ${state}, to be tried from then on` },
  ]
}

const leadBeats = ({ visitedAt, identifiedAt, checkedAt, createdAt, kind, credit, erasedAt }: Lead): Beat[] => [
  { at: visitedAt, said: 'seen' },
  ...(identifiedAt ? [{ at: identifiedAt, said: 'named by the provider' }] : []),
  ...(checkedAt ? [{ at: checkedAt, said: 'compared with lists and earlier leads' }] : []),
  { at: createdAt, said: `stored as a ${kind} lead` },
  ...(credit
    ? [{ at: credit.at, said: `given back, because of the list ${credit.uploadId} of ${credit.companyId}` }]
    : []),
  ...(erasedAt ? [{ at: erasedAt, said: 'the person was erased' }] : []),
]

/** So long after a visit it may still become a lead. */
const LATEST_MS = 4 * DAY
const AT_ONCE = 1000
/** So many leads of a campaign are looked through for one whose id says no time. */
const MOST_LOOKED = 20 * AT_ONCE

async function findLead({ db, now }: Tables, campaign: Campaign, id: string): Promise<Lead | undefined> {
  const [delivery] = await db.delivery.listOfLead({ companyId: campaign.companyId, campaignId: campaign.id }, id)
  if (delivery) return db.lead.find(campaign, { createdAt: delivery.leadAt, id })
  const ulid = ulidOf(id)
  const seen = isValid(ulid) ? decodeTime(ulid) : 0
  const end = now() + MINUTE
  const spans = [
    ...(seen > 0 && seen < end ? [{ start: seen - MINUTE, end: seen + LATEST_MS }] : []),
    { start: 0, end },
  ]
  for (const span of spans) {
    let after: Lead | undefined
    for (let looked = 0; looked < MOST_LOOKED; looked += AT_ONCE) {
      const leads = await db.lead.list(campaign, span, { after, limit: AT_ONCE })
      const found = leads.find((lead) => lead.id === id)
      if (found) return found
      after = leads.at(-1)
      if (leads.length < AT_ONCE) break
    }
  }
  return undefined
}

/** A lead, the visit that it came of, or one delivery of it (`<lead>-<destination>`). */
export async function leadStory(tables: Tables, companyId: string, asked: string): Promise<Story | undefined> {
  const [first = '', ...rest] = asked.split('-')
  const id = first.startsWith('vis_') ? toId('lead', ulidOf(first)) : first
  const destinationId = rest.join('-')
  for (const campaign of await tables.db.campaign.list(companyId)) {
    const lead = await findLead(tables, campaign, id)
    if (!lead) continue
    const all = await tables.db.delivery.listOfLead({ companyId, campaignId: campaign.id }, id)
    const deliveries = all.filter(({ destination }) => destinationId === '' || destination.id === destinationId)
    if (destinationId !== '' && deliveries.length === 0) return undefined
    return {
      title: `lead ${id} of ${campaign.id}`,
      companyId,
      subjects: [id, toId('visit', ulidOf(id))],
      beats: [...(destinationId === '' ? leadBeats(lead) : []), ...deliveries.flatMap(deliveryBeats)],
    }
  }
  return undefined
}
