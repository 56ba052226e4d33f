// What people are told of destinations: that one fails, was switched off, or does not know us any more. Once.
import { pathTo } from '#shared/access/routes.ts'
import { DAY } from '#shared/dates.ts'
import { tools } from '#shared/integrations/tools.ts'
import type { Attempt, Destination } from '#shared/model/delivery.ts'
import type { ToolConnection } from '#shared/model/tool-connection.ts'
import { addNotice, idOf } from '../account/notice.ts'
import { noticePeople } from '../mail/notice-people.ts'
import type { DeliveryDeps, Letter } from './adapter.ts'

/** Mails carry ids of the destination and the day, so that no repetition tells anybody twice. */
export async function tellSwitchedOff(
  { db, queues, now }: Pick<DeliveryDeps, 'db' | 'queues' | 'now'>,
  { id, companyId, name }: Destination,
  { campaign }: Pick<Letter, 'campaign'>,
): Promise<void> {
  const at = now()
  const about = `${id}-${Math.floor(at / DAY)}`
  const facts = { webhook: name, campaign: campaign.name }
  await addNotice({ db, now }, { companyId, kind: 'webhookOff', about, facts })
  for (const { id: userId } of noticePeople(await db.user.listByCompany(companyId)))
    await queues.send('sendMail', {
      mailId: `webhook-off-${id}-${Math.floor(at / DAY)}-${userId}`,
      tenantId: campaign.agencyId,
      mail: 'webhookOff',
      facts: { userId, webhook: name, campaign: campaign.name, at },
    })
}

/** A tool does not know a company any more: its people hear of it once for each time that they connected it. */
export async function tellLost(
  { db, queues, now }: Pick<DeliveryDeps, 'db' | 'queues' | 'now'>,
  { companyId, slug, revision }: ToolConnection,
  { campaign }: Pick<Letter, 'campaign'>,
  words: string,
): Promise<void> {
  const facts = { tool: tools[slug].name, slug }
  await addNotice({ db, now }, { companyId, kind: 'toolLost', about: `${slug}-${revision}`, facts })
  for (const { id: userId } of noticePeople(await db.user.listByCompany(companyId)))
    await queues.send('sendMail', {
      mailId: `tool-lost-${revision}-${userId}`,
      tenantId: campaign.agencyId,
      mail: 'toolLost',
      facts: { userId, tool: tools[slug].name, slug, words, at: now() },
    })
}

/** A mail waits for the other leads of a burst. */
const GATHER_SECONDS = 15 * 60

/**
 * Leads were given up at a destination: its people hear of it once a day, at the first. The mail waits a little, and counts all that
 * failed by then; what fails later that day stands in the history, as the mail says. `at`: when this one failed, as its history has it,
 * or the mail would not count it.
 */
export async function tellLeadsLost(
  { db, queues, now }: Pick<DeliveryDeps, 'db' | 'queues' | 'now'>,
  { id, companyId, name, kind, scope }: Destination,
  { agencyId }: Pick<Letter['campaign'], 'agencyId'>,
  { at, words }: Pick<Attempt, 'at' | 'words'>,
): Promise<void> {
  const about = `${id}-${Math.floor(at / DAY)}`
  if (await db.notice.has({ companyId, id: idOf('leadsLost', about) })) return
  const ofTool = kind !== 'webhook'
  const path = ofTool || scope === 'all' ? `${pathTo('integrations')}/${ofTool ? kind : 'zapier'}` : pathTo('campaign')
  for (const { id: userId } of noticePeople(await db.user.listByCompany(companyId)))
    await queues.send(
      'sendMail',
      {
        mailId: `leads-lost-${companyId}-${about}-${userId}`,
        tenantId: agencyId,
        mail: 'leadsLost',
        facts: { userId, receiver: name, path, words, ownerId: companyId, destinationId: id, since: at },
      },
      { delaySeconds: GATHER_SECONDS },
    )
  // Last: a worker that crashes before it does all of it again, and mails are known by their ids.
  await addNotice({ db, now }, { companyId, kind: 'leadsLost', about, facts: { receiver: name, path } })
}

type Failing = {
  companyId: string
  id: string
  name: string
  path: string
  words: string
  since: number
  offAt: number
  isOff: boolean
}

/** Nothing but failures: its people hear of it before it is switched off, and when it is; once for each time that it began to fail. */
export async function tellFailing(
  { db, queues, now }: Pick<DeliveryDeps, 'db' | 'queues' | 'now'>,
  { companyId, id, name, path, words, since, offAt, isOff }: Failing,
  { agencyId }: Pick<Letter['campaign'], 'agencyId'>,
): Promise<void> {
  const kind = isOff ? 'receiverOff' : 'receiverFails'
  await addNotice({ db, now }, { companyId, kind, about: `${id}-${since}`, facts: { receiver: name, path } })
  for (const { id: userId } of noticePeople(await db.user.listByCompany(companyId)))
    await queues.send('sendMail', {
      mailId: `receiver-${isOff ? 'off' : 'fails'}-${id}-${since}-${userId}`,
      tenantId: agencyId,
      mail: 'receiverFails',
      facts: { userId, receiver: name, path, words, since, offAt, isOff },
    })
}
