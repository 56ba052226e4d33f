// Pictures of people: only raster images, told by their first bytes and not by what a browser says of them. They lie in
// the file store and are shown by addresses that end after two hours.
import { HOUR } from '#shared/dates.ts'
import { imageFacts } from '#shared/image.ts'
import { cleanImage } from '#shared/image-clean.ts'
import { type PictureType, pictureTypes, refusalForPixels } from '#shared/model/picture.ts'

const SHOW_SECONDS = (2 * HOUR) / 1000

/** What is kept of a picture: nothing but the picture, if it is one and of a size that can be shown. An SVG is none. */
export function readPicture(bytes: Uint8Array): { type: PictureType; bytes: Uint8Array } | { why: string } {
  const facts = imageFacts(bytes)
  if (!facts) return { why: 'This file is not a PNG, JPEG or WebP image.' }
  const why = refusalForPixels(facts)
  if (why) return { why }
  const clean = cleanImage(bytes)
  return clean ? { type: facts.type, bytes: clean } : { why: 'This picture is damaged. Please choose another one.' }
}

const endingOf = (type: PictureType) => type.slice('image/'.length)

/** Where uploads of a person arrive, before anybody looked at them. */
export const incomingKey = (userId: string, id: string, type: PictureType) =>
  `pictures/incoming/${userId}/${id}.${endingOf(type)}`
export const isIncomingOf = (userId: string, key: string) =>
  new RegExp(`^pictures/incoming/${userId}/[A-Za-z0-9_]+\\.(png|jpeg|webp)$`).test(key)
/** Where a picture lies once it was looked at. */
export const pictureKey = (userId: string, id: string, type: PictureType) =>
  `pictures/users/${userId}/${id}.${endingOf(type)}`

/** The type is named again in the address, so that a browser takes the file for nothing else. */
export function pictureUrl(
  files: { showUrl(key: string, contentType: string, seconds: number): Promise<string> },
  key: string,
): Promise<string> {
  const type = pictureTypes.find((each) => key.endsWith(`.${endingOf(each)}`)) ?? 'image/png'
  return files.showUrl(key, type, SHOW_SECONDS)
}
