/** Kinds of picture that a person may upload. No SVG: it can hold scripts. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type PictureType = (typeof pictureTypes)[number]
export const PICTURE_MAX_BYTES = 2 * 1024 * 1024

/** Why a file may not become somebody's picture, as a sentence; null when it may be tried. Its content is looked at by the server. */
export function whyNoPicture(file: { type: string; size: number }): string | null {
  if (!(pictureTypes as readonly string[]).includes(file.type)) return 'Choose a PNG, JPEG or WebP image.'
  if (file.size > PICTURE_MAX_BYTES) return 'Choose an image of at most 2 MB.'
  return file.size === 0 ? 'This file is empty.' : null
}
