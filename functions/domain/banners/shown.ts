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

/** Clients end with their agency, and bear no mark of it. The tenant itself and those above it are there. */
async function hasEnded({ company: companies }: Pick<Db, 'company'>, company: Company, tenant: Company) {
  if (company.deletedAt !== null) return true
  const between = company.ancestors.filter((id) => id !== tenant.id && !tenant.ancestors.includes(id))
  if (company.id === tenant.id || between.length === 0) return false
  return (await Promise.all(between.map((id) => companies.find(id)))).some((each) => !each || each.deletedAt !== null)
}

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
  if (!company || !banner || !isBelow(company, tenant) || (await hasEnded(db, company, tenant))) return undefined
  if (banner.status !== 'active') return nothing
  const bytes = await files.readBytes(bannerImageKey(companyId, banner.image.id))
  return bytes && { type: banner.image.type, bytes }
}
