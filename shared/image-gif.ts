// GIF: its measures, and all of it that is picture. Moving ones keep their frames and how often they play; comments, notes of
// programs and no matter what hangs behind the end go.

const ascii = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length))

const EXTENSION = 0x21
const IMAGE = 0x2c
const END = 0x3b
const CONTROL = 0xf9
const APPLICATION = 0xff
/** More frames than a banner has, each of which a browser must unpack. */
const MOST_FRAMES = 600
/** Programs that say how often the frames play. */
const loops = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])

const uint16 = (bytes: Uint8Array, at: number) => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)

export function gifMeasures(bytes: Uint8Array): { width: number; height: number } | undefined {
  if (bytes.length < 14 || !/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return undefined
  return { width: uint16(bytes, 6), height: uint16(bytes, 8) }
}

const paletteBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Where blocks end that begin here, each with its length before it; undefined when the file ends before they do. */
function endOfBlocks(bytes: Uint8Array, from: number): number | undefined {
  for (let at = from; at < bytes.length; ) {
    const length = bytes[at] ?? 0
    at += 1 + length
    if (length === 0) return at
  }
  return undefined
}

/** The picture alone, with all its frames; undefined where it is no whole GIF, or one that nobody should have to unpack. */
export function cleanGif(bytes: Uint8Array): Uint8Array | undefined {
  const screen = gifMeasures(bytes)
  if (!screen) return undefined
  let at = 13 + paletteBytes(bytes[10] ?? 0)
  const parts = [bytes.subarray(0, at)]
  let frames = 0
  while (at < bytes.length) {
    const kind = bytes[at]
    if (kind === END) return frames > 0 ? join([...parts, Uint8Array.of(END)]) : undefined
    if (kind === EXTENSION) {
      const label = bytes[at + 1]
      const end = endOfBlocks(bytes, at + 2)
      if (end === undefined) return undefined
      const isLoop = label === APPLICATION && bytes[at + 2] === 11 && loops.has(ascii(bytes, at + 3, 11))
      if (label === CONTROL || isLoop) parts.push(bytes.subarray(at, end))
      at = end
      continue
    }
    if (kind !== IMAGE || at + 10 > bytes.length || ++frames > MOST_FRAMES) return undefined
    const right = uint16(bytes, at + 1) + uint16(bytes, at + 5)
    const bottom = uint16(bytes, at + 3) + uint16(bytes, at + 7)
    if (right > screen.width || bottom > screen.height) return undefined
    // After palette and the width of a code.
    const end = endOfBlocks(bytes, at + 10 + paletteBytes(bytes[at + 9] ?? 0) + 1)
    if (end === undefined) return undefined
    parts.push(bytes.subarray(at, end))
    at = end
  }
  return undefined
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
