// The folder that an agency travels in: rows by company, files as they are, and a manifest that says what there is, with its hashes.
import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync, readdirSync, readFileSync, type WriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import * as z from 'zod'

export const FORMAT = 'leadloom tenant'
export const VERSION = 1

const Part = z.strictObject({
  name: z.string().regex(/^(rows\/(names|last|com_[0-9A-Z]{26})|files)\.jsonl$/),
  lines: z.int().min(0),
  sha256: z.string(),
})
export type Part = z.output<typeof Part>

export const Manifest = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION, 'It was written by another version of this program.'),
  agencyId: z.string().regex(/^com_[0-9A-Z]{26}$/),
  companies: z.int(),
  rows: z.record(z.string(), z.int()),
  files: z.strictObject({ count: z.int(), bytes: z.int() }),
  parts: z.array(Part),
  /** A sign of the key that sealed values are under here; empty where they stayed behind. */
  sealedUnder: z.string(),
  staysBehind: z.record(z.string(), z.string()),
})
export type Manifest = z.output<typeof Manifest>

/** A file of the store. Its name in the folder is its key. */
export const Stored = z.strictObject({
  // No key of ours has other letters, and none of these leads out of the folder.
  key: z.string().regex(/^[a-z]+(\/[\w.-]*\w[\w.-]*)+$/, 'It is no key of a file.'),
  bytes: z.int().min(0),
  sha256: z.string(),
  contentType: z.string(),
})
export type Stored = z.output<typeof Stored>

export const manifestFile = (folder: string) => join(folder, 'manifest.json')
export const fileOf = (folder: string, key: string) => join(folder, 'files', ...key.split('/'))
const byteOrder = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Readable text whose names stand in one order. */
export const toText = (value: unknown): string =>
  `${JSON.stringify(
    value,
    (_, part: unknown) =>
      typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => byteOrder(a, b)))
        : part,
    2,
  )}\n`

export function readManifest(folder: string): { manifest: Manifest; hash: string } {
  const file = manifestFile(folder)
  if (!existsSync(file))
    throw new Error(`${folder} holds no manifest.json: it is no export of an agency, or not a whole one.`)
  const text = readFileSync(file, 'utf8')
  const parsed = Manifest.safeParse(JSON.parse(text))
  if (!parsed.success) throw new Error(`${file} cannot be read: ${parsed.error.issues[0]?.message ?? 'it is broken'}`)
  return { manifest: parsed.data, hash: createHash('sha256').update(text).digest('base64url') }
}

/** Nothing is written over: what lies there may be the only copy of somebody else. */
export function refuseFull(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty: name a folder that is, or none yet.`)
}

type Open = { stream: WriteStream; hash: Hash; lines: number }

/** Lines of several parts, written as they come. Those of the companies follow each other, so few are open at a time. */
export async function openParts(folder: string, stayOpen: readonly string[]) {
  await mkdir(join(folder, 'rows'), { recursive: true })
  const open = new Map<string, Open>()
  const closed = new Map<string, Part>()

  async function close(name: string): Promise<void> {
    const part = open.get(name)
    if (!part) return
    open.delete(name)
    part.stream.end()
    await finished(part.stream)
    closed.set(name, { name, lines: part.lines, sha256: part.hash.digest('base64url') })
  }
  async function begin(name: string): Promise<Open> {
    if (!stayOpen.includes(name)) for (const other of open.keys()) if (!stayOpen.includes(other)) await close(other)
    if (closed.has(name)) throw new Error(`${name} was written to its end already.`)
    const part = { stream: createWriteStream(join(folder, name)), hash: createHash('sha256'), lines: 0 }
    open.set(name, part)
    return part
  }
  return {
    async write(name: string, line: string): Promise<void> {
      const part = open.get(name) ?? (await begin(name))
      const text = `${line}\n`
      part.hash.update(text)
      part.lines += 1
      if (!part.stream.write(text)) await once(part.stream, 'drain')
    },
    async end(): Promise<Part[]> {
      for (const name of stayOpen) if (!open.has(name)) await begin(name)
      for (const name of [...open.keys()]) await close(name)
      return [...closed.values()].sort((a, b) => byteOrder(a.name, b.name))
    },
  }
}

export async function* linesOf(folder: string, name: string): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(join(folder, name)), crlfDelay: Number.POSITIVE_INFINITY })
}

/** Whether a part is what the manifest says; nothing is written of one that is not. */
export async function checkPart(folder: string, { name, sha256 }: Part): Promise<void> {
  const hash = createHash('sha256')
  if (!existsSync(join(folder, name))) throw new Error(`${name} is missing in ${folder}.`)
  for await (const chunk of createReadStream(join(folder, name))) hash.update(chunk)
  if (hash.digest('base64url') !== sha256)
    throw new Error(`${name} is not what the manifest says: it was changed, or cut off.`)
}

export const makeRoomFor = (file: string) => mkdir(dirname(file), { recursive: true })
