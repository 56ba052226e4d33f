import type { MailName } from '#shared/mails.ts'
import type { Company } from '#shared/model/company.ts'
import type { Db } from '../../data/index.ts'
import type { Queues } from '../../gateways/queue.ts'
import { noticePeople } from './notice-people.ts'

type Deps = { db: Pick<Db, 'user'>; queues: Pick<Queues, 'send'> }

/**
 * A mail to each of the people of a company who hear of its bills, once for each `id` however often it is asked for. Clients hear from
 * their agency, and others from their own site, unless `from` says that it comes from who asks them for money.
 */
export async function tellPeople(
  { db, queues }: Deps,
  company: Company,
  mail: MailName,
  { id, facts, from }: { id: string; facts: Record<string, unknown>; from?: 'issuer' },
): Promise<void> {
  const isFromAbove = company.kind === 'client' || from === 'issuer'
  const tenantId = isFromAbove ? (company.parentId ?? company.id) : company.id
  for (const { id: userId } of noticePeople(await db.user.listByCompany(company.id)))
    await queues.send('sendMail', {
      mailId: `mal_${mail}-${company.id}-${id}-${userId}`,
      tenantId,
      mail,
      facts: { userId, ...facts },
    })
}
