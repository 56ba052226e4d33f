// What of the rows of an agency lies sealed, and for whom: it is opened and sealed anew when the agency moves, because the key that
// sealed it stays where it is.
import { kindOf, plainOf, type Raw, textOf } from '../../data/tenancy/carry/raw.ts'
import type { Sealer } from '../../gateways/seal.ts'

type Boxes = { owner: string; names: readonly string[]; within?: 'value' }

const boxed: Readonly<Record<string, (item: Raw) => Boxes | undefined>> = {
  webhook: (item) => ({
    owner: `${textOf(item, 'companyId')}#webhook#${textOf(item, 'id')}`,
    names: ['sealedAddress', 'sealedSecret', 'sealedOldSecret'],
  }),
  tool: (item) => ({ owner: `${textOf(item, 'companyId')}#${textOf(item, 'slug')}`, names: ['sealed'] }),
  twoFactor: (item) => ({ owner: textOf(item, 'userId'), names: ['secretBox'] }),
  reportMail: (item) => ({ owner: textOf(item, 'userId'), names: ['sealedSecret'] }),
  // The password of an agency's own mail server.
  setting: (item) =>
    textOf(item, 'name') === 'customsmtpmodule'
      ? { owner: textOf(item, 'owner').slice('C#'.length), names: ['sealedPassword'], within: 'value' }
      : undefined,
}

/** Kinds whose rows may hold something sealed. */
export const boxedKinds = Object.keys(boxed)

function boxesOf(item: Raw): (Boxes & { place: Raw }) | undefined {
  const boxes = boxed[kindOf(item)]?.(item)
  if (!boxes) return undefined
  const place = boxes.within ? (item[boxes.within]?.M ?? {}) : item
  const names = boxes.names.filter((name) => plainOf(place[name]))
  return names.length > 0 ? { ...boxes, names, place } : undefined
}

export const holdsBoxes = (item: Raw): boolean => boxesOf(item) !== undefined

/** The row with its boxes opened by one key and closed by another. */
export async function reseal(
  item: Raw,
  { from, to }: { from: Pick<Sealer, 'unseal'>; to: Pick<Sealer, 'seal'> },
): Promise<Raw> {
  const boxes = boxesOf(item)
  if (!boxes) return item
  const { owner, names, place, within } = boxes
  const next: Raw = { ...place }
  for (const name of names) next[name] = { S: await to.seal(await from.unseal(textOf(place, name), owner), owner) }
  return within ? { ...item, [within]: { M: next } } : next
}
