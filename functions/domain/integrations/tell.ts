// What people are told of destinations: that one was switched off, once.
import { DAY } from '#shared/dates.ts'
import type { Destination } from '#shared/model/delivery.ts'
import { noticePeople } from '../mail/notice-people.ts'
import type { DeliveryDeps, Parcel } from './adapter.ts'

/** Mails carry ids of the destination and the day, so that no repetition tells anybody twice. */
export async function tellSwitchedOff(
  { db, queues, now }: Pick<DeliveryDeps, 'db' | 'queues' | 'now'>,
  { id, companyId, name }: Destination,
  { campaign }: Pick<Parcel, 'campaign'>,
): Promise<void> {
  const at = now()
  for (const { id: userId } of noticePeople(await db.user.listByCompany(companyId)))
    await queues.send('sendMail', {
      mailId: `webhook-off-${id}-${Math.floor(at / DAY)}-${userId}`,
      tenantId: campaign.agencyId,
      mail: 'webhookOff',
      facts: { userId, webhook: name, campaign: campaign.name, at },
    })
}
