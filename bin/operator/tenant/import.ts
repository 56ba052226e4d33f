import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { fromNowhere, type Platform } from '#functions/data/tenancy/carry/elsewhere.ts'
import { fromLine, kindOf, type Raw, textOf } from '#functions/data/tenancy/carry/raw.ts'
import { LAST, NAMES } from '#functions/data/tenancy/carry/walk.ts'
import { carryWriter, type Put } from '#functions/data/tenancy/carry/write.ts'
import { holdsBoxes, reseal } from '#functions/domain/tenancy/carried-boxes.ts'
import type { Services } from '#functions/kit/services.ts'
import { checkPart, fileOf, linesOf, type Manifest, readManifest, Stored } from './folder.ts'
import type { TravelKey } from './key.ts'

export type Needed = Pick<Services, 'table' | 'files' | 'sealer' | 'now'>
export type Plan = { folder: string; platform: Platform; key: TravelKey | undefined }

const AT_ONCE = 32
/**
 * What must not be another's here, the plainest first. Lines and words of lists are there only where the company is, and a plan that
 * several agencies are bound to may be there already.
 */
const told = ['company', 'domain', 'accountOwner', 'campaignNumber', 'login']

export async function* rowsOf({ folder, platform, key }: Plan, name: string, { sealer }: Pick<Needed, 'sealer'>) {
  for await (const line of linesOf(folder, name)) {
    const item = fromNowhere(fromLine(line), platform)
    yield key ? await reseal(item, { from: key.sealer, to: sealer }) : item
  }
}

/** Works on many at once, and never on more. */
export async function inTurns<T>(all: AsyncIterable<T>, work: (one: T) => Promise<unknown>): Promise<void> {
  const running = new Set<Promise<unknown>>()
  // Kept until all have ended: one that fails while the next item is read would end the process, which nobody could explain.
  const failures: unknown[] = []
  for await (const one of all) {
    const turn = work(one)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(turn))
    running.add(turn)
    if (running.size >= AT_ONCE) await Promise.race(running)
    if (failures.length > 0) break
  }
  await Promise.all(running)
  if (failures.length > 0) throw failures[0]
}

export const sayRow = (item: Raw) => {
  switch (kindOf(item)) {
    case 'domain':
      return `the host ${textOf(item, 'host')}`
    case 'login':
      return `the address of the person ${textOf(item, 'userId')}`
    case 'campaignNumber':
      return `the campaign number ${textOf(item, 'number')}`
    case 'accountOwner':
      return `the payment account ${textOf(item, 'accountId')}`
    case 'company':
      return `the company ${textOf(item, 'name')} (${textOf(item, 'id')})`
    default:
      return kindOf(item)
  }
}

const MOST_SAID = 20

/** Names that are another's here; of an agency that was never begun, those that are there at all. */
async function takenNames(services: Needed, plan: Plan, isBegun: boolean): Promise<string[]> {
  const { look } = carryWriter(services.table)
  const taken: { at: number; said: string }[] = []
  for (const part of [NAMES, LAST])
    await inTurns(rowsOf(plan, `rows/${part}.jsonl`, services), async (item) => {
      const at = told.indexOf(kindOf(item))
      if (at < 0) return
      const there = await look(item)
      if (there === 'other' || (there === 'same' && !isBegun)) taken.push({ at, said: sayRow(item) })
    })
  return taken.sort((a, b) => a.at - b.at || (a.said < b.said ? -1 : 1)).map(({ said }) => said)
}

async function checkFiles({ folder }: Plan): Promise<void> {
  for await (const line of linesOf(folder, 'files.jsonl')) {
    const { key, bytes, sha256 } = Stored.parse(JSON.parse(line))
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(fileOf(folder, key))) hash.update(chunk)
    if (statSync(fileOf(folder, key)).size !== bytes || hash.digest('base64url') !== sha256)
      throw new Error(`The file ${key} is not what the manifest says: it was changed, or cut off.`)
  }
}

export type Looked = {
  manifest: Manifest
  hash: string
  state: 'new' | 'begun' | 'ended'
  taken: string[]
}

/** Whether the folder is whole and its key is the right one. */
export async function checkFolder(plan: Plan): Promise<{ manifest: Manifest; hash: string }> {
  const { manifest, hash } = readManifest(plan.folder)
  if (manifest.sealedUnder && manifest.sealedUnder !== plan.key?.sign)
    throw new Error(
      plan.key
        ? 'This key does not open what lies sealed in the folder: it is another one.'
        : 'Values lie sealed in this folder: name the file of their key with --key.',
    )
  for (const part of manifest.parts) await checkPart(plan.folder, part)
  await checkFiles(plan)
  return { manifest, hash }
}

/** Whether the folder is whole and the agency can live here. Changes nothing. */
export async function lookAtImport(services: Needed, plan: Plan): Promise<Looked> {
  const { manifest, hash } = await checkFolder(plan)
  const mark = await carryWriter(services.table).findMark(manifest.agencyId)
  if (mark && mark.manifest !== hash)
    throw new Error(`Another export of ${manifest.agencyId} was brought here, or begun: the two must not be mixed.`)
  const state = mark ? (mark.endedAt ? 'ended' : 'begun') : 'new'
  const taken = state === 'ended' ? [] : await takenNames(services, plan, state === 'begun')
  return { manifest, hash, state, taken: taken.slice(0, MOST_SAID) }
}

export type Brought = Record<Put, number> & { files: number }

/** Brings the agency here. Killed and begun again, it goes on to the same end; what it brought is never written over. */
export async function importTenant(services: Needed, plan: Plan, { manifest, hash, state }: Looked): Promise<Brought> {
  const { table, files, now } = services
  const writer = carryWriter(table)
  const brought: Brought = { written: 0, same: 0, other: 0, files: 0 }
  if (state === 'new') await writer.begin({ companyId: manifest.agencyId, manifest: hash, beganAt: now() })

  const bring = async (name: string) =>
    inTurns(rowsOf(plan, name, services), async (item) => {
      const isEntry = kindOf(item) === 'node' && textOf(item, 'companyId') === manifest.agencyId
      const became = await (isEntry ? writer.putEntry(item) : writer.put(item))
      // What is sealed is another box each time: that of the time before stays.
      brought[became === 'other' && holdsBoxes(item) ? 'same' : became] += 1
    })
  const named = (part: string) => `rows/${part}.jsonl`
  await bring(named(NAMES))
  for (const { name } of manifest.parts)
    if (name.startsWith('rows/') && name !== named(NAMES) && name !== named(LAST)) await bring(name)
  for await (const line of linesOf(plan.folder, 'files.jsonl')) {
    const { key, bytes, contentType } = Stored.parse(JSON.parse(line))
    await files.putStream(key, createReadStream(fileOf(plan.folder, key)), bytes, contentType)
    brought.files += 1
  }
  // From here on people can come: all that they look for is there.
  await bring(named(LAST))
  await writer.end(manifest.agencyId, now())
  return brought
}
