// What the address of a banner shows to anybody who asks.
import type { Banner } from '#shared/model/banner.ts'
import type { Company } from '#shared/model/company.ts'
import type { Db } from '../../data/index.ts'
import type { Files } from '../../gateways/files.ts'
import { bannerImageKey } from './image.ts'

type Deps = { db: Pick<Db, 'banner' | 'company'>; files: Files }
type Shown = { type: string; bytes: Uint8Array }

/** One pixel that nobody sees. */
const nothing: Shown = {
  type: 'image/gif',
  bytes: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
}

const isBelow = (company: Company, tenant: Company) => company.id === tenant.id || company.ancestors.includes(tenant.id)

/**
 * The picture of a banner on the host of its company, or of one above it; the empty pixel where it is switched off. Undefined
 * where there is none, which is told in the same way for a banner of somebody else.
 */
export async function findBannerImage(
  { db, files }: Deps,
  tenant: Company,
  { companyId, id }: Pick<Banner, 'companyId' | 'id'>,
): Promise<Shown | undefined> {
  const [company, banner] = await Promise.all([db.company.find(companyId), db.banner.find(companyId, id)])
  if (!company || company.deletedAt !== null || !isBelow(company, tenant) || !banner) return undefined
  if (banner.status !== 'active') return nothing
  const bytes = await files.readBytes(bannerImageKey(companyId, banner.image.id))
  return bytes && { type: banner.image.type, bytes }
}
