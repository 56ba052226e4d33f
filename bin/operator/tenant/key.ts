// The key that sealed values travel under. It lies in a file of its own, apart from the folder that it opens.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import { newSealingKey, openSealer, type Sealer, SealingKey } from '#functions/gateways/seal.ts'

export type TravelKey = { sealer: Sealer; sign: string }

async function open(text: string): Promise<TravelKey> {
  const sealer = openSealer(text, { isSteady: true })
  return { sealer, sign: await sealer.mac('a tenant that is carried away', 'sign') }
}

function refuseWithin(file: string, folder: string): void {
  if (`${resolve(file)}${sep}`.startsWith(`${resolve(folder)}${sep}`))
    throw new Error('The key must not lie in the folder that it opens.')
}

/** Of a file, which is made where there is none; for its owner's eyes alone. */
export function keyForExport(file: string, folder: string): Promise<TravelKey> {
  refuseWithin(file, folder)
  if (!existsSync(file)) writeFileSync(file, `${newSealingKey()}\n`, { mode: 0o600, flag: 'wx' })
  return keyForImport(file)
}

export function keyForImport(file: string): Promise<TravelKey> {
  if (!existsSync(file)) throw new Error(`There is no key at ${file}.`)
  const parsed = SealingKey.safeParse(readFileSync(file, 'utf8').trim())
  if (!parsed.success) throw new Error(`${file} holds no key.`)
  return open(parsed.data)
}
