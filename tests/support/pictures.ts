// The smallest pictures that a browser shows, made by hand, so that tests need no files.
import { deflateSync } from 'node:zlib'

const table = Array.from({ length: 256 }, (_, n) => {
  let value = n
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})
const crc = (bytes: Uint8Array) => {
  let value = 0xffffffff
  for (const byte of bytes) value = (table[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  return Buffer.concat([uint32(data.length), body, uint32(crc(body))])
}

/** A PNG of one colour that every browser can show. */
export function png(width: number, height: number, [r, g, b]: readonly [number, number, number] = [15, 118, 110]) {
  const header = Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 2, 0, 0, 0])])
  const row = Buffer.concat([Buffer.from([0]), ...Array.from({ length: width }, () => Buffer.from([r, g, b]))])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Heads of the other kinds: enough to be told by, not enough to be shown. */
export function jpeg(width: number, height: number): Buffer {
  const head = Buffer.from('\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00', 'latin1')
  const frame = Buffer.from([0xff, 0xc2, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 17, 0])
  const scan = Buffer.from('\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00\x12\xff\x00\x34\xff\xd9', 'latin1')
  return Buffer.concat([head, frame, scan])
}

function riff(kind: string, data: Buffer): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(data.length)
  const body = Buffer.concat([Buffer.from(`WEBP${kind}`, 'latin1'), size, data])
  const whole = Buffer.alloc(4)
  whole.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from('RIFF', 'latin1'), whole, body])
}

export function webp(width: number, height: number): Buffer {
  const data = Buffer.alloc(10)
  data.writeUIntLE(width - 1, 4, 3)
  data.writeUIntLE(height - 1, 7, 3)
  return riff('VP8X', data)
}
export function webpLossless(width: number, height: number): Buffer {
  const data = Buffer.alloc(12)
  data[0] = 0x2f
  data.writeUInt32LE(((height - 1) << 14) | (width - 1), 1)
  return riff('VP8L', data)
}
export function webpPlain(width: number, height: number): Buffer {
  const data = Buffer.alloc(12)
  data.writeUInt16LE(width, 6)
  data.writeUInt16LE(height, 8)
  return riff('VP8 ', data)
}
