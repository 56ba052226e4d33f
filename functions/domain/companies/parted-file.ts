// A file of many leads is sent to the store in parts. Each part that is there is noted with the lead it ends with, so the worker
// after one that crashed, or was out of time, goes on from the last part, and the file is the same.
import { createHash } from 'node:crypto'
import type { FileParts, ListFile } from '#shared/model/list-file.ts'
import type { Db } from '../../data/index.ts'
import { type Files, PART_BYTES } from '../../gateways/files.ts'
import { leadPieces } from '../reports/lead-file.ts'

const TYPE = 'text/csv; charset=utf-8'
/** A part is read and sent in much less. */
const PART_MS = 60_000
const headOf = (text: string) => createHash('sha256').update(text).digest('base64url')

type PartedFiles = Pick<Files, 'put' | 'openParts' | 'sendPart' | 'joinParts' | 'exists'>
type Deps = { db: Db; files: PartedFiles; now: () => number; remainingMs: () => number }
/** `later`: there is no time left for another part. `other`: another worker is at it, or it is over. */
export type Sent = { end: 'sent'; rows: number } | { end: 'later' } | { end: 'other' }

export async function sendLeadFile(deps: Deps, key: string, file: ListFile): Promise<Sent> {
  const { db, files, now, remainingMs } = deps
  const ref = { companyId: file.companyId, id: file.id }
  let { parts, step = 0 } = file
  let totalRows = 0
  const keep = async (next: FileParts | undefined) => {
    const isOwn = await db.listFile.keepParts(ref, { step, parts: next, totalRows }, now())
    step++
    parts = next
    return isOwn
  }
  /** What the store has lost, or what another worker sent beside us, begins anew with the next try. */
  async function giveUp(why: string): Promise<never> {
    await keep(undefined)
    throw new Error(why)
  }

  const source = await leadPieces(db, file, parts?.after)
  const head = headOf(source.head)
  totalRows = source.totalRows
  if (parts && parts.head !== head) return giveUp('Its campaigns have other columns by now.')

  const waiting: Buffer[] = []
  let bytes = 0
  let rows = parts?.rows ?? 0
  let after = parts?.after
  const take = () => {
    bytes = 0
    return Buffer.concat(waiting.splice(0))
  }
  /** False where another worker is at it. */
  async function sendPart(isWhole: boolean): Promise<boolean> {
    if (!after) throw new Error('A part of a file has leads.')
    const uploadId = parts?.uploadId ?? (await files.openParts(key, TYPE))
    const tags = parts?.tags ?? []
    const tag = await files.sendPart(key, uploadId, tags.length + 1, take())
    if (tag === undefined) return giveUp('The store has no such upload any more.')
    return keep({ uploadId, tags: [...tags, tag], rows, head, after, isWhole })
  }

  if (!parts?.isWhole) {
    for await (const piece of source.pieces) {
      const next = Buffer.from(piece.text)
      waiting.push(next)
      bytes += next.length
      rows += piece.rows
      after = piece.after ?? after
      await db.listFile.advance(ref, { currentRow: rows, totalRows: Math.max(totalRows, rows) }, now())
      if (bytes < PART_BYTES) continue
      if (!(await sendPart(false))) return { end: 'other' }
      if (remainingMs() < PART_MS) return { end: 'later' }
    }
    if (!parts) {
      await files.put(key, take(), TYPE)
      return { end: 'sent', rows }
    }
    if (bytes > 0) {
      if (!(await sendPart(true))) return { end: 'other' }
    } else if (!(await keep({ ...parts, isWhole: true }))) return { end: 'other' }
  }
  if (!parts) throw new Error('A file in parts has some.')
  // The worker before us may have crashed after the store had joined them.
  const isJoined = (await files.joinParts(key, parts.uploadId, parts.tags)) || (await files.exists(key))
  return isJoined ? { end: 'sent', rows } : giveUp('The store does not have these parts.')
}
