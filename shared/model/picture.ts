/** Kinds of picture that a person may upload. No SVG: it can hold scripts. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type PictureType = (typeof pictureTypes)[number]
export const PICTURE_MAX_BYTES = 2 * 1024 * 1024

/** Larger pictures only cost those who have to unpack them: a file of some kilobytes can hold a billion pixels. */
const PICTURE_MOST_SIDE = 4096
const PICTURE_MOST_PIXELS = 16_000_000

/** Why a picture of this size is not taken, as a sentence; null when it is. */
export function refusalForPixels({ width, height }: { width: number; height: number }): string | null {
  if (width < 1 || height < 1) return 'This picture is empty.'
  if (Math.max(width, height) > PICTURE_MOST_SIDE)
    return `Use a picture of at most ${PICTURE_MOST_SIDE} by ${PICTURE_MOST_SIDE} pixels.`
  return width * height > PICTURE_MOST_PIXELS ? 'Use a picture of at most 16 million pixels.' : null
}

/** Why a file may not become somebody's picture, as a sentence; null when it may be tried. Its content is looked at by the server. */
export function whyNoPicture(file: { type: string; size: number }): string | null {
  if (!(pictureTypes as readonly string[]).includes(file.type)) return 'Choose a PNG, JPEG or WebP image.'
  if (file.size > PICTURE_MAX_BYTES) return 'Choose an image of at most 2 MB.'
  return file.size === 0 ? 'This file is empty.' : null
}
