// What fields about places and keywords ask the server. Each function keeps its identity, as the fields need.
import type { MapShape, ShapeZips } from '#shared/model/map-shape.ts'
import type { Place } from '#shared/model/place.ts'
import { send } from './client.ts'

export async function searchKeywords(text: string, signal: AbortSignal): Promise<string[]> {
  const { data } = await send('keywords.suggest', { keyword: text }, { signal })
  return data.map(({ value }) => value)
}

export async function searchPlaces(text: string, signal: AbortSignal): Promise<Place[]> {
  return (await send('keywords.searchPlaces', { search: text }, { signal })).data
}

export async function citiesOf(state: string): Promise<{ value: string; label: string }[]> {
  return (await send('keywords.cities', { state })).data
}

export const zipsInShape = (shape: MapShape): Promise<ShapeZips> => send('keywords.zipsInShape', { shape })

export async function unknownZips(zips: readonly string[]): Promise<string[]> {
  return (await send('keywords.unknownZips', { zipCodes: [...zips] })).unknown
}
