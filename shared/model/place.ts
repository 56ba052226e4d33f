// Places that a campaign can look in: states, cities and zip codes of the United States. A city is named with its state,
// because a Springfield stands in most of them.
import * as z from 'zod'
import { usStates } from './states.ts'

const placeTypes = ['state', 'city', 'zip'] as const
export type PlaceType = (typeof placeTypes)[number]

/** `value` is what a campaign keeps: `TX`, `Dallas, TX`, `75201`; `label` is what people read. */
export const Place = z.object({ type: z.enum(placeTypes), value: z.string(), label: z.string() })
export type Place = z.output<typeof Place>

export type City = { name: string; state: string }

export const toCityText = ({ name, state }: City): string => `${name}, ${state}`

/** Reads `Dallas, TX`; undefined when it names no state of the country. Whether there is such a city the table knows. */
export function readCity(text: string): City | undefined {
  const [, name = '', state = ''] = /^(.*\S)\s*,\s*([A-Za-z]{2})$/.exec(text.trim()) ?? []
  const code = state.toUpperCase()
  return name && Object.hasOwn(usStates, code) ? { name, state: code } : undefined
}

const toPlace = (type: PlaceType, value: string, label: string): Place => ({ type, value, label })
export const statePlace = (code: string): Place => toPlace('state', code, usStates[code] ?? code)
export const cityPlace = (city: City): Place => toPlace('city', toCityText(city), toCityText(city))
export const zipPlace = (zip: string, city: City): Place => toPlace('zip', zip, `${zip} (${toCityText(city)})`)
