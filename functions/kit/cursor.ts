// Where a list goes on, as text that means nothing elsewhere. A position is never a key: the key's owner comes from the
// checked request. The tag ties the position to its list, so that a cursor of another list is refused, not misread.
import { createHash } from 'node:crypto'
import type * as z from 'zod'
import { badRequest } from '#shared/errors.ts'

const TAG_BYTES = 12
const tagOf = (scope: string, text: string) =>
  createHash('sha256').update(`${scope}\n${text}`).digest().subarray(0, TAG_BYTES)

const broken = (cause?: unknown) =>
  badRequest('This cursor does not belong to this list. Open its first page again.', cause)

/** `scope` names the list completely: whose it is, and which filter it has. */
export function toCursor(scope: string, position: unknown): string {
  const text = JSON.stringify(position)
  return Buffer.concat([tagOf(scope, text), Buffer.from(text)]).toString('base64url')
}

export function readCursor<Position extends z.ZodType>(
  scope: string,
  cursor: string,
  schema: Position,
): z.output<Position> {
  const bytes = Buffer.from(cursor, 'base64url')
  const text = bytes.subarray(TAG_BYTES).toString('utf8')
  if (bytes.toString('base64url') !== cursor || !bytes.subarray(0, TAG_BYTES).equals(tagOf(scope, text))) throw broken()
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    throw broken(cause)
  }
}
