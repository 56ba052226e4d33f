// Whether two pictures show the same.
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'

export type Difference = {
  /** Percent of the pixels of the larger one. */
  percent: number
  /** The later picture, paled, with what differs marked. */
  marked: Buffer
}

/** A picture on the ground of a larger one, so that pages that grew can be compared. */
function spread(picture: PNG, width: number, height: number): PNG {
  if (picture.width === width && picture.height === height) return picture
  const ground = new PNG({ width, height })
  PNG.bitblt(picture, ground, 0, 0, picture.width, picture.height, 0, 0)
  return ground
}

/** How much differs; null where nothing does. Edges that are only smoothed differently do not count. */
export function comparePictures(before: Buffer, after: Buffer): Difference | null {
  if (before.equals(after)) return null
  const old = PNG.sync.read(before)
  const now = PNG.sync.read(after)
  const width = Math.max(old.width, now.width)
  const height = Math.max(old.height, now.height)
  const marks = new PNG({ width, height })
  const [a, b] = [spread(old, width, height), spread(now, width, height)]
  const count = pixelmatch(a.data, b.data, marks.data, width, height, { threshold: 0.1 })
  if (count === 0) return null
  return { percent: (100 * count) / (width * height), marked: PNG.sync.write(marks) }
}
