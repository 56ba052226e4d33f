// What changes around campaigns while they are sold and billed: what their agency pays, their payment term, the account that their
// clients pay into; and campaigns that are removed.
import { moveCampaign } from '#functions/domain/campaigns/move.ts'
import type { CollectDeps } from '#functions/domain/payments/record.ts'
import { saveCampaignPrice } from '#functions/domain/pricing/campaign-price.ts'
import { findCampaignPrice } from '#functions/domain/pricing/prices.ts'
import { voidPurchase } from '#functions/domain/purchases/undo.ts'
import type { StripeDouble } from '#infra/local/doubles/stripe.ts'
import { DAY } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Dice } from '../dice.ts'
import { costsOf, priceOf, terms, type World } from './world.ts'

type Parts = { deps: CollectDeps; dice: Dice; double: StripeDouble }

/** Nothing is told of what is older than the provider keeps, so nobody is away for that long here. */
const LONGEST_AWAY_MS = 10 * DAY

/** Another payment term, by the way that people take. */
export async function changeTerm({ deps, dice }: Parts, asked: Campaign): Promise<void> {
  const { db, now } = deps
  const campaign = await db.campaign.findFresh(asked)
  if (!campaign) return
  const price = priceOf(dice, dice.pick(terms))
  await saveCampaignPrice(deps, campaign, {
    priceOf: () => price,
    by: 'usr_simulator',
    clientName: 'x',
    before: await findCampaignPrice(db, campaign, now()),
  })
}

/** As the call does it, and the timetable bills it. */
export async function removeCampaign({ deps }: Pick<Parts, 'deps'>, asked: Campaign): Promise<void> {
  const { db } = deps
  const campaign = await db.campaign.findFresh(asked)
  if (!campaign) return
  await moveCampaign(
    deps,
    campaign,
    { name: 'x' },
    {
      to: 'removed',
      mayMove: async (each) => {
        const purchase = await db.campaignBill.findPurchase(each)
        if (purchase && !(await voidPurchase(deps, each, purchase))) throw new Error('A payment is under way.')
      },
    },
  )
}

export async function changeCosts({ deps, dice }: Parts, { agencyId }: World): Promise<void> {
  await deps.db.price.saveCosts(agencyId, costsOf(dice), { at: deps.now(), by: 'simulator' })
}

/** The account takes no cards any more, or does again; or its owner takes it away from the platform, and gives it back. */
export function changeAccount({ dice, double }: Pick<Parts, 'dice' | 'double'>, { accountId }: World): void {
  if (!double.get('account', accountId)) double.byHand.reconnect(accountId)
  // What happened before is told within days, which pass in one step here.
  else if (dice.chance(0.3) && double.undelivered().size === 0) double.byHand.disconnect(accountId)
  else double.setAccount(accountId, dice.pick(['verifying', 'restricted', 'complete', 'complete']))
}

/** An account that was away for long comes back. */
export function returnAccount({ double, now }: Pick<Parts, 'double'> & { now: number }, { accountId }: World): void {
  const gone = double.list('event', accountId).find(({ type }) => type === 'account.application.deauthorized')
  if (!gone || double.get('account', accountId)) return
  if (now - gone.created * 1000 > LONGEST_AWAY_MS) double.byHand.reconnect(accountId)
}

/** It is there, and takes cards. */
export function mendAccount({ double }: Pick<Parts, 'double'>, { accountId }: World): void {
  if (!double.get('account', accountId)) double.byHand.reconnect(accountId)
  double.setAccount(accountId, 'complete')
}
