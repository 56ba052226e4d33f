import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { imageFacts } from '#shared/image.ts'
import { cleanImage } from '#shared/image-clean.ts'
import { jpeg, png, webp, webpLossless, webpPlain } from '../support/pictures.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')
const uint32 = (value: number, isLittle = false) => {
  const bytes = Buffer.alloc(4)
  if (isLittle) bytes.writeUInt32LE(value)
  else bytes.writeUInt32BE(value)
  return bytes
}
/** Notes of a camera: which side is up, and a place. */
const tiff = (side: number, isLittle = false) => {
  const n = (value: number, size: number) =>
    isLittle ? Buffer.from([value, 0, 0, 0].slice(0, size)) : Buffer.from([0, 0, 0, value].slice(4 - size))
  const tag = isLittle ? latin('\x12\x01') : latin('\x01\x12')
  return Buffer.concat([
    ...[latin(isLittle ? 'II*\0' : 'MM\0*'), n(8, 4), n(1, 2), tag, n(3, 2), n(1, 4), n(side, 2), n(0, 2), n(0, 4)],
    latin('SECRET PLACE'),
  ])
}
const pngNote = (name: string, content: Buffer) =>
  Buffer.concat([uint32(content.length), latin(name), content, uint32(0)])
const withPngNotes = (bytes: Buffer, ...notes: Buffer[]) =>
  Buffer.concat([bytes.subarray(0, 33), ...notes, bytes.subarray(33)])
const segment = (marker: number, content: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255]), content])
const withWebpNotes = (bytes: Buffer, ...notes: [string, Buffer][]) => {
  const chunks = notes.map(([name, content]) =>
    Buffer.concat([latin(name), uint32(content.length, true), content, Buffer.alloc(content.length & 1)]),
  )
  const body = Buffer.concat([bytes.subarray(8), ...chunks])
  const flagged = Buffer.from(body)
  flagged[12] = (flagged[12] ?? 0) | 0x0c
  return Buffer.concat([latin('RIFF'), uint32(body.length, true), flagged])
}
const clean = (bytes: Buffer) => {
  const result = cleanImage(bytes)
  return result && Buffer.from(result)
}
const sideMark = latin('\x01\x12\0\x03\0\0\0\x01\0\x06')

describe('cleanImage', () => {
  it('leaves pictures without notes as they are', () => {
    for (const bytes of [png(9, 7), jpeg(9, 7), webp(8, 6), webpLossless(5, 5), webpPlain(4, 4)])
      expect(clean(bytes)?.equals(bytes)).toBe(true)
  })

  it.each([
    ['a PNG', withPngNotes(png(9, 7), pngNote('tEXt', latin('Author\0SECRET')), pngNote('eXIf', tiff(6)))],
    [
      'a JPEG',
      Buffer.concat([
        ...[jpeg(9, 7).subarray(0, 2), segment(0xe1, Buffer.concat([latin('Exif\0\0'), tiff(6, true)]))],
        ...[segment(0xe1, latin('http://ns.adobe.com/xap/1.0/\0SECRET')), segment(0xed, latin('Photoshop SECRET'))],
        ...[segment(0xfe, latin('SECRET')), segment(0xe2, latin('ICC_PROFILE\0\x01\x01colours'))],
        ...[jpeg(9, 7).subarray(2), latin('SECRET behind the end')],
      ]),
    ],
    ['a WebP', withWebpNotes(webp(9, 7), ['EXIF', tiff(6)], ['XMP ', latin('SECRET')], ['junk', latin('SECRET')])],
  ])('takes places, names and what hangs behind out of %s, and keeps which side is up', (_name, bytes) => {
    const kept = clean(bytes)
    expect(kept?.includes('SECRET')).toBe(false)
    expect(kept?.includes(sideMark)).toBe(true)
    expect(kept && imageFacts(kept)).toEqual(imageFacts(bytes))
    expect(kept && clean(kept)?.equals(kept)).toBe(true)
    expect(kept?.includes('ICC_PROFILE')).toBe(bytes.includes('ICC_PROFILE'))
  })

  it('never throws, and takes no picture that ends early', () => {
    for (const whole of [png(9, 9), jpeg(9, 9)])
      for (let length = 0; length < whole.length - 2; length++) expect(clean(whole.subarray(0, length))).toBeUndefined()
    const noise = fc.tuple(
      fc.constantFrom(png(3, 3), jpeg(3, 3), webp(3, 3)),
      fc.uint8Array({ maxLength: 80 }),
      fc.nat(60),
    )
    fc.assert(
      fc.property(noise, ([bytes, junk, at]) => {
        const broken = Buffer.concat([bytes.subarray(0, at), junk, bytes.subarray(at)])
        expect(() => cleanImage(broken)).not.toThrow()
      }),
    )
  })
})
