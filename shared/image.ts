// What a picture is, read from its own first bytes: the name and the type that came with it prove nothing.
import type { PictureType } from './model/picture.ts'

export type ImageFacts = { type: PictureType; width: number; height: number }

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  bytes.length >= at + text.length && [...text].every((sign, index) => bytes[at + index] === sign.charCodeAt(0))

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function readPng(bytes: Uint8Array): ImageFacts | undefined {
  if (!startsWith(bytes, '\x89PNG\r\n\x1a\n') || !startsWith(bytes, 'IHDR', 12) || bytes.length < 33) return undefined
  return { type: 'image/png', width: view(bytes).getUint32(16), height: view(bytes).getUint32(20) }
}

/** Segments of a JPEG that hold its measures: all frames but the three that look alike and are none. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function readJpeg(bytes: Uint8Array): ImageFacts | undefined {
  if (!startsWith(bytes, '\xff\xd8\xff')) return undefined
  const data = view(bytes)
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    if (isFrame(marker)) return { type: 'image/jpeg', height: data.getUint16(at + 5), width: data.getUint16(at + 7) }
    // A length below two would stand still, and the picture itself begins after the last segment.
    const length = data.getUint16(at + 2)
    if (length < 2 || marker === 0xda) return undefined
    at += 2 + length
  }
  return undefined
}

function readWebp(bytes: Uint8Array): ImageFacts | undefined {
  if (!startsWith(bytes, 'RIFF') || !startsWith(bytes, 'WEBP', 8) || bytes.length < 30) return undefined
  const data = view(bytes)
  const of = (width: number, height: number): ImageFacts => ({ type: 'image/webp', width, height })
  if (startsWith(bytes, 'VP8 ', 12)) return of(data.getUint16(26, true) & 0x3fff, data.getUint16(28, true) & 0x3fff)
  if (startsWith(bytes, 'VP8L', 12)) {
    const bits = data.getUint32(21, true)
    return of((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
  }
  if (!startsWith(bytes, 'VP8X', 12)) return undefined
  return of((data.getUint32(24, true) & 0xffffff) + 1, (data.getUint32(26, true) >>> 8) + 1)
}

/** Type and measures of a picture; undefined when the bytes are none of the kinds that are taken. */
export function imageFacts(bytes: Uint8Array): ImageFacts | undefined {
  return readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes)
}
