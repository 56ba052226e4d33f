import type { EmbeddedCode } from './setting.ts'

export const embeddedPlaces = ['head', 'body', 'footer'] as const
export type EmbeddedPlace = (typeof embeddedPlaces)[number]

/** Where the code of this setting stands; null when there is none. */
export function embeddedPlaceOf(setting: EmbeddedCode | undefined): EmbeddedPlace | null {
  if (!setting || setting.embeddedCode.trim() === '') return null
  const { placeEmbedded: place } = setting
  return place === 'head' || place === 'body' ? place : 'footer'
}
