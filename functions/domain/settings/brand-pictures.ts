// Logos and icons of a tenant: looked at when they are saved, kept under the hash of their content, and served from the
// tenant's own address, so that no page of a tenant asks a third party for anything.
import { createHash } from 'node:crypto'
import { invalid } from '#shared/errors.ts'
import { imageFacts } from '#shared/image.ts'
import type { ThemePicture } from '#shared/model/setting.ts'
import type { Files } from '../../gateways/files.ts'
import { readPicture } from '../account/picture.ts'

export const BRAND_PICTURE_MAX_BYTES = 1024 * 1024

export const incomingBrandKey = (companyId: string, uploadId: string) => `brand/incoming/${companyId}/${uploadId}`
const keptKey = (companyId: string, hash: string) => `brand/${companyId}/${hash}`
/** The address has no ending: those with one belong to the files of the application. */
const pathOf = (companyId: string, hash: string) => `/brand/${companyId}/${hash}`

const isUpload = (text: string) => /^upl_[0-9A-Z]{26}$/.test(text)

function refuse(picture: ThemePicture, sentence: string): never {
  throw invalid({ [`value.${picture}`]: sentence })
}

/** What a picture becomes when a theme is saved: what it was, nothing, or the upload that takes its place. */
export async function acceptPicture(
  files: Files,
  companyId: string,
  picture: ThemePicture,
  { wanted, present }: { wanted: string | null; present: string | null },
): Promise<string | null> {
  if (wanted === null || wanted === present) return wanted
  if (!isUpload(wanted)) return refuse(picture, 'Upload the picture again.')
  const bytes = await files.readBytes(incomingBrandKey(companyId, wanted))
  if (!bytes) return refuse(picture, 'The picture did not arrive. Please upload it again.')
  const read = readPicture(bytes)
  if ('why' in read) return refuse(picture, read.why)
  const hash = createHash('sha256').update(read.bytes).digest('base64url')
  await files.put(keptKey(companyId, hash), read.bytes, read.type)
  return pathOf(companyId, hash)
}

/** Takes away what was uploaded for a theme that is saved now. */
export async function forgetUploads(
  files: Files,
  companyId: string,
  wanted: readonly (string | null)[],
): Promise<void> {
  const uploads = wanted.flatMap((text) => (text && isUpload(text) ? [incomingBrandKey(companyId, text)] : []))
  if (uploads.length > 0) await files.remove(uploads)
}

export type BrandPicture = { bytes: Uint8Array; type: string }

const path = /^\/brand\/(com_[0-9A-Z]{26})\/([A-Za-z0-9_-]{43})$/

/** The picture at a path, if it belongs to a company that may be shown. Its type is told by its content once more. */
export async function findPicture(
  files: Files,
  address: string,
  isShown: (companyId: string) => boolean | Promise<boolean>,
): Promise<BrandPicture | undefined> {
  const [, companyId = '', hash = ''] = path.exec(address) ?? []
  if (!companyId || !(await isShown(companyId))) return undefined
  const bytes = await files.readBytes(keptKey(companyId, hash))
  const type = bytes && imageFacts(bytes)?.type
  return bytes && type ? { bytes, type } : undefined
}
