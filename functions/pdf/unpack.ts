// A font as the web carries it (WOFF) holds its tables packed. The library that draws unpacks them by a script, for each paper anew and
// which was more than half of the time of one: Node does it in a small part of that.
import { inflateSync } from 'node:zlib'

const WOFF = 0x774f4646
const packed = { header: 44, entry: 20 }
const plain = { header: 12, entry: 16 }

/** The same font with its tables as they are (OpenType); any other file is left as it is. */
export function unpackFont(file: Buffer): Buffer {
  if (file.length < packed.header || file.readUInt32BE(0) !== WOFF) return file
  const count = file.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => {
    const at = packed.header + index * packed.entry
    const offset = file.readUInt32BE(at + 4)
    const length = file.readUInt32BE(at + 8)
    const bytes = file.subarray(offset, offset + length)
    return {
      tag: file.subarray(at, at + 4),
      sum: file.subarray(at + 16, at + 20),
      bytes: length < file.readUInt32BE(at + 12) ? inflateSync(bytes) : bytes,
    }
  })
  const power = 31 - Math.clz32(count)
  const head = Buffer.alloc(plain.header + count * plain.entry)
  file.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(16 * 2 ** power, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE(16 * (count - 2 ** power), 10)
  const parts: Buffer[] = [head]
  let end = head.length
  for (const [index, { tag, sum, bytes }] of tables.entries()) {
    const at = plain.header + index * plain.entry
    tag.copy(head, at)
    sum.copy(head, at + 4)
    head.writeUInt32BE(end, at + 8)
    head.writeUInt32BE(bytes.length, at + 12)
    // Each begins at a multiple of four.
    const gap = Buffer.alloc(-bytes.length & 3)
    parts.push(bytes, gap)
    end += bytes.length + gap.length
  }
  return Buffer.concat(parts)
}
