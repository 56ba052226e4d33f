// Pictures of banners: looked at when they are saved, kept in the file store, and shown by the tenant's own host.
import { HOUR } from '#shared/dates.ts'
import { invalid } from '#shared/errors.ts'
import { imageFacts } from '#shared/image.ts'
import { cleanImage } from '#shared/image-clean.ts'
import { cleanGif, gifMeasures } from '#shared/image-gif.ts'
import {
  type Banner,
  type BannerImage,
  type BannerImageType,
  type BannerSize,
  refusalForMeasures,
} from '#shared/model/banner.ts'
import { refusalForPixels } from '#shared/model/picture.ts'
import type { Files } from '../../gateways/files.ts'

const SHOW_SECONDS = (2 * HOUR) / 1000
const NO_IMAGE = 'This file is not a PNG, JPG or GIF image.'
const DAMAGED = 'This picture is damaged. Please choose another one.'

export const incomingBannerKey = (companyId: string, uploadId: string) => `banners/incoming/${companyId}/${uploadId}`
export const bannerImageKey = (companyId: string, imageId: string) => `banners/${companyId}/${imageId}`

const isUpload = (text: string) => /^upl_[0-9A-Z]{26}$/.test(text)

type Read = { type: BannerImageType; width: number; height: number; bytes: Uint8Array } | { why: string }

/** What is kept of a file: nothing but the picture, if it is one. Its own bytes say what it is; GIFs keep all their frames. */
export function readBannerImage(bytes: Uint8Array): Read {
  const gif = gifMeasures(bytes)
  const facts = gif ? { type: 'image/gif' as const, ...gif } : imageFacts(bytes)
  if (!facts || facts.type === 'image/webp') return { why: NO_IMAGE }
  const why = refusalForPixels(facts)
  if (why) return { why }
  const clean = gif ? cleanGif(bytes) : cleanImage(bytes)
  return clean ? { type: facts.type, width: facts.width, height: facts.height, bytes: clean } : { why: DAMAGED }
}

const refuse = (sentence: string) => invalid({ uploadId: sentence })

/** Takes an upload in: the picture is kept under a name of its own, and what arrived is forgotten. */
export async function acceptBannerImage(
  files: Files,
  companyId: string,
  { uploadId, size, imageId }: { uploadId: string; size: BannerSize; imageId: string },
): Promise<BannerImage> {
  if (!isUpload(uploadId)) throw refuse('Upload the picture again.')
  const bytes = await files.readBytes(incomingBannerKey(companyId, uploadId))
  if (!bytes) throw refuse('The picture did not arrive. Please upload it again.')
  const read = readBannerImage(bytes)
  if ('why' in read) throw refuse(read.why)
  const why = refusalForMeasures(size, read)
  // The upload stays: with another size it may fit.
  if (why) throw refuse(why)
  await files.put(bannerImageKey(companyId, imageId), read.bytes, read.type)
  return { id: imageId, type: read.type, bytes: read.bytes.length }
}

/** An address that shows the picture for two hours. */
export const showBannerImage = (
  files: Files,
  { companyId, image }: Pick<Banner, 'companyId' | 'image'>,
): Promise<string> => files.showUrl(bannerImageKey(companyId, image.id), image.type, SHOW_SECONDS)

export const forgetUpload = (files: Files, companyId: string, uploadId: string): Promise<void> =>
  files.remove([incomingBannerKey(companyId, uploadId)])
export const forgetImage = (files: Files, { companyId, image }: Pick<Banner, 'companyId' | 'image'>): Promise<void> =>
  files.remove([bannerImageKey(companyId, image.id)])
