// What is tried out as an agency meets it. Only who does not take part is asked what they have of it already: nobody else waits.
import { type BetaFeature, betaOf, hasCampaigns, isWalletUsed, mayBegin } from '#shared/access/beta.ts'
import type { SeenBeta } from '#shared/access/viewer.ts'
import type { Company } from '#shared/model/company.ts'
import type { Db } from '../index.ts'

type Agency = Pick<Company, 'id' | 'rootId' | 'kind' | 'isBeta' | 'modules'>
type Rows = Pick<Db, 'company'>

async function seenBy(
  db: Rows,
  agency: Agency,
  feature: BetaFeature,
  isUsed: () => Promise<boolean>,
): Promise<SeenBeta> {
  const root = await db.company.find(agency.rootId)
  return { ...betaOf(root, feature), isKept: !mayBegin(root, agency, feature) && (await isUsed()) }
}

/** Kept by who has campaigns of it: their leads were paid for, and what runs must be seen to be stopped. */
export const b2bSeenBy = (db: Rows & Pick<Db, 'campaignList'>, agency: Agency): Promise<SeenBeta> =>
  seenBy(
    db,
    agency,
    'b2b',
    async () => agency.modules.b2b !== undefined && hasCampaigns((await db.campaignList.counts(agency.id)).get('b2b')),
  )

/** Kept by who uses it: credit is theirs to spend, and an automatic top-up theirs to stop. */
export const walletSeenBy = (db: Rows & Pick<Db, 'ledger'>, agency: Agency): Promise<SeenBeta> =>
  seenBy(db, agency, 'dataWallet', async () => isWalletUsed(await db.ledger.get(agency.id)))
