// What an upload brought into its list, from the file that was kept with its plan, and the files of a whole list as one.
import { Readable } from 'node:stream'
import { toCsvLine } from '#shared/csv.ts'
import type { Upload } from '#shared/model/upload.ts'
import type { Files } from '../../gateways/files.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'
import { readExclusionFile } from './file.ts'
import { recordsKey } from './keys.ts'
import { type Digests, digestsOf, toHashed } from './plan.ts'

const unlimited = { maxBytes: Number.POSITIVE_INFINITY, maxRows: Number.POSITIVE_INFINITY }

/** The digests of an upload's plan; undefined when their file is gone, because the list was emptied. */
export async function findRecords(files: Pick<Files, 'read'>, upload: Upload): Promise<Digests | undefined> {
  if (upload.accepted === 0 || !upload.plan) return {}
  const object = await files.read(recordsKey(upload, upload.plan.id))
  // All that it brought was taken off the list by hand since.
  if (object?.bytes === 0) return {}
  return object && digestsOf(toHashed((await readExclusionFile(object.body, unlimited)).accepted))
}

const HEADER = Buffer.from(toCsvLine(['record']))
/** A list may have a file for each entry that was added by hand: one after the other they would outlast the call. */
const READ_AHEAD = 16

async function* inOrder(files: Pick<Files, 'readBytes'>, keys: readonly string[]): AsyncGenerator<Uint8Array> {
  yield HEADER
  const ahead: Promise<Uint8Array | undefined>[] = []
  const read = (key: string) => {
    const part = files.readBytes(key)
    // It is looked at in its turn.
    part.catch(() => undefined)
    ahead.push(part)
  }
  for (const key of keys.slice(0, READ_AHEAD)) read(key)
  for (const [at, key] of keys.entries()) {
    const part = await ahead.shift()
    if (!part) throw new Error(`The file ${key} is gone.`)
    const next = keys[at + READ_AHEAD]
    if (next !== undefined) read(next)
    if (part.length > 0) yield part
  }
}

/** More often than a person is erased while a list is written. */
const MOST_JOINS = 5

/**
 * Writes files of a list one behind the other, under a line of heads, without holding more than some of them. One that was written anew
 * meanwhile, because a person was erased, is not kept as it was read.
 */
export async function joinRecords(
  files: Pick<Files, 'look' | 'readBytes' | 'putStream'>,
  keys: readonly string[],
  target: string,
): Promise<void> {
  const lookAtAll = () => mapConcurrent(keys, (key) => files.look(key))
  let found = await lookAtAll()
  for (let joins = 0; joins < MOST_JOINS; joins++) {
    // Before anything is sent: a stream that fails half-way leaves the request open.
    const gone = keys.find((_, at) => found[at] === undefined)
    if (gone !== undefined) throw new Error(`The file ${gone} is gone.`)
    const bytes = found.reduce((sum, part) => sum + (part?.bytes ?? 0), HEADER.length)
    await files.putStream(target, Readable.from(inOrder(files, keys), { objectMode: false }), bytes, 'text/csv')
    const now = await lookAtAll()
    if (now.every((part, at) => part?.tag === found[at]?.tag)) return
    found = now
  }
  throw new Error(`The files of ${target} are written all the time.`)
}
