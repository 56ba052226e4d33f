// Whose prices somebody asks for: a client's, those an agency begins new clients with, or one campaign's.
import { invalid, notFound } from '#shared/errors.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company, ProductLine } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import type { Db } from '../../data/index.ts'
import { agencyOf } from '../companies/load-managed.ts'

export type PricePlace = { company: Company; agency: Company }

/** A campaign has to be one of the person's own company, and of the product. */
export async function pricePlace(
  db: Db,
  user: User,
  line: ProductLine,
  campaign: Campaign | undefined,
): Promise<PricePlace> {
  if (campaign && (campaign.companyId !== user.companyId || campaign.line !== line)) throw notFound('campaign')
  const company = await db.company.get(user.companyId)
  const agency = await agencyOf(db, company)
  if (!agency) throw invalid({ clientId: 'Choose a person of a client, or of an agency.' })
  return { company, agency }
}
