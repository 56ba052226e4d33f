// A banner as the wire names it.
import type * as z from 'zod'
import type { BannerRow } from '#shared/contracts/banners/calls.ts'
import { type Banner, bannerPath } from '#shared/model/banner.ts'
import { showBannerImage } from '../../domain/banners/image.ts'
import type { Files } from '../../gateways/files.ts'

/** Its people see the picture of a banner that is off too, by an address that nobody else has. */
export const toBannerRow = async (files: Files, banner: Banner): Promise<z.input<typeof BannerRow>> => ({
  id: banner.id,
  companyId: banner.companyId,
  name: banner.name,
  product: banner.line,
  size: banner.size,
  clickUrl: banner.clickUrl,
  status: banner.status,
  imageUrl:
    banner.status === 'active' ? `${bannerPath(banner)}?v=${banner.image.id}` : await showBannerImage(files, banner),
  imageType: banner.image.type,
  imageBytes: banner.image.bytes,
  updatedAt: new Date(banner.updatedAt).toISOString(),
})
