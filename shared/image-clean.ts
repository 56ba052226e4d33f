// Takes out of a picture what is not the picture: where and when it was taken and by whom, comments, thumbnails, and no matter what
// hangs behind its end. Its pixels are not touched. Colour profiles stay, and so does the one fact that a viewer needs of the
// camera's: which side is up.
import { imageFacts } from './image.ts'

const ascii = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length))
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const bytesOf = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const ORIENTATION = 0x0112

/** Which side is up, as a camera's notes (a TIFF) say: 1 to 8, and 1 for as it lies. */
function orientationOf(tiff: Uint8Array): number {
  if (tiff.length < 14) return 1
  const data = viewOf(tiff)
  const isLittle = ascii(tiff, 0, 2) === 'II'
  if (!isLittle && ascii(tiff, 0, 2) !== 'MM') return 1
  const first = data.getUint32(4, isLittle)
  if (first + 2 > tiff.length) return 1
  const count = data.getUint16(first, isLittle)
  for (let at = first + 2, n = 0; n < count && at + 12 <= tiff.length; at += 12, n++) {
    if (data.getUint16(at, isLittle) !== ORIENTATION) continue
    const value = data.getUint16(at + 8, isLittle)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

/** Notes that hold this one fact. */
function toTiff(orientation: number): Uint8Array {
  const tiff = new Uint8Array(26)
  tiff.set(bytesOf('MM\0*\0\0\0\x08'))
  const data = viewOf(tiff)
  data.setUint16(8, 1)
  data.setUint16(10, ORIENTATION)
  data.setUint16(12, 3)
  data.setUint32(14, 1)
  data.setUint16(18, orientation)
  return tiff
}

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let value = n
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})
const crcOf = (bytes: Uint8Array): number =>
  (bytes.reduce((value, byte) => (crcTable[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0

function pngChunk(name: string, content: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(12 + content.length)
  chunk.set(bytesOf(name), 4)
  chunk.set(content, 8)
  const data = viewOf(chunk)
  data.setUint32(0, content.length)
  data.setUint32(8 + content.length, crcOf(chunk.subarray(4, 8 + content.length)))
  return chunk
}

const pngKept = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT'])

function cleanPng(bytes: Uint8Array): Uint8Array | undefined {
  const data = viewOf(bytes)
  const parts = [bytes.subarray(0, 8)]
  let orientation = 1
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = data.getUint32(at)
    const name = ascii(bytes, at + 4, 4)
    const end = at + 12 + length
    if (end > bytes.length) return undefined
    if (name === 'eXIf') orientation = orientationOf(bytes.subarray(at + 8, end - 4))
    if (name === 'IEND' && orientation !== 1) parts.push(pngChunk('eXIf', toTiff(orientation)))
    if (pngKept.has(name)) parts.push(bytes.subarray(at, end))
    if (name === 'IEND') return join(parts)
    at = end
  }
  return undefined
}

const isRestart = (marker: number) => marker === 0 || (marker >= 0xd0 && marker <= 0xd7)

/** Where the picture's data ends that begins here: at the next marker which is none of its own. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at++)
    if (bytes[at] === 0xff && bytes[at + 1] !== 0xff && !isRestart(bytes[at + 1] ?? 0)) return at
  return bytes.length
}

const exifHead = 'Exif\0\0'
const EXIF_MOST = 64

function exifSegment(orientation: number): Uint8Array {
  const tiff = toTiff(orientation)
  const length = 2 + exifHead.length + tiff.length
  return join([Uint8Array.of(0xff, 0xe1, length >> 8, length & 0xff), bytesOf(exifHead), tiff])
}

/** A segment as it stays, or nothing. Of the first one its thumbnail goes. */
function keptSegment(bytes: Uint8Array, at: number, end: number): Uint8Array | undefined {
  const marker = bytes[at + 1] ?? 0
  const isNote = (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe
  if (!isNote) return bytes.subarray(at, end)
  if (marker === 0xe0 && ascii(bytes, at + 4, 5) === 'JFIF\0' && end - at >= 18) {
    const head = bytes.slice(at, at + 18)
    head.set([0, 16], 2)
    head.set([0, 0], 16)
    return head
  }
  const isProfile = marker === 0xe2 && ascii(bytes, at + 4, 12) === 'ICC_PROFILE\0'
  const isAdobe = marker === 0xee && ascii(bytes, at + 4, 5) === 'Adobe'
  return isProfile || isAdobe ? bytes.subarray(at, end) : undefined
}

function cleanJpeg(bytes: Uint8Array): Uint8Array | undefined {
  const data = viewOf(bytes)
  const parts: Uint8Array[] = []
  let orientation = 1
  for (let at = 2; at + 1 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    // Signs that only fill.
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === 0xd9) {
      const notes = orientation === 1 ? [] : [exifSegment(orientation)]
      return join([bytes.subarray(0, 2), ...notes, ...parts, Uint8Array.of(0xff, 0xd9)])
    }
    if (at + 4 > bytes.length) return undefined
    const length = data.getUint16(at + 2)
    const end = at + 2 + length
    if (length < 2 || end > bytes.length) return undefined
    if (marker === 0xe1 && ascii(bytes, at + 4, exifHead.length) === exifHead && end - at < EXIF_MOST * 1024 + 2)
      orientation = orientationOf(bytes.subarray(at + 4 + exifHead.length, end))
    const kept = keptSegment(bytes, at, end)
    if (kept) parts.push(kept)
    at = end
    if (marker !== 0xda) continue
    const scanned = endOfScan(bytes, at)
    parts.push(bytes.subarray(at, scanned))
    at = scanned
  }
  return undefined
}

const webpKept = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
const HAS_EXIF = 0x08
const HAS_XMP = 0x04

function cleanWebp(bytes: Uint8Array): Uint8Array | undefined {
  const data = viewOf(bytes)
  const whole = Math.min(bytes.length, 8 + data.getUint32(4, true))
  const parts: Uint8Array[] = []
  let orientation = 1
  for (let at = 12; at + 8 <= whole; ) {
    const name = ascii(bytes, at, 4)
    const length = data.getUint32(at + 4, true)
    if (at + 8 + length > whole) return undefined
    const content = bytes.subarray(at + 8, at + 8 + length)
    if (name === 'EXIF') orientation = orientationOf(ascii(content, 0, 6) === exifHead ? content.subarray(6) : content)
    const padded = length + (length & 1)
    if (webpKept.has(name)) {
      const part = new Uint8Array(8 + padded)
      part.set(bytes.subarray(at, at + 8 + length))
      parts.push(part)
    }
    at += 8 + padded
  }
  const head = parts.find((part) => ascii(part, 0, 4) === 'VP8X')
  if (head) {
    const turned = orientation !== 1
    head[8] = ((head[8] ?? 0) & ~(HAS_EXIF | HAS_XMP)) | (turned ? HAS_EXIF : 0)
    if (turned) {
      const tiff = toTiff(orientation)
      const size = new Uint8Array(4)
      viewOf(size).setUint32(0, tiff.length, true)
      parts.push(join([bytesOf('EXIF'), size, tiff]))
    }
  }
  const body = join([bytesOf('WEBP'), ...parts])
  const size = new Uint8Array(4)
  viewOf(size).setUint32(0, body.length, true)
  return join([bytesOf('RIFF'), size, body])
}

/** The picture alone; undefined where the bytes are none of the kinds that are taken, or end before their picture does. */
export function cleanImage(bytes: Uint8Array): Uint8Array | undefined {
  switch (imageFacts(bytes)?.type) {
    case 'image/png':
      return cleanPng(bytes)
    case 'image/jpeg':
      return cleanJpeg(bytes)
    case 'image/webp':
      return cleanWebp(bytes)
    default:
      return undefined
  }
}
