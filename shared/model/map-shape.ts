// What is drawn on a map, or typed where there is none, to be turned into zip codes.
import * as z from 'zod'

export const MOST_MILES = 500
export const LEAST_MILES = 0.1
export const MOST_POINTS = 500

const outside = 'This is no place on the map.'
const MapPoint = z.object({
  latitude: z.number(outside).min(-90, outside).max(90, outside),
  longitude: z.number(outside).min(-180, outside).max(180, outside),
})
export type MapPoint = z.output<typeof MapPoint>

const radius = `Enter a radius from ${LEAST_MILES} to ${MOST_MILES} miles.`
const Miles = z.number(radius).min(LEAST_MILES, radius).max(MOST_MILES, radius)

/** A circle by its centre, a circle around a zip code, or a closed line; radii are miles. */
export const MapShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('circle'), ...MapPoint.shape, miles: Miles }),
  z.object({
    kind: z.literal('around'),
    zip: z.string().regex(/^\d{5}$/, 'Enter a zip code of five digits.'),
    miles: Miles,
  }),
  z.object({
    kind: z.literal('polygon'),
    points: z
      .array(MapPoint)
      .min(3, 'A shape needs at least three corners.')
      .max(MOST_POINTS, `Use at most ${MOST_POINTS} corners.`),
  }),
])
export type MapShape = z.output<typeof MapShape>

/** Zip codes of a shape: at most as many as a campaign takes, with how many there are in all. */
export type ShapeZips = { zipCodes: string[]; total: number; isCut: boolean }
