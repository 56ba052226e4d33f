// A pixel that was heard of and then not for a day: the site may have lost it, and nobody would notice but by missing leads.
import { createHash } from 'node:crypto'
import type { Campaign } from '#shared/model/campaign.ts'
import type { SilentPixel } from '../../data/campaigns/pixel.ts'
import type { Db } from '../../data/index.ts'
import type { Queues } from '../../gateways/queue.ts'
import { addNotice } from '../account/notice.ts'
import { noticePeople } from '../mail/notice-people.ts'

type Deps = { db: Db; queues: Queues; now: () => number }
type To = { address: string } | { userId: string }

/** The addresses that the campaign names for its notices; where it names none, the agency's people who get them. */
async function readersOf({ db }: Deps, { noticeTo, agencyId }: Campaign): Promise<To[]> {
  if (noticeTo.length > 0) return noticeTo.map((address) => ({ address }))
  return noticePeople(await db.user.listByCompany(agencyId)).map(({ id }) => ({ userId: id }))
}

const nameOf = (to: To) =>
  'userId' in to ? to.userId : createHash('sha256').update(to.address).digest('hex').slice(0, 16)

/** Tells of one silence once. False where there is nothing to tell: the campaign does not run, or was never heard of. */
export async function tellSilentPixel(deps: Deps, pixel: SilentPixel): Promise<boolean> {
  const { db, queues, now } = deps
  const { campaignId, companyId, seenAt, isTold } = pixel
  const campaign = await db.campaign.find(companyId, campaignId)
  const isSilent = campaign?.status === 'active' && seenAt !== undefined && !isTold
  if (isSilent) {
    const facts = { campaign: campaign.name, campaignId }
    const about = `${campaignId}-${seenAt}`
    await addNotice({ db, now }, { companyId: campaign.agencyId, kind: 'pixelSilent', about, facts })
    // Before it is written down that they were told: after a crash in between they are told again, by mails of the same ids.
    for (const to of await readersOf(deps, campaign))
      await queues.send('sendMail', {
        mailId: `pixel-${campaignId}-${seenAt}-${nameOf(to)}`,
        tenantId: campaign.agencyId,
        mail: 'pixelSilent',
        facts: { ...to, campaignId, campaign: campaign.name, at: seenAt },
      })
  }
  await db.pixel.rest(pixel, isSilent ? seenAt : undefined)
  return isSilent
}
