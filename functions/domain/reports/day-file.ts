// The leads of a campaign's day as a file by mail, on the morning after it. The id of a mail is made of campaign, day and address,
// so that no crash and no repetition sends it twice; the row goes on to the next day only after the mails of this one wait.
import { createHash } from 'node:crypto'
import { lastDayFile, mailsDays } from '#shared/campaigns/day-file.ts'
import { addDays } from '#shared/dates.ts'
import { emailKey } from '#shared/email.ts'
import { MOST_LEADS_IN_FILE } from '#shared/leads/csv.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { DayFileRef } from '../../data/campaigns/day-file.ts'
import type { Db } from '../../data/index.ts'
import type { Queues } from '../../gateways/queue.ts'
import { peopleAround } from '../campaigns/shut-out.ts'
import { piecesOf } from './lead-file.ts'

type Readers = Pick<Db, 'company' | 'user'>
type Deps = { db: Readers & Pick<Db, 'campaign' | 'dayFile' | 'lead'>; queues: Pick<Queues, 'send'>; now: () => number }

/** After a longer silence of the platform only the last days are told of. */
const MOST_DAYS = 14
const shortHash = (text: string) => createHash('sha256').update(emailKey(text)).digest('base64url').slice(0, 16)

/**
 * Who gets the file: the addresses that stand in the campaign. Not those of people who were shut out, and where the client gets no
 * mails, the people of its agency alone. Nobody, once the client or the agency is gone.
 */
async function dayFileReaders(db: Readers, campaign: Campaign): Promise<string[]> {
  if (!mailsDays(campaign)) return []
  const [client, agency] = await Promise.all([db.company.find(campaign.companyId), db.company.find(campaign.agencyId)])
  if (!client || !agency || client.deletedAt !== null || agency.deletedAt !== null) return []
  const { shutOut, ofAgency } = await peopleAround(db, campaign)
  return campaign.reportTo.filter((address) => {
    const known = emailKey(address)
    return !shutOut.has(known) && (client.receivesMail || ofAgency.has(known))
  })
}

/** Mails every day that is over and has leads. Answers one sentence for the log. */
export async function mailDayFiles({ db, queues, now }: Deps, ref: DayFileRef): Promise<string> {
  const [row, campaign] = await Promise.all([
    db.dayFile.find(ref),
    db.campaign.findFresh({ companyId: ref.companyId, id: ref.campaignId }),
  ])
  if (!row) return 'nobody wants it any more'
  if (!campaign || !mailsDays(campaign)) {
    await db.dayFile.remove(row)
    return 'nobody wants it any more'
  }
  const at = now()
  const { id: campaignId, companyId, timeZone } = campaign
  const last = lastDayFile(timeZone, at)
  if (row.day > last) return 'it was mailed before'
  const earliest = addDays(last, 1 - MOST_DAYS)
  const isLate = row.day < earliest
  const days = await db.lead.countByDay(campaign, isLate ? earliest : row.day, last)
  const readers = days.length > 0 ? await dayFileReaders(db, campaign) : []
  for (const { day } of days.toReversed())
    for (const address of readers)
      await queues.send('sendMail', {
        mailId: `day-file-${campaignId}-${day}-${shortHash(address)}`,
        tenantId: campaign.agencyId,
        mail: 'dayFile',
        facts: { address, companyId, campaignId, day },
      })
  // A removed campaign gets no more leads: after the day of its last one nothing is left to tell of.
  const isOver = campaign.status === 'removed' && ((await db.lead.findMeter(campaign, true))?.day ?? '') <= last
  if (isOver) await db.dayFile.remove(row)
  else await db.dayFile.moveTo(addDays(last, 1), row, timeZone)
  return `${days.length} days to ${readers.length} addresses`
}

export type DayFileMail = { campaign: Campaign; leads: number; attachment: Attachment | undefined }
export type Attachment = { filename: string; content: string; contentType: string }

/**
 * What the mail of a day holds when it is made: nothing, where its reader was taken off meanwhile or the leads are gone. Its reader
 * may have no account, so the cells are those that tools get: no prices, and only the telephone numbers that the client sees.
 */
export async function dayFileMail(
  db: Readers & Pick<Db, 'campaign' | 'campaignList' | 'informationType' | 'lead' | 'leadMonth'>,
  { companyId, campaignId, day, address }: { companyId: string; campaignId: string; day: string; address: string },
  now: number,
): Promise<DayFileMail | undefined> {
  const [campaign, client] = await Promise.all([db.campaign.find(companyId, campaignId), db.company.find(companyId)])
  if (!campaign || !client || !(await dayFileReaders(db, campaign)).includes(address)) return undefined
  const days = { from: day, to: day }
  const { totalRows: leads, pieces } = await piecesOf(
    db,
    { of: 'campaign', campaign, client },
    { days, viewer: 'destination', until: now },
  )
  if (leads === 0) return undefined
  if (leads > MOST_LEADS_IN_FILE) return { campaign, leads, attachment: undefined }
  const texts: string[] = []
  for await (const { text } of pieces) texts.push(text)
  const filename = `leads-${campaign.number}-${day}.csv`
  return { campaign, leads, attachment: { filename, content: texts.join(''), contentType: 'text/csv; charset=utf-8' } }
}
