import type { MailName } from '#shared/mails.ts'
import type { Company } from '#shared/model/company.ts'
import { noticeOfMail } from '#shared/notices.ts'
import type { Db } from '../../data/index.ts'
import type { Queues } from '../../gateways/queue.ts'
import { addNotice } from '../account/notice.ts'
import { noticePeople } from './notice-people.ts'

export type TellDeps = { db: Pick<Db, 'user' | 'notice'>; queues: Pick<Queues, 'send'>; now: () => number }

/**
 * A notice to a company and a mail to each of its people who hear of its bills, once for each `id` however often it is asked for.
 * Clients hear from their agency, and others from their own site, unless `from` says that it comes from who asks them for money.
 */
export async function tellPeople(
  { db, queues, now }: TellDeps,
  company: Company,
  mail: MailName,
  { id, facts, from }: { id: string; facts: Record<string, unknown>; from?: 'issuer' },
): Promise<void> {
  const kind = noticeOfMail(mail, facts)
  const [people] = await Promise.all([
    db.user.listByCompany(company.id),
    kind && addNotice({ db, now }, { companyId: company.id, kind, about: id, facts }),
  ])
  const isFromAbove = company.kind === 'client' || from === 'issuer'
  const tenantId = isFromAbove ? (company.parentId ?? company.id) : company.id
  for (const { id: userId } of noticePeople(people))
    await queues.send('sendMail', {
      mailId: `mal_${mail}-${company.id}-${id}-${userId}`,
      tenantId,
      mail,
      facts: { userId, ...facts },
    })
}
