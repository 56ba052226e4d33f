// A list of information types as the wire names it.
import type { InformationList } from '#shared/model/information-type.ts'

export const toInformationWire = ({ types, removed, revision }: InformationList) => ({ data: types, removed, revision })
