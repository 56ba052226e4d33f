import { createHash } from 'node:crypto'
import { createWriteStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { toNowhere } from '#functions/data/tenancy/carry/elsewhere.ts'
import { leftKinds } from '#functions/data/tenancy/carry/kinds.ts'
import { kindOf, textOf, toLine } from '#functions/data/tenancy/carry/raw.ts'
import { companiesOfTenant, LAST, NAMES, walkTenant } from '#functions/data/tenancy/carry/walk.ts'
import { holdsBoxes, reseal } from '#functions/domain/tenancy/carried-boxes.ts'
import { folderOfPerson, foldersOf } from '#functions/domain/tenancy/own-files.ts'
import type { Services } from '#functions/kit/services.ts'
import {
  FORMAT,
  fileOf,
  type Manifest,
  makeRoomFor,
  manifestFile,
  openParts,
  refuseFull,
  type Stored,
  toText,
  VERSION,
} from './folder.ts'
import type { TravelKey } from './key.ts'
import { sealedWords } from './words.ts'

export type Needed = Pick<Services, 'db' | 'table' | 'files' | 'sealer' | 'env' | 'now'>

export const domainOf = ({ env }: Pick<Services, 'env'>) => env.PLATFORM_DOMAIN.replace(/:\d+$/, '')

export type Exported = { manifest: Manifest; left: Record<string, number>; sealedLeft: Record<string, number> }

const addTo = (counts: Record<string, number>, kind: string) => {
  counts[kind] = (counts[kind] ?? 0) + 1
}

async function takeFile({ files }: Needed, folder: string, key: string): Promise<Stored | undefined> {
  const found = await files.read(key)
  // Gone since it was listed.
  if (!found) return undefined
  const target = fileOf(folder, key)
  await makeRoomFor(target)
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(
    found.body,
    async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    createWriteStream(target),
  )
  return { key, bytes, sha256: hash.digest('base64url'), contentType: found.contentType }
}

/** Writes an agency with all that is theirs into an empty folder. Nothing of the platform changes. */
export async function exportTenant(
  services: Needed,
  { agencyId, folder, key }: { agencyId: string; folder: string; key: TravelKey | undefined },
): Promise<Exported> {
  const { db, table, files, sealer, now } = services
  const agency = await db.company.find(agencyId)
  if (agency?.kind !== 'agency') throw new Error(`There is no agency ${agencyId}.`)
  if (agency.deletedAt !== null) throw new Error(`${agency.name} was removed: its name and its people are free again.`)
  const [waiting] = await db.auditOutbox.list()
  if (waiting) throw new Error('Lines of the audit log still wait to be written: run this again in a few minutes.')
  refuseFull(folder)
  const platform = { rootId: agency.rootId, domain: domainOf(services) }
  const parts = await openParts(folder, [`rows/${NAMES}.jsonl`, `rows/${LAST}.jsonl`, 'files.jsonl'])
  const [rows, left, sealedLeft]: Record<string, number>[] = [{}, {}, {}]
  const people: string[] = []
  for await (const step of walkTenant(table, { agencyId, ...platform, now: now() })) {
    if ('left' in step) {
      addTo(left ?? {}, step.kind)
      continue
    }
    const { kind, part, item } = step
    if (!key && holdsBoxes(item)) {
      addTo(sealedLeft ?? {}, kind)
      continue
    }
    if (kind === 'user') people.push(textOf(item, 'id'))
    const carried = key ? await reseal(item, { from: sealer, to: key.sealer }) : item
    addTo(rows ?? {}, kindOf(carried))
    await parts.write(`rows/${part}.jsonl`, toLine(toNowhere(carried, platform)))
  }
  const companies = await companiesOfTenant(table, agencyId)
  let [count, bytes] = [0, 0]
  for (const prefix of [...companies.flatMap(foldersOf), ...people.map(folderOfPerson)].sort())
    for (const name of await files.list(prefix)) {
      const stored = await takeFile(services, folder, name)
      if (!stored) continue
      count += 1
      bytes += stored.bytes
      await parts.write('files.jsonl', JSON.stringify(stored))
    }
  const manifest: Manifest = {
    format: FORMAT,
    version: VERSION,
    agencyId,
    companies: companies.length,
    rows: rows ?? {},
    files: { count, bytes },
    parts: await parts.end(),
    sealedUnder: key?.sign ?? '',
    staysBehind: { ...leftKinds, ...(key ? {} : sealedWords) },
  }
  // Written last: a folder without it is not whole.
  writeFileSync(manifestFile(folder), toText(manifest))
  writeFileSync(
    join(folder, 'about.json'),
    toText({ exportedAt: new Date(now()).toISOString(), name: agency.name, leftBehind: { ...left, ...sealedLeft } }),
  )
  return { manifest, left: left ?? {}, sealedLeft: sealedLeft ?? {} }
}
