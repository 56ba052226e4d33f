// Pictures of people: only raster images, told by their first bytes and not by what a browser says of them. They lie in
// the file store and are shown by addresses that end after two hours.
import { HOUR } from '#shared/dates.ts'
import { type PictureType, pictureTypes } from '#shared/model/picture.ts'

const SHOW_SECONDS = (2 * HOUR) / 1000

const startsWith = (bytes: Uint8Array, at: number, text: string) =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text

/** What an image is by its content; undefined for anything that is no picture, an SVG (which can hold scripts) included. */
export function sniffPicture(bytes: Uint8Array): PictureType | undefined {
  if (startsWith(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (startsWith(bytes, 0, '\xff\xd8\xff')) return 'image/jpeg'
  if (startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP')) return 'image/webp'
  return undefined
}

export const endingOf = (type: PictureType) => type.slice('image/'.length)

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
