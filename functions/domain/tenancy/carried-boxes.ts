// What of rows lies sealed, and for whom: it is opened and sealed anew when an agency moves, because the key that sealed it stays where
// it is, and when the platform's key is replaced.
import { kindOf, plainOf, type Raw, textOf } from '../../data/tenancy/carry/raw.ts'
import type { Sealer } from '../../gateways/seal.ts'

type Boxes = { owner: string; names: readonly string[]; within?: 'value' }

const boxed: Readonly<Record<string, (item: Raw) => Boxes | undefined>> = {
  webhook: (item) => ({
    owner: `${textOf(item, 'companyId')}#webhook#${textOf(item, 'id')}`,
    names: ['sealedAddress', 'sealedSecret', 'sealedOldSecret'],
  }),
  // What a tool is about to give, or to have taken back, lies beside the connection under a longer name, sealed as the connection is.
  tool: (item) => ({
    owner: `${textOf(item, 'companyId')}#${textOf(item, 'slug').split('#', 1)[0]}`,
    names: ['sealed'],
  }),
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

/** The attributes of a row that are another thing after its boxes were closed by another key. */
export async function resealed(item: Raw, keys: Parameters<typeof reseal>[1]): Promise<Raw> {
  const boxes = boxesOf(item)
  if (!boxes) return {}
  const next = await reseal(item, keys)
  const names = boxes.within ? [boxes.within] : boxes.names
  return Object.fromEntries(names.map((name) => [name, next[name] ?? { NULL: true }]))
}
