// States, cities and zip codes of the United States, without asking anybody. A zip code lies where its centre lies.
import type { MapPoint, MapShape } from '#shared/model/map-shape.ts'
import { foldText } from '#shared/model/node.ts'
import { type City, cityPlace, type Place, readCity, statePlace, toCityText, zipPlace } from '#shared/model/place.ts'
import { usStates } from '#shared/model/states.ts'
import { loadTable, type PlaceTable, type ZipRow } from './place-table.ts'

const MOST_FOUND = 20
const EARTH_MILES = 3958.8

/** `key` is the city's text, `own` its name, `names` the same with its state: its code, and its name. All are folded. */
type Named = { city: City; zips: string[]; key: string; own: string; names: readonly string[] }

export type Places = {
  zips: ReadonlyMap<string, ZipRow & { place: City }>
  /** By the folded text `dallas, tx`. */
  cities: ReadonlyMap<string, Named>
  /** By the code of a state, in alphabetical order. */
  states: ReadonlyMap<string, readonly Named[]>
}

const short: Readonly<Record<string, string>> = { st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount' }
const abbreviation = /\b(st|ste|ft|mt)\b\.?/g

/** Text as it is compared: without accents and marks, and with what people shorten written out. */
const foldPlace = (text: string): string => writeOut(foldText(text))

const writeOut = (folded: string): string =>
  // Most names are plain letters already.
  (/^[a-z0-9 ]*$/.test(folded) ? folded : folded.replace(/[’'`]/g, '').replace(/[^\p{L}\p{N}. ]+/gu, ' '))
    .replace(abbreviation, (_, word: string) => short[word] ?? word)
    .replace(/[. ]+/g, ' ')
    .trim()

const byName = (a: Named, b: Named) => (a.city.name < b.city.name ? -1 : 1)

const foldedStates = new Map(Object.entries(usStates).map(([code, name]) => [code, foldPlace(name)]))

function toNamed(city: City): Named {
  const key = foldText(toCityText(city))
  const own = writeOut(key.slice(0, -4))
  const names = [`${own} ${city.state.toLowerCase()}`, `${own} ${foldedStates.get(city.state) ?? ''}`]
  return { city, zips: [], key, own, names }
}

/** What the functions below look in. */
function toPlaces({ cities, zips }: PlaceTable): Places {
  const all = cities.map(toNamed)
  const rows = new Map<string, ZipRow & { place: City }>()
  for (const row of zips) {
    const named = all[row.city]
    if (!named) continue
    named.zips.push(row.zip)
    rows.set(row.zip, { ...row, place: named.city })
  }
  const states = Map.groupBy(all, ({ city }) => city.state)
  for (const inState of states.values()) inState.sort(byName)
  return { zips: rows, cities: new Map(all.map((named) => [named.key, named])), states }
}

let places: Promise<Places> | undefined
/** The whole country, read once by a container. */
export function loadPlaces(): Promise<Places> {
  places ??= loadTable().then(toPlaces)
  return places
}

/** The cities of a state by name; none of an unknown state. */
export const citiesOfState = ({ states }: Places, code: string): City[] =>
  (states.get(code.toUpperCase()) ?? []).map(({ city }) => city)

export const zipsOfState = ({ states }: Places, code: string): string[] =>
  (states.get(code.toUpperCase()) ?? []).flatMap(({ zips }) => zips).sort()

/** The zip codes of a city such as `Dallas, TX`; none of an unknown one. */
export function zipsOfCity({ cities }: Places, text: string): string[] {
  const city = readCity(text)
  return city ? [...(cities.get(foldText(toCityText(city)))?.zips ?? [])] : []
}

/** Which of the zip codes the table does not know. It is not the post's own, so this is a hint and no refusal. */
export const unknownZips = ({ zips }: Places, wanted: readonly string[]): string[] =>
  wanted.filter((zip) => !zips.has(zip))

/** 0 for what begins with the text, 1 where a later word does, nothing elsewhere. */
function rankOf(names: readonly string[], text: string): number | undefined {
  if (names.some((name) => name.startsWith(text))) return 0
  return names.some((name) => name.includes(` ${text}`)) ? 1 : undefined
}

/**
 * Places whose names begin with a text: states first, then cities, the ones with most zip codes first, then names of which a
 * later word begins so. Digits find zip codes.
 */
export function searchPlaces({ cities, zips }: Places, search: string, most = MOST_FOUND): Place[] {
  const digits = search.trim()
  if (/^\d{1,5}$/.test(digits)) {
    const found: Place[] = []
    for (const [zip, { place }] of zips) {
      if (!zip.startsWith(digits)) continue
      found.push(zipPlace(zip, place))
      if (found.length === most) break
    }
    return found
  }
  const text = foldPlace(search)
  if (!text) return []
  const states = [...foldedStates]
    .map(([code, name]) => ({ code, rank: rankOf([name], text) }))
    .filter(({ rank }) => rank !== undefined)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
  const found: { named: Named; rank: number }[] = []
  for (const named of cities.values()) {
    // The state stands in the name of each of its cities: it finds them only behind the city's own.
    const rank = rankOf(named.names, text)
    if (rank === 0 || (rank === 1 && rankOf([named.own], text) === 1)) found.push({ named, rank })
  }
  const ordered = found.sort(
    (a, b) => a.rank - b.rank || b.named.zips.length - a.named.zips.length || byName(a.named, b.named),
  )
  return [...states.map(({ code }) => statePlace(code)), ...ordered.map(({ named }) => cityPlace(named.city))].slice(
    0,
    most,
  )
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The way over the ground between two points, in miles (haversine). */
export function milesBetween(a: MapPoint, b: MapPoint): number {
  const [latitude, longitude] = [radians(b.latitude - a.latitude), radians(b.longitude - a.longitude)]
  const h =
    Math.sin(latitude / 2) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(longitude / 2) ** 2
  return 2 * EARTH_MILES * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** Whether a point lies inside a closed line: how often a ray from it crosses the line (even-odd rule). */
export function isInside(point: MapPoint, corners: readonly MapPoint[]): boolean {
  let inside = false
  for (const [at, a] of corners.entries()) {
    const b = corners[(at + corners.length - 1) % corners.length] ?? a
    const crosses =
      a.latitude > point.latitude !== b.latitude > point.latitude &&
      point.longitude <
        ((b.longitude - a.longitude) * (point.latitude - a.latitude)) / (b.latitude - a.latitude) + a.longitude
    if (crosses) inside = !inside
  }
  return inside
}

function zipsAround({ zips }: Places, centre: MapPoint, miles: number): string[] {
  const near: { zip: string; away: number }[] = []
  for (const row of zips.values()) {
    const away = milesBetween(centre, row)
    if (away <= miles) near.push({ zip: row.zip, away })
  }
  return near.sort((a, b) => a.away - b.away || (a.zip < b.zip ? -1 : 1)).map(({ zip }) => zip)
}

/** Zip codes whose centres lie in a shape: the nearest first in a circle, by number elsewhere. Undefined when its zip code is unknown. */
export function zipsInShape(all: Places, shape: MapShape): string[] | undefined {
  switch (shape.kind) {
    case 'circle':
      return zipsAround(all, shape, shape.miles)
    case 'around': {
      const centre = all.zips.get(shape.zip)
      return centre && zipsAround(all, centre, shape.miles)
    }
    case 'polygon':
      return [...all.zips.values()].filter((row) => isInside(row, shape.points)).map(({ zip }) => zip)
    default:
      return shape satisfies never
  }
}
