// The table of zip codes, read once by the container that needs it. `npm run places` makes it.
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { City } from '#shared/model/place.ts'

const STEPS_A_DEGREE = 1000

export type ZipRow = { zip: string; city: number; latitude: number; longitude: number }
/** Zip codes by number; `city` is a place in `cities`. */
export type PlaceTable = { cities: readonly City[]; zips: readonly ZipRow[] }

/** Reads what `bin/make-places.ts` writes. */
export function readTable(text: string): PlaceTable {
  const [names = '', ...columns] = text.split('\n\n')
  let state = ''
  const cities = names.split('\n').map((line): City => {
    const [name = '', next] = line.split('|')
    state = next ?? state
    return { name, state }
  })
  const [zips = [], latitudes = [], longitudes = [], back = []] = columns.map((column) => column.split(',').map(Number))
  let [zip, latitude, longitude, named] = [0, 0, 0, 0]
  return {
    cities,
    zips: zips.map((step, row): ZipRow => {
      zip += step
      latitude += latitudes[row] ?? 0
      longitude += longitudes[row] ?? 0
      const isNew = back[row] === 0
      const city = isNew ? named : named - (back[row] ?? 0)
      if (isNew) named += 1
      return {
        zip: String(zip).padStart(5, '0'),
        city,
        latitude: latitude / STEPS_A_DEGREE,
        longitude: longitude / STEPS_A_DEGREE,
      }
    }),
  }
}

const open = promisify(brotliDecompress)
let table: Promise<PlaceTable> | undefined

/** The table of the whole country: some 41,000 zip codes, read by the first call of a container and kept. */
export function loadTable(): Promise<PlaceTable> {
  table ??= import('./us-places.ts')
    .then(({ usPlaces }) => open(Buffer.from(usPlaces, 'base64')))
    .then((bytes) => readTable(bytes.toString()))
  return table
}
