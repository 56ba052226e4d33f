import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findBoundary, readForm } from '#infra/local/files/form.ts'
import { inPieces } from './stage.ts'

async function read(bytes: Buffer, boundary: string, size: number) {
  const { fields, file } = await readForm(inPieces(bytes, size), boundary)
  return { fields: Object.fromEntries(fields), name: file?.name, content: file && (await buffer(file.body)) }
}

describe('readForm', () => {
  it('gives fields and file as they were sent, however the pieces are cut', async () => {
    // Line breaks and dashes are what a delimiter is made of.
    const piece = fc.constantFrom('\r', '\n', '-', '--', '\r\n--', '\r\n--b', 'b', 'x', '\0')
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece),
        fc.string({ unit: 'binary' }),
        fc.integer({ min: 1, max: 40 }),
        async (pieces, value, size) => {
          const content = Buffer.from(pieces.join(''))
          const form = new FormData()
          form.append('Key', value)
          form.append('file', new Blob([content]), 'a "b".csv')
          const message = new Response(form)
          const boundary = findBoundary(message.headers.get('content-type') ?? '')
          const got = await read(Buffer.from(await message.arrayBuffer()), boundary, size)
          // A form writes every line break in a value as CR LF.
          const sent = Buffer.from(value.replace(/\r\n|\r|\n/g, '\r\n'), 'utf8').toString('utf8')
          expect(got).toEqual({ fields: { key: sent }, name: 'a "b".csv', content })
        },
      ),
      { numRuns: 300 },
    )
  })

  it('gives no file when there is none', async () => {
    const body = Buffer.from('--b\r\nContent-Disposition: form-data; name="key"\r\n\r\nk\r\n--b--\r\n')
    expect(await read(body, 'b', 7)).toEqual({ fields: { key: 'k' }, name: undefined, content: undefined })
  })

  it('takes a quoted boundary', () => {
    expect(findBoundary('multipart/form-data; charset=utf-8; boundary="a b"')).toBe('a b')
  })
})
