// Reads a multipart form piece by piece: the fields before the file are small and come first, the file
// itself is handed on as it arrives, so that a size limit can stop it.
import { FilesError } from './errors.ts'

const maxFieldBytes = 20 * 1024

export type Form = {
  /** By lower-case name. */
  fields: Map<string, string>
  file: { name: string; body: AsyncGenerator<Buffer> } | undefined
  /** Bytes of the request that came before the file. */
  headBytes: number
}

const malformed = (reason: string) =>
  new FilesError(
    'MalformedPOSTRequest',
    400,
    `The body of your POST request is not well-formed multipart/form-data: ${reason}.`,
  )
const tooMuch = () =>
  new FilesError(
    'MaxPostPreDataLengthExceeded',
    400,
    'Your POST request fields preceding the upload file were too large.',
  )

export function findBoundary(contentType: string | undefined): string {
  const match = /^multipart\/form-data\s*;.*?\bboundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(contentType ?? '')
  const boundary = match?.[1] ?? match?.[2]
  if (!boundary)
    throw new FilesError('PreconditionFailed', 412, 'Bucket POST must be of the enclosure-type multipart/form-data')
  return boundary
}

function readDisposition(head: string): { name: string; filename: string | undefined } {
  const line = head.split('\r\n').find((text) => /^content-disposition\s*:\s*form-data\b/i.test(text))
  // Browsers write a quotation mark inside a name as %22.
  const read = (field: string) =>
    new RegExp(`;\\s*${field}="([^"]*)"`, 'i').exec(line ?? '')?.[1]?.replaceAll('%22', '"')
  const name = read('name')
  if (name === undefined) throw malformed('a part has no name')
  return { name, filename: read('filename') }
}

export async function readForm(chunks: AsyncIterator<Buffer>, boundary: string): Promise<Form> {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  // The first delimiter has no line break before it; with one added it is like all others.
  let held = Buffer.from('\r\n')
  let arrived = 0

  const more = async () => {
    const next = await chunks.next()
    if (next.done) throw malformed('it ends too early')
    arrived += next.value.length
    held = Buffer.concat([held, next.value])
  }
  const until = async (mark: Buffer | string) => {
    for (;;) {
      const at = held.indexOf(mark)
      if ((at < 0 ? held.length : at) > maxFieldBytes) throw tooMuch()
      if (at < 0) {
        await more()
        continue
      }
      const before = held.subarray(0, at)
      held = held.subarray(at + mark.length)
      return before
    }
  }
  async function* body(): AsyncGenerator<Buffer> {
    for (;;) {
      const at = held.indexOf(delimiter)
      // The end of what is held may be the beginning of the delimiter.
      const safe = at < 0 ? held.length - delimiter.length + 1 : at
      if (safe > 0) {
        yield held.subarray(0, safe)
        held = held.subarray(safe)
      }
      if (at >= 0) return
      await more()
    }
  }

  const fields = new Map<string, string>()
  await until(delimiter)
  for (let used = 0; ; ) {
    while (held.length < 2) await more()
    const mark = held.subarray(0, 2).toString('latin1')
    held = held.subarray(2)
    if (mark === '--') return { fields, file: undefined, headBytes: arrived - held.length }
    if (mark !== '\r\n') throw malformed('a delimiter is not followed by a line break')
    const { name, filename } = readDisposition((await until('\r\n\r\n')).toString('utf8'))
    const field = name.toLowerCase()
    if (field === 'file')
      return { fields, file: { name: filename ?? '', body: body() }, headBytes: arrived - held.length }
    const value = (await until(delimiter)).toString('utf8')
    used += field.length + value.length
    if (used > maxFieldBytes) throw tooMuch()
    if (fields.has(field)) throw malformed(`the field ${field} comes twice`)
    fields.set(field, value)
  }
}
